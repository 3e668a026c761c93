// The modules of the provider, one line each. Their code is loaded when their first token or setting is used.
import type { ModuleEntry } from "../core/contract";

/** Every module, by the middle part of its tokens. */
export const modules = {
  cloud: {
    settings: [
      ...(["secretId", "secretKey", "securityToken", "profile", "sharedCredentialsDir", "camRoleName", "enablePodOidc"] as const),
      ...(["assumeRole", "assumeRoleWithSaml", "assumeRoleWithWebIdentity", "mfaCertification"] as const),
      ...(["allowedAccountIds", "forbiddenAccountIds", "region", "protocol", "domain", "cosDomain", "apiGatewayRetired"] as const),
    ],
    methods: ["terraformConfig"],
    load: async () => (await import("./cloud")).cloud,
  },
  datapipeline: { settings: ["apiKey", "apiSecret", "apiUrl"], load: async () => (await import("./datapipeline")).datapipeline },
  "eventrouting/v1": {
    settings: [
      ...(["googleProject", "googleLocation", "googleCredentials", "googleAccessToken", "googleScopes"] as const),
      ...(["eventApiUrl", "eventPreviewChecks"] as const),
      ...(["googleImpersonateServiceAccount", "googleImpersonateServiceAccountDelegates"] as const),
      ...(["googleUserProjectOverride", "googleBillingProject", "googleAppendUserAgent"] as const),
      ...(["googleTokenUrl", "googleIamCredentialsUrl"] as const),
    ],
    load: async () => (await import("./eventrouting")).eventrouting,
  },
  search: {
    settings: ["searchServers", "agentManagers", "dashboards", "searchPreviewChecks"],
    load: async () => (await import("./search")).search,
  },
} satisfies Record<string, ModuleEntry>;
