/** Which Terraform types quartet has, and the names that do not follow from those of schema.json. `mapping.ts` generates the mappings from both. */

/** A Terraform provider of which quartet has objects. */
export interface TerraformProvider {
  name: string;
  /** The module of schema.json with these objects. */
  module: string;
  /** What the names of the types begin with. */
  prefix: string;
  /** What the names of the tokens begin with, after the module and `get`. */
  tokenPrefix: string;
  /** The types without the prefix, also those that quartet does not have: they are mapped once the schema has their token. */
  resources: readonly string[];
  dataSources: readonly string[];
  /** The rest of a token that is not the rest of the type in PascalCase. */
  tokens: Readonly<Record<string, string>>;
  /** Types of this provider that are not among these lists, in words. */
  others?: string;
  /** Names that are not snake_case of the property, by the last part of the token that has the property; `*`: of any token. */
  names: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Objects that a program assigns with `=`, by the last part of the token as in `names`; all others are blocks. */
  attributes: Readonly<Record<string, readonly string[]>>;
  /** Properties that the Terraform type expresses in another form, by the last part of the token: renaming cannot convert them. */
  reshaped: Readonly<Record<string, readonly string[]>>;
  /** The converter requests another provider of Pulumi for these types, so that a mapping has no use. */
  hasNoMapping?: true;
}

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Returns names that lose the last letter of the property: `ipLists` is `ip_list`. */
const singular = (text: string): Record<string, string> =>
  Object.fromEntries(words(text).map((name) => [name, snakeCase(name).slice(0, -1)]));

/** Returns `group_id` for `groupId`. */
export function snakeCase(name: string): string {
  return name.replaceAll(/(?<=.)[A-Z]/g, "_$&").toLowerCase();
}

const processors = words(`append bytes circle community_id convert csv date date_index_name dissect dot_expander drop enrich fail
  fingerprint foreach geoip grok gsub html_strip inference join json kv lowercase network_direction pipeline registered_domain remove
  rename reroute script set set_security_user sort split trim uppercase uri_parts urldecode user_agent`);

const elasticstack: TerraformProvider = {
  name: "elasticstack",
  module: "search",
  prefix: "elasticstack_elasticsearch_",
  tokenPrefix: "Search",
  resources: words(`ccr_auto_follow_pattern ccr_follower_index cluster_settings component_template connector data_stream
    data_stream_lifecycle enrich_policy index index_alias index_lifecycle index_mappings index_template index_template_ilm_attachment
    inference_endpoint ingest_pipeline logstash_pipeline ml_anomaly_detection_job ml_calendar ml_calendar_event ml_calendar_job ml_datafeed
    ml_datafeed_state ml_filter ml_job_state ml_trained_model_alias ml_trained_model_deployment query_ruleset script security_api_key
    security_role security_role_mapping security_system_user security_user snapshot_lifecycle snapshot_repository synonym_set transform watch`),
  dataSources: [
    ...words(`connector enrich_policy index_template indices info ml_trained_model query_ruleset security_role security_role_mapping
      security_user snapshot_repository synonym_set`),
    ...processors.map((kind) => `ingest_processor_${kind}`),
  ],
  tokens: {
    index_lifecycle: "IndexLifecyclePolicy",
    info: "ClusterInfo",
    script: "StoredScript",
    security_api_key: "ApiKey",
    security_role: "Role",
    security_role_mapping: "RoleMapping",
    security_system_user: "BuiltinUser",
    security_user: "User",
    snapshot_lifecycle: "SnapshotLifecyclePolicy",
  },
  others: "Kibana, Fleet and APM (`elasticstack_kibana_*`, `elasticstack_fleet_*`, `elasticstack_apm_*`)",
  names: {
    "*": { composedOfs: "composed_of", onFailures: "on_failure", searchConnections: "elasticsearch_connection" },
    ApiKeyAccess: { replications: "replication", searches: "search" },
    IndexTemplateBody: { aliases: "alias" },
    RoleFieldSecurity: { excepts: "except", grants: "grant" },
    SearchApiKey: { apiKeyId: "key_id" },
    SearchDataStream: { backingIndices: "indices", templateName: "template" },
    SearchDataStreamLifecycle: { downsamplings: "downsampling" },
    SearchIndex: { aliases: "alias" },
    SearchIndexState: { aliases: "alias" },
    SearchRole: { clusters: "cluster" },
    SearchSynonymSet: { name: "synonym_set_id", synonymRules: "synonyms_set" },
    SearchTransform: { dest: "destination", running: "enabled" },
    SynonymRule: { ruleId: "id" },
    getSearchClusterInfo: { nodeName: "name", serverVersion: "version" },
    getSearchIndices: { indexStates: "indices" },
    getSearchIngestProcessorAppend: { values: "value" },
    getSearchIngestProcessorRemove: { fields: "field" },
    getSearchRole: { clusters: "cluster" },
    getSearchSynonymSet: { name: "synonym_set_id", synonymRules: "synonyms_set" },
  },
  attributes: {
    "*": ["timeouts"],
    ConnectorFeatures: words("documentLevelSecurity incrementalSync nativeConnectorApiKeys syncRules"),
    ConnectorScheduling: words("accessControl full incremental"),
    ConnectorSyncRules: words("advanced basic"),
    SearchApiKey: ["access"],
    SearchConnector: words("features pipeline scheduling"),
    getSearchConnector: words("features pipeline scheduling"),
  },
  reshaped: {
    SearchApiKey: ["roleDescriptors"],
    SearchClusterSettings: ["persistent", "transient"],
    SearchIndex: ["settings"],
    SearchIndexAlias: ["members", "writeIndex"],
    SearchIndexLifecyclePolicy: ["phases"],
    SearchRoleMapping: ["roleTemplates"],
    SearchSnapshotLifecyclePolicy: ["config", "retention"],
    SearchTransform: ["latest", "pivot", "settings"],
    getSearchRoleMapping: ["roleTemplates"],
  },
};

