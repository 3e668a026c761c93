"""An ingest pipeline that adds the time of ingestion to each document."""

import pulumi
from pulumi_quartet import search

# Functions build and validate processors; each returns a processor as a JSON string.
stamp = search.get_search_ingest_processor_set_output(field="event.ingested", value="{{{_ingest.timestamp}}}")

access = search.SearchIngestPipeline(
    "access",
    name="access-log",
    description="Access logs of the shop",
    processors=[stamp.json],
)

pulumi.export("pipeline", access.name)
