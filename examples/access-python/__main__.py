"""Access to a cluster and its backup.

A role for those who write logs, an API key for a connector and one for CI, and a nightly snapshot. A secret that is replaced works until
everything in this program that uses it has the new one. Needs Elasticsearch 8.16 or later.
"""

import json

import pulumi
from pulumi_quartet import search

prefix = pulumi.Config().require("prefix")

# The mapping gives the role to the members of a group.
writer = search.SearchRole(
    "writer",
    name=f"{prefix}-writer",
    description="Writes logs",
    clusters=["monitor"],
    indices=[{"names": [f"{prefix}-logs-*"], "privileges": ["auto_configure", "create_doc"]}],
)
search.SearchRoleMapping(
    "writers",
    name=f"{prefix}-writers",
    roles=[writer.name],
    rules=json.dumps({"field": {"groups": f"cn={prefix}-writers,dc=example,dc=com"}}),
)

# Change the trigger to replace the key. The connector gets the new ID in the same deployment.
connector_key = search.SearchApiKey(
    "connectorKey",
    name=f"{prefix}-connector",
    triggers={"rotation": "1"},
    role_descriptors={
        "connector": {
            "clusters": ["monitor"],
            "indices": [{"names": [f"{prefix}-products"], "privileges": ["create_index", "read", "write"]}],
        }
    },
)
search.SearchConnector(
    "products",
    connector_id=f"{prefix}-products",
    name="products",
    service_type="postgresql",
    index_name=f"{prefix}-products",
    api_key_id=connector_key.api_key_id,
)

# The first deployment after 60 days replaces the key. The old one remains valid for an hour, because jobs of CI read the output later.
ci = search.SearchApiKey(
    "ci",
    name=f"{prefix}-ci",
    expiration="90d",
    rotate_after="60d",
    overlap="1h",
    role_descriptors={"deploy": {"clusters": ["manage_index_templates", "manage_ingest_pipelines", "monitor"]}},
)

backups = search.SearchSnapshotRepository("backups", name=f"{prefix}-backups", s3={"bucket": f"{prefix}-backups"})
nightly = search.SearchSnapshotLifecyclePolicy(
    "nightly",
    name=f"{prefix}-nightly",
    schedule="0 30 1 * * ?",
    repository=backups.name,
    config={"indices": [f"{prefix}-*"], "include_global_state": False},
    retention={"expire_after": "30d", "min_count": 7, "max_count": 60},
)

pulumi.export("role", writer.name)
pulumi.export("ciKey", ci.encoded)
pulumi.export("schedule", nightly.schedule)
