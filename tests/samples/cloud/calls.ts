// The calls that each write of each resource of module cloud makes when nothing goes wrong. See docs/modules/cloud.md#resource-overview.

/** By operation and title of the sample; a number: a call is made this many times in a row. */
export const expectedCalls: Readonly<Record<string, string>> = {
  "create service":
    "CreateService, DescribeService, ModifyServiceEnvironmentStrategy, ModifyServiceEnvironmentStrategy, ModifyServiceEnvironmentStrategy, ModifyResourceTags, DescribeService, DescribeServiceUsagePlan, DescribeApiUsagePlan, DescribeServiceEnvironmentStrategy, DescribeResourceTagsByResourceIds",
  "update service":
    "DescribeService, DescribeServiceUsagePlan, DescribeApiUsagePlan, DescribeServiceEnvironmentStrategy, DescribeResourceTagsByResourceIds, ModifyService, ModifyServiceEnvironmentStrategy, ModifyServiceEnvironmentStrategy, ModifyServiceEnvironmentStrategy, ModifyResourceTags, DescribeService, DescribeServiceUsagePlan, DescribeApiUsagePlan, DescribeServiceEnvironmentStrategy, DescribeResourceTagsByResourceIds",
  "delete service": "DescribeService, DescribeResourceTagsByResourceIds, ModifyResourceTags, DeleteService",
  "create API":
    "DescribeService, CreateApi, ModifyApiEnvironmentStrategy, ModifyApiEnvironmentStrategy, ModifyApiEnvironmentStrategy, DescribeApi, DescribeApiEnvironmentStrategy",
  "update API":
    "DescribeApi, DescribeApiEnvironmentStrategy, ModifyApi, ModifyApiEnvironmentStrategy, ModifyApiEnvironmentStrategy, ModifyApiEnvironmentStrategy, DescribeApi, DescribeApiEnvironmentStrategy",
  "delete API":
    "DescribeApiEnvironmentStrategy, ModifyApiEnvironmentStrategy, ModifyApiEnvironmentStrategy, ModifyApiEnvironmentStrategy, DeleteApi",
  "create key that the service makes": "CreateApiKey, DisableApiKey, DescribeApiKeysStatus",
  "update key that the service makes": "EnableApiKey, DescribeApiKeysStatus",
  "delete key that the service makes": "DisableApiKey, DeleteApiKey",
  "create key of the program's own": "DescribeApiKeysStatus, CreateApiKey, DisableApiKey, DescribeApiKeysStatus",
  "update key of the program's own": "UpdateApiKey, EnableApiKey, DescribeApiKeysStatus",
  "delete key of the program's own": "DisableApiKey, DeleteApiKey",
  "create IP strategy": "CreateIPStrategy, DescribeIPStrategy",
  "update IP strategy": "ModifyIPStrategy, DescribeIPStrategy",
  "delete IP strategy": "DeleteIPStrategy",
  "create plugin": "CreatePlugin",
  "update plugin": "ModifyPlugin, DescribePlugins",
  "delete plugin": "DeletePlugin",
  "create application": "CreateApiApp, ModifyResourceTags, DescribeResourceTagsByResourceIds",
  "update application":
    "DescribeApiAppsStatus, DescribeResourceTagsByResourceIds, ModifyApiApp, ModifyResourceTags, DescribeApiAppsStatus, DescribeResourceTagsByResourceIds",
  "delete application": "DeleteApiApp",
  "create usage plan": "CreateUsagePlan, DescribeUsagePlan",
  "update usage plan":
    "DescribeUsagePlan, DescribeUsagePlanEnvironments, DescribeUsagePlanEnvironments, ModifyUsagePlan, DescribeUsagePlan, DescribeUsagePlanEnvironments, DescribeUsagePlanEnvironments",
  "delete usage plan": "DeleteUsagePlan",
  "create document": "CreateAPIDoc, DescribeAPIDocDetail",
  "update document": "DescribeAPIDocDetail, ModifyAPIDoc, DescribeAPIDocDetail",
  "delete document": "DeleteAPIDoc",
  "create channel": "CreateUpstream, ModifyResourceTags, DescribeUpstreams, DescribeResourceTagsByResourceIds",
  "update channel":
    "DescribeUpstreams, DescribeResourceTagsByResourceIds, ModifyUpstream, ModifyResourceTags, DescribeUpstreams, DescribeResourceTagsByResourceIds",
  "delete channel": "DeleteUpstream",
  "create domain": "DescribeServiceSubDomains, BindSubDomain, DescribeServiceSubDomains, DescribeServiceSubDomainMappings",
  "update domain":
    "DescribeServiceSubDomains, DescribeServiceSubDomainMappings, ModifySubDomain, DescribeServiceSubDomains, DescribeServiceSubDomainMappings",
  "delete domain": "UnBindSubDomain",
  "create release":
    "DescribeService, DescribeServiceEnvironmentList, ReleaseService, DescribeService, DescribeServiceEnvironmentList, DescribeServiceEnvironmentReleaseHistory, DescribeServiceEnvironmentList",
  "delete release": "DescribeServiceEnvironmentList, UnReleaseService",
  "create binding of a plan":
    "DescribeApiUsagePlan, DescribeApi, DescribeUsagePlan, DescribeService, BindEnvironment, DescribeUsagePlanSecretIds, BindSecretIds",
  "delete binding of a plan": "UnBindSecretIds, UnBindEnvironment",
  "create binding of a key": "DescribeUsagePlan, DescribeUsagePlan, DescribeApiKeysStatus, BindSecretIds, DescribeUsagePlan",
  "delete binding of a key": "UnBindSecretIds, DescribeUsagePlan",
  "create binding of a strategy": "DescribeIPStrategy, BindIPStrategy, DescribeIPStrategy",
  "delete binding of a strategy": "UnBindIPStrategy",
  "create binding of a plugin": "DescribePluginApis, AttachPlugin",
  "delete binding of a plugin": "DetachPlugin",
  "create binding of an application": "DescribeApiAppBindApisStatus, BindApiApp",
  "delete binding of an application": "UnbindApiApp",
  "create switch of a version": "UpdateService",
  "create change of an application's key": "UpdateApiAppKey",
  "create import of a document": "ImportOpenApi, DescribeApi, DescribeApi",
  "delete import of a document": "DeleteApi, DeleteApi",
};