const fivetran: TerraformProvider = {
  name: "fivetran",
  module: "datapipeline",
  prefix: "fivetran_",
  tokenPrefix: "",
  resources: words(`connection connection_config connector connector_certificates connector_fingerprints connector_schedule
    connector_schema_config connector_sdk_package destination destination_certificates destination_fingerprints external_logging group
    group_users hybrid_deployment_agent private_link proxy_agent team team_connector_membership team_group_membership team_user_membership
    transformation transformation_project user user_connector_membership user_group_membership webhook`),
  dataSources: words(`connection connection_certificates connection_fingerprints connections connector connector_certificates
    connector_fingerprints connectors connectors_metadata destination destination_certificates destination_fingerprints destinations
    external_logging external_logs group group_connections group_connectors group_service_account group_ssh_key group_users groups
    hybrid_deployment_agent hybrid_deployment_agents private_link private_links proxy_agent proxy_agents quickstart_package
    quickstart_packages roles team team_connection_memberships team_connector_memberships team_group_memberships team_user_memberships teams
    transformation transformation_project transformation_projects transformations user user_connection_memberships
    user_connector_memberships user_group_memberships users webhook webhooks`),
  tokens: {},
  names: {
    "*": {
      ...singular("advertisersIds advertisersWithSeats allowedSendersLists appIdsAppsflyers crons dataModelPathAliasLists"),
      ...singular("daysOfWeeks reportLists secretsLists vendorsIds"),
      apiKey2: "api_key_2",
      apiKey3: "api_key_3",
      groupBies: "group_by",
      lastSyncedChangesUtc_: "last_synced_changes__utc_",
    },
    Role: singular("scopes"),
    getTeamConnectorMemberships: singular("connectors"),
    getTeamGroupMemberships: singular("groups"),
    getTeamUserMemberships: singular("users"),
    getUserConnectorMemberships: singular("connectors"),
    getUserGroupMemberships: singular("groups"),
  },
  attributes: { ConnectorConfig: words("awsCredentials azureCredentials gcsCredentials") },
  reshaped: {},
};

const tencentcloud: TerraformProvider = {
  name: "tencentcloud",
  module: "cloud",
  prefix: "tencentcloud_",
  tokenPrefix: "",
  resources: words(`api api_app api_app_attachment api_doc api_key api_key_attachment custom_domain import_open_api ip_strategy plugin
    plugin_attachment service service_release strategy_attachment update_api_app_key update_service upstream usage_plan
    usage_plan_attachment`).map((kind) => `api_gateway_${kind}`),
  dataSources: words(`address_template_groups address_templates antiddos_basic_device_status antiddos_bgp_biz_trend antiddos_bgp_instances
    antiddos_list_listener antiddos_overview_attack_trend api_gateway_api_app_api api_gateway_api_app_service api_gateway_api_apps
    api_gateway_api_docs api_gateway_api_keys api_gateway_api_plugins api_gateway_api_usage_plans api_gateway_apis
    api_gateway_bind_api_apps_status api_gateway_customer_domains api_gateway_ip_strategies api_gateway_plugins
    api_gateway_service_environment_list api_gateway_service_release_versions api_gateway_services api_gateway_throttling_apis
    api_gateway_throttling_services api_gateway_upstreams api_gateway_usage_plan_environments api_gateway_usage_plans`),
  tokens: {},
  others: "products other than API Gateway",
  names: {
    "*": singular(`apiAppApiSets apiAppLists apiDocLists apiIdStatusSets apiLists attachLists bgpInstanceLists clbDatas dataLists datas eipLists
      enterprisePackageConfigs filterInstanceIdLists filterTags groupLists idLists instanceChargePrepaids instanceDetailRules ipLists
      k8sServices lists microServicesInfos netTypes oauthConfigs proxyTypeLists requestConfigs results serviceConfigCosConfigs
      serviceConfigs serviceTsfHealthCheckConfs serviceTsfLoadBalanceConfs standardPackageConfigs standardPlusPackageConfigs strategyLists
      tagInfoLists templateLists usagePlanLists`),
    ApiGatewayBase64TriggerRule: singular("values"),
    getApiGatewayApiAppService: { netTypes: "net_types" },
  },
  attributes: {},
  reshaped: {},
};

const google: TerraformProvider = {
  name: "google",
  module: "eventrouting/v1",
  prefix: "google_eventarc_",
  tokenPrefix: "",
  resources: words("channel google_api_source google_channel_config message_bus enrollment pipeline trigger"),
  dataSources: [],
  tokens: {},
  others: "products other than Eventarc",
  names: {},
  attributes: {},
  reshaped: {},
  hasNoMapping: true,
};

/** The Terraform providers, in the order of the guide to migration. */
export const terraformProviders: readonly TerraformProvider[] = [elasticstack, tencentcloud, fivetran, google];

/** The providers whose mappings the plugin offers. */
export const mappedProviders = terraformProviders.filter(({ hasNoMapping }) => !hasNoMapping);
