// Runs the emulators of the search and data pipeline services in a process of their own, so that a measured server shares no processor time with them.
// Prints one line of JSON, see Services, and ends with its parent.
import type { EmulatorHandler } from "../tests/emulators/exchange";
import type { PipelineAccount } from "../tests/emulators/datapipeline/account";
import { exampleAccount } from "../tests/emulators/datapipeline/example";
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

/** The groups that the service has beside those of the example account: distinct objects for several lookups of one program. */
export const groupIds: readonly string[] = Array.from({ length: 20 }, (_, i) => `bench_group_${i}`);

function accountWithGroups(): PipelineAccount {
  const account = exampleAccount();
  for (const id of groupIds) account.groups.set(id, { id, name: `Group ${id}`, created_at: "2024-01-02T03:04:05.678900Z" });
  return account;
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
    pipeline: `${await address(createPipelineEmulator({ account: accountWithGroups(), perHour: Infinity }).handle)}/v1`,
    key,
    secret,
  };
  process.stdout.write(`${JSON.stringify(services)}\n`);
  process.stdin.resume().once("end", () => process.exit(0));
}

if (require.main === module) void main();
