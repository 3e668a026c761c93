/**
 * `npm run emulators`: runs the emulators of all services until Ctrl-C and prints the settings of the provider for them. The argument is the first of four
 * consecutive ports of 127.0.0.1; 0 selects free ports. See docs/guides/try-without-an-account.md.
 */
import { serveAll, type ServedService } from "./all";
import type { Setting } from "./settings";

/** The same ports in each run, so that the configuration of a stack remains valid. */
const defaultPort = 7400;

const configCommand = ({ key, value, isSecret }: Setting) => {
  const isPath = key.includes("[");
  const options = [...(isSecret ? ["--secret"] : []), ...(isPath ? ["--path"] : [])];
  const name = isPath ? `'quartet:${key}'` : `quartet:${key}`;
  return ["pulumi config set", ...options, name, value].join(" ");
};

const textOf = (services: readonly ServedService[]) => {
  const settings = services.flatMap((service) => service.settings);
  return [
    ...services.map(({ title, served }) => `${title.padEnd(16)} ${served.url}`),
    "\nConfiguration of a stack:",
    ...settings.map((setting) => `  ${configCommand(setting)}`),
    "\nOr environment variables:",
    ...settings.map(({ variable, value }) => `  export ${variable}=${value}`),
    "\nThe state is lost when the emulators end. Press Ctrl-C to end them.\n",
  ].join("\n");
};

const fail = (message: string) => {
  process.stderr.write(`Start failed: ${message}\n`);
  process.exitCode = 1;
};

const main = async (argument = String(defaultPort)) => {
  const port = Number(argument);
  if (!/^\d+$/.test(argument) || port > 65_532) return fail(`port ${argument}: expected an integer from 0 to 65532. Use 0 for free ports.`);
  const { services, stop } = await serveAll(port);
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void stop().then(() => process.exit(0)));
  process.stdout.write(textOf(services));
};

main(process.argv[2]).catch((error: NodeJS.ErrnoException & { port?: number }) => {
  if (error.code !== "EADDRINUSE") throw error;
  fail(`127.0.0.1:${error.port}: the port is in use. Pass another one: \`make emulators PORT=7500\`, or PORT=0 for free ports.`);
});
