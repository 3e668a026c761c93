"""Gives the access logs of a shop a pipeline and an index template, and names the warehouse that they are loaded into."""

from collections.abc import Sequence

import pulumi
from pulumi_quartet import datapipeline, search
from pulumi_quartet.datapipeline.outputs import GroupSummary

config = pulumi.Config()

# Helpers make the JSON texts of processors. A value of the configuration is a string, although the helper knows the types.
duration = search.get_search_ingest_processor_convert_output(field="event.duration", type=config.require("durationType"))
cleanup = search.get_search_ingest_processor_remove_output(fields=["message"], ignore_missing=True)

# Objects without a name get the name of the resource and a random suffix.
access = search.SearchIngestPipeline(
    "access",
    description="Access logs of the shop",
    processors=[duration.json, cleanup.json],
)
logs = search.SearchIndexTemplate(
    "logs",
    index_patterns=["logs-shop-*"],
    template={"settings": pulumi.Output.json_dumps({"index.default_pipeline": access.name})},
)


def first(groups: Sequence[GroupSummary]) -> GroupSummary:
    if not groups:
        raise ValueError("the account has no group")
    return groups[0]


# Lists are always there. Without its secrets a result can be shown.
group = datapipeline.get_groups_output().groups.apply(first)
warehouse = datapipeline.get_destination_output(id=group.id, without_secrets=True)

pulumi.export("pipeline", access.name)
pulumi.export("template", logs.name)
pulumi.export("groupName", group.name)
pulumi.export("warehouseService", warehouse.service)
