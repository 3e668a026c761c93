// Runs the emulators of the search and data pipeline services in a process of their own, so that a measured server shares no processor time with them.
// Prints one line of JSON, see Services, and ends with its parent.
import type { EmulatorHandler } from "../tests/emulators/exchange";
import { createPipelineEmulator, exampleKeys } from "../tests/emulators/datapipeline/index";
import { createSearchEmulator } from "../tests/emulators/search/index";
import { serve } from "../tests/emulators/serve";

/** Where the emulators listen, and the key of the data pipeline service. */
export interface Services {
  search: string;
  pipeline: string;
  key: string;
  secret: string;
}

/** Serves the emulator; the list of recorded requests stays empty, so that memory does not grow. */
async function address(handle: EmulatorHandler): Promise<string> {
  const served = await serve((request) => {
    served.requests.length = 0;
    return handle(request);
  });
  return served.url;
}

async function main(): Promise<void> {
  const [[key, secret]] = Object.entries(exampleKeys) as [[string, string]];
  const services: Services = {
    search: await address(createSearchEmulator().handle),
    pipeline: `${await address(createPipelineEmulator({ perHour: Infinity }).handle)}/v1`,
    key,
    secret,
  };
  process.stdout.write(`${JSON.stringify(services)}\n`);
  process.stdin.resume().once("end", () => process.exit(0));
}

if (require.main === module) void main();
