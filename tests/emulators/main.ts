/**
 * Runs the Elasticsearch emulator alone, for the demo: prints `ready http://127.0.0.1:PORT` and stops on SIGTERM or SIGINT.
 * No security; the version can be given as the first argument.
 */
import { createSearchEmulator } from "./search/index";
import { serve } from "./serve";

const main = async ([version]: readonly string[]): Promise<void> => {
  const served = await serve(createSearchEmulator(version === undefined ? {} : { version }).handle);
  process.stdout.write(`ready ${served.url}\n`);
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void served.stop().then(() => process.exit(0)));
};

void main(process.argv.slice(2));
