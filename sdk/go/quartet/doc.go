// Manages Elasticsearch, Tencent Cloud and Google Eventarc from Pulumi programs and reads Fivetran: ingest pipelines, index templates, enrich policies and connectors; services, APIs, keys, plans and plugins of the API gateway; event triggers, channels and their access policies; and lookups of all four, with the connectors, destinations, users and teams of Fivetran.
package quartet
