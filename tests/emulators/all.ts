/** The emulators of all services, each behind a port of its own. */
import { createCloudEmulator } from "./cloud/index";
import { createPipelineEmulator } from "./datapipeline/index";
import { createEventEmulator } from "./eventrouting/index";
import { createSearchEmulator } from "./search/index";
import { serve, type Served } from "./serve";
import { cloudSettings, eventSettings, pipelineSettings, searchSettings, type Setting } from "./settings";

/** A running emulator. */
export interface ServedService {
  /** Name of the service. */
  title: string;
  served: Served;
  settings: readonly Setting[];
}

const createAll = () => ({
  search: createSearchEmulator(),
  cloud: createCloudEmulator({ domain: "localhost" }),
  pipeline: createPipelineEmulator(),
  events: createEventEmulator(),
});

/** The emulators and their servers. */
interface AllServed {
  /** Their state is open, as that of each emulator. */
  emulators: ReturnType<typeof createAll>;
  services: readonly ServedService[];
  /** Ends all servers and discards the state. */
  stop(): Promise<void>;
}

/** Starts the emulators on four consecutive ports, or on free ones if `firstPort` is 0. Stops all of them if one fails to start. */
export async function serveAll(firstPort = 0): Promise<AllServed> {
  const emulators = createAll();
  const { search, cloud, pipeline, events } = emulators;
  const rows = [
    { title: "Elasticsearch", emulator: search, settingsOf: ({ url }: Served) => searchSettings(url) },
    { title: "Tencent Cloud", emulator: cloud, settingsOf: ({ port }: Served) => cloudSettings(port) },
    { title: "Fivetran", emulator: pipeline, settingsOf: ({ url }: Served) => pipelineSettings(url) },
    { title: "Google Eventarc", emulator: events, settingsOf: ({ url }: Served) => eventSettings(url) },
  ];
  const services: ServedService[] = [];
  const stop = async (): Promise<void> => void (await Promise.all(services.map(({ served }) => served.stop())));
  try {
    for (const [at, { title, emulator, settingsOf }] of rows.entries()) {
      const served = await serve(emulator.handle, { port: firstPort === 0 ? 0 : firstPort + at });
      services.push({ title, served, settings: settingsOf(served) });
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { emulators, services, stop };
}
