"""A platform for the logs of a shop, from the ingest pipeline to the alias that users search.

No resource needs `depends_on`: each refers to outputs of the resources that it uses, so that Pulumi creates and deletes them in the right order.
Needs Elasticsearch 8.19 or later.
"""

import json

import pulumi
from pulumi_quartet import search

prefix = pulumi.Config().require("prefix")

# Functions build and validate processors; each returns a processor as a JSON string.
line = search.get_search_ingest_processor_dissect_output(
    field="message",
    pattern='%{client.ip} [%{time}] "%{http.request.method} %{url.path}" %{http.response.status_code}',
)
time = search.get_search_ingest_processor_date_output(field="time", formats=["dd/MMM/yyyy:HH:mm:ss Z"], locale="en")
tidy = search.get_search_ingest_processor_remove_output(fields=["time"])

parse = search.SearchIngestPipeline(
    "parse",
    name=f"{prefix}-parse",
    description="Access log of the shop",
    processors=[line.json, time.json, tidy.json],
)

# Shared by all log streams: the lifecycle policy, settings and mappings.
policy = search.SearchIndexLifecyclePolicy(
    "policy",
    name=f"{prefix}-logs",
    phases={
        "hot": {"actions": {"rollover": {"max_age": "1d", "max_primary_shard_size": "50gb"}}},
        "delete": {"min_age": "30d", "actions": {"delete": {}}},
    },
)
base = search.SearchComponentTemplate(
    "base",
    name=f"{prefix}-logs-base",
    template={
        "settings": pulumi.Output.json_dumps({"index.lifecycle.name": policy.name, "number_of_shards": 1}),
        "mappings": json.dumps(
            {
                "properties": {
                    "client.ip": {"type": "ip"},
                    "http.response.status_code": {"type": "short"},
                    "url.path": {"type": "keyword"},
                }
            }
        ),
    },
)
logs = search.SearchIndexTemplate(
    "logs",
    name=f"{prefix}-logs",
    index_patterns=[f"{prefix}-logs-*"],
    priority=200,
    data_stream={},
    composed_ofs=[base.name],
    template={"settings": pulumi.Output.json_dumps({"index.default_pipeline": parse.name})},
)

# One stream of the platform. Its name begins with the name of the template, so that it depends on the template. The setting
# applies the lifecycle below instead of the policy.
access = search.SearchDataStream(
    "access",
    name=pulumi.Output.format("{0}-access", logs.name),
    settings=json.dumps({"index.lifecycle.prefer_ilm": False}),
)
retention = search.SearchDataStreamLifecycle("retention", name=access.name, data_retention="7d")
# Keeps the lines that the pipeline cannot parse.
search.SearchDataStreamOptions(
    "failures",
    name=access.name,
    failure_store={"enabled": True, "lifecycle": {"data_retention": "3d"}},
)
errors = search.SearchIndexAlias(
    "errors",
    name=f"{prefix}-errors",
    members=[{"index": access.name, "filter": json.dumps({"range": {"http.response.status_code": {"gte": 500}}})}],
)

pulumi.export("stream", access.name)
pulumi.export("effectiveRetention", retention.effective_retention)
pulumi.export("alias", errors.name)
