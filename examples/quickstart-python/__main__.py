"""An ingest pipeline that stores in each document when it arrived."""

import pulumi
from pulumi_quartet import search

# Functions build and validate processors; each returns the JSON text for a pipeline.
stamp = search.get_search_ingest_processor_set_output(field="event.ingested", value="{{{_ingest.timestamp}}}")

access = search.SearchIngestPipeline(
    "access",
    name="access-log",
    description="Access logs of the shop",
    processors=[stamp.json],
)

pulumi.export("pipeline", access.name)
