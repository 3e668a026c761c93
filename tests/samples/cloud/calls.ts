// The calls that each write of each resource of module cloud makes when nothing goes wrong. See docs/modules/cloud.md#resource-overview.

/** By operation and title of the sample; a number: a call is made this many times in a row. */
export const expectedCalls: Readonly<Record<string, string>> = {
  "create service":
    "CreateService, DescribeService, 3 ModifyServiceEnvironmentStrategy, ModifyResourceTags, DescribeService, DescribeServiceUsagePlan, DescribeApiUsagePlan, DescribeServiceEnvironmentStrategy, DescribeResourceTagsByResourceIds",
  "update service":
    "DescribeService, DescribeServiceUsagePlan, DescribeApiUsagePlan, DescribeServiceEnvironmentStrategy, DescribeResourceTagsByResourceIds, ModifyService, 3 ModifyServiceEnvironmentStrategy, ModifyResourceTags, DescribeService, DescribeServiceUsagePlan, DescribeApiUsagePlan, DescribeServiceEnvironmentStrategy, DescribeResourceTagsByResourceIds",
  "delete service": "DescribeService, DescribeResourceTagsByResourceIds, ModifyResourceTags, DeleteService",
  "create API": "DescribeService, CreateApi, 3 ModifyApiEnvironmentStrategy, DescribeApi, DescribeApiEnvironmentStrategy",
  "update API":
    "DescribeApi, DescribeApiEnvironmentStrategy, ModifyApi, 3 ModifyApiEnvironmentStrategy, DescribeApi, DescribeApiEnvironmentStrategy",
  "delete API": "DescribeApiEnvironmentStrategy, 3 ModifyApiEnvironmentStrategy, DeleteApi",
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
    "DescribeUsagePlan, 2 DescribeUsagePlanEnvironments, ModifyUsagePlan, DescribeUsagePlan, 2 DescribeUsagePlanEnvironments",
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
  "create binding of a key": "2 DescribeUsagePlan, DescribeApiKeysStatus, BindSecretIds, DescribeUsagePlan",
  "delete binding of a key": "UnBindSecretIds, DescribeUsagePlan",
  "create binding of a strategy": "DescribeIPStrategy, BindIPStrategy, DescribeIPStrategy",
  "delete binding of a strategy": "UnBindIPStrategy",
  "create binding of a plugin": "DescribePluginApis, AttachPlugin",
  "delete binding of a plugin": "DetachPlugin",
  "create binding of an application": "DescribeApiAppBindApisStatus, BindApiApp",
  "delete binding of an application": "UnbindApiApp",
  "create switch of a version": "UpdateService",
  "create change of an application's key": "UpdateApiAppKey",
  "create import of a document": "ImportOpenApi, 2 DescribeApi",
  "delete import of a document": "2 DeleteApi",
};
