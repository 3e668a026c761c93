// An Elasticsearch emulator behind a port, for tests that run other processes.
import { createFaults } from "../emulators/faults";
import type { Faults } from "../emulators/faults";
import type { SearchEmulator, SearchEmulatorOptions } from "../emulators/search/index";
import { createSearchEmulator } from "../emulators/search/index";
import type { Served, ServeTls } from "../emulators/serve";
import { serve } from "../emulators/serve";

/** The emulator, the requests that it received, and the switches that make it fail. */
export interface Search extends Served {
  emulator: SearchEmulator;
  faults: Faults;
  /** Leads a provider here by its environment alone. */
  environment: Record<string, string>;
}

/** Starts an emulator with nothing in it; `stop` ends it. */
export async function openSearch(options: SearchEmulatorOptions = {}, tls?: ServeTls): Promise<Search> {
  const emulator = createSearchEmulator(options);
  const faults = createFaults();
  const served = await serve(emulator.handle, { faults, tls });
  return Object.assign(served, { emulator, faults, environment: { ELASTICSEARCH_ENDPOINTS: served.url } });
}

/** Returns what the emulator stores, by kind; empty kinds are omitted, and so are the indices of data streams. */
export function storedObjects({
  pipelines,
  indexTemplates,
  componentTemplates,
  lifecyclePolicies,
  dataStreams,
  indices,
  roles,
  roleMappings,
  snapshots,
}: SearchEmulator): Record<string, unknown[]> {
  const plainIndices = indices.entries().filter(([, { dataStream }]) => dataStream === undefined);
  const { repositories, policies: snapshotPolicies } = snapshots;
  const stores = {
    pipelines,
    indexTemplates,
    componentTemplates,
    lifecyclePolicies,
    dataStreams,
    roles,
    roleMappings,
    repositories: repositories.all,
    snapshotPolicies,
  };
  const all = Object.entries(stores).map(([kind, store]): [string, unknown[]] => [kind, store.entries()]);
  return Object.fromEntries([...all, ["indices", plainIndices] as const].filter(([, objects]) => objects.length > 0));
}
