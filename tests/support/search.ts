// An Elasticsearch emulator behind a port, for tests that run other processes.
import { createSearchEmulator, type SearchEmulator, type SearchEmulatorOptions } from "../emulators/search/index";
import type { ServeTls } from "../emulators/serve";
import { environmentOf, searchSettings } from "../emulators/settings";
import { openService, type Service } from "./services";

/** The emulator, and how providers reach it. */
export interface Search extends Service<SearchEmulator> {
  /** Leads a provider here by its environment alone. */
  environment: Record<string, string>;
}

/** Starts an emulator with nothing in it; `stop` or `closeServices` ends it. */
export async function openSearch(options: SearchEmulatorOptions = {}, tls?: ServeTls): Promise<Search> {
  const service = await openService(createSearchEmulator(options), { tls });
  return Object.assign(service, { environment: environmentOf(searchSettings(service.url)) });
}

const kinds = ["pipelines", "indexTemplates", "componentTemplates", "lifecyclePolicies", "dataStreams", "roles", "roleMappings"] as const;

/** Returns what the emulator stores, by kind; empty kinds are omitted, and so are the indices of data streams. */
export function storedObjects(emulator: SearchEmulator): Record<string, unknown[]> {
  const { repositories, policies } = emulator.snapshots;
  const all = [
    ...kinds.map((kind) => [kind, emulator[kind].entries()] as const),
    ["repositories", repositories.all.entries()] as const,
    ["snapshotPolicies", policies.entries()] as const,
    ["indices", emulator.indices.entries().filter(([, { dataStream }]) => dataStream === undefined)] as const,
  ];
  return Object.fromEntries(all.filter(([, objects]) => objects.length > 0));
}
