"""Names the warehouse of a Fivetran account, and gives the logs that are loaded into it a pipeline."""

from collections.abc import Sequence

import pulumi
from pulumi_quartet import datapipeline, search
from pulumi_quartet.datapipeline.outputs import GroupSummary

config = pulumi.Config()

# Functions build and validate processors. `type` accepts any string, such as one of the configuration, beside the values that it lists.
duration = search.get_search_ingest_processor_convert_output(field="event.duration", type=config.require("durationType"))
cleanup = search.get_search_ingest_processor_remove_output(fields=["message"], ignore_missing=True)

# Objects without a name get the name of the resource and a random suffix.
access = search.SearchIngestPipeline(
    "access",
    description="Access logs of the shop",
    processors=[duration.json, cleanup.json],
)


def first(groups: Sequence[GroupSummary]) -> GroupSummary:
    if not groups:
        raise ValueError("the account has no group")
    return groups[0]


# Lists are always present. With `without_secrets`, the result as a whole is not a secret.
group = datapipeline.get_groups_output().groups.apply(first)
warehouse = datapipeline.get_destination_output(id=group.id, without_secrets=True)

pulumi.export("pipeline", access.name)
pulumi.export("groupName", group.name)
pulumi.export("warehouseService", warehouse.service)
