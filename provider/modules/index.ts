// The modules of the provider, one line each. Their code is loaded when their first token or setting is used.
import type { ModuleEntry } from "../contract/module";

/** Every module, by the middle part of its tokens. */
export const modules = {
  cloud: {
    settings: [
      "secretId",
      "secretKey",
      "securityToken",
      "profile",
      "sharedCredentialsDir",
      "camRoleName",
      "enablePodOidc",
      "assumeRole",
      "assumeRoleWithSaml",
      "assumeRoleWithWebIdentity",
      "mfaCertification",
      "allowedAccountIds",
      "forbiddenAccountIds",
      "region",
      "protocol",
      "domain",
      "cosDomain",
      "apiGatewayRetired",
    ],
    methods: ["terraformConfig"],
    load: async () => (await import("./cloud")).cloud,
  },
  datapipeline: { settings: ["apiKey", "apiSecret", "apiUrl"], load: async () => (await import("./datapipeline")).datapipeline },
  "eventrouting/v1": {
    settings: [
      "googleProject",
      "googleLocation",
      "googleCredentials",
      "googleAccessToken",
      "googleScopes",
      "eventApiUrl",
      "eventPreviewChecks",
      "googleImpersonateServiceAccount",
      "googleImpersonateServiceAccountDelegates",
      "googleUserProjectOverride",
      "googleBillingProject",
      "googleAppendUserAgent",
      "googleTokenUrl",
      "googleIamCredentialsUrl",
    ],
    load: async () => (await import("./eventrouting")).eventrouting,
  },
  search: {
    settings: ["searchServers", "agentManagers", "dashboards", "searchForceDestroy", "searchPreviewChecks"],
    load: async () => (await import("./search")).search,
  },
} satisfies Record<string, ModuleEntry>;
