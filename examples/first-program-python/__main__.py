"""An ingest pipeline that adds the time of ingestion to each document, and the index template that uses it."""

import pulumi
from pulumi_quartet import search

# Functions build and validate processors; each returns a processor as a JSON string.
stamp = search.get_search_ingest_processor_set_output(field="event.ingested", value="{{{_ingest.timestamp}}}")

access = search.SearchIngestPipeline(
    "access",
    description="Access logs of the shop",
    processors=[stamp.json],
)

logs = search.SearchIndexTemplate(
    "logs",
    index_patterns=["shop-logs-*"],
    template={"settings": pulumi.Output.json_dumps({"index.default_pipeline": access.name})},
)

pulumi.export("pipeline", access.name)
pulumi.export("template", logs.name)
