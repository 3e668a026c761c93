// Manages Elasticsearch from Pulumi programs: ingest pipelines, index templates, enrich policies, connectors, and lookups of them.
package quartet
