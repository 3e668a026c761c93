// The entry point: binds a port, prints it, and then loads the rest, so that the engine has the port as early as possible.
import type { AddressInfo, Socket } from "node:net";
import { createServer } from "node:net";
import { engineAddress, usage, isVerbose } from "./plugin/arguments";

/** A parameter of the bundle: stores the compiled code when the process ends. Undefined when the code comes from the cache. */
declare const keepCode: (() => void) | undefined;

const args = process.argv.slice(2);
const usageText = usage(args);
if (usageText !== undefined) process.stdout.write(`${usageText}\n`);
else listen();

function listen(): void {
  // stdout carries only the port; libraries that print write to stderr. See docs/protocol.md#standard-output.
  console.log = console.info = console.debug = console.error;
  const accepted: Socket[] = [];
  // A peer may close its connection before the server is loaded.
  let serve = (socket: Socket): unknown => accepted.push(socket.on("error", () => {}));
  let stop = (): void => process.exit(0);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stop());
  const server = createServer({ pauseOnConnect: false, noDelay: true }, (socket) => serve(socket));
  server.on("error", (error) => {
    process.stderr.write(`pulumi-resource-quartet: cannot listen on 127.0.0.1: ${error.message}\n`);
    process.exitCode = 1;
  });
  server.listen(0, "127.0.0.1", () => {
    process.stdout.on("error", () => {}); // the engine may close the pipe once it has the port
    process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
    setImmediate(async () => {
      try {
        const { start } = await import("./start");
        ({ serve, stop } = await start({ address: engineAddress(args), server, verbose: isVerbose(args), onConfigured: keepCode }));
        accepted.forEach(serve);
      } catch (error) {
        // The engine shows this line to the user. See docs/protocol.md#standard-output.
        process.stderr.write(`pulumi-resource-quartet: start failed: ${String(error)}. Reinstall the plugin.\n`);
        process.exit(1);
      }
    });
  });
}
