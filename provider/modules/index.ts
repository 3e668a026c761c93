// The modules of the provider, one line each. Their code is loaded when their first token or setting is used.
import type { ModuleEntry } from "../core/contract";

/** Every module, by the middle part of its tokens. */
export const modules = {
  search: { settings: ["searchServers", "agentManagers", "dashboards"], load: async () => (await import("./search")).search },
} satisfies Record<string, ModuleEntry>;
