// The front door: binds a port, prints it, and joins schema, modules and transport behind it. What is not needed for the port is loaded after it.
import type { AddressInfo, Socket } from "node:net";
import { createServer } from "node:net";
import { engineAddress, usage, isVerbose } from "./plugin/arguments";

const address = engineAddress(process.argv.slice(2));
const words = usage(process.argv.slice(2));
if (words !== undefined) process.stdout.write(`${words}\n`);
else open();

function open(): void {
  // Only the port may stand on stdout (protocol 1.3); libraries that print are sent to stderr.
  console.log = console.info = console.debug = console.error;
  const waiting: Socket[] = [];
  // A peer may be gone before anybody serves it.
  let serve = (socket: Socket): unknown => waiting.push(socket.on("error", () => {}));
  let stop = (): void => process.exit(0);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stop());
  const door = createServer({ pauseOnConnect: false, noDelay: true }, (socket) => serve(socket));
  door.on("error", (error) => {
    process.stderr.write(`pulumi-resource-quartet: cannot listen on 127.0.0.1: ${error.message}\n`);
    process.exitCode = 1;
  });
  door.listen(0, "127.0.0.1", () => {
    process.stdout.on("error", () => {}); // the engine may stop reading once it has the port
    process.stdout.write(`${(door.address() as AddressInfo).port}\n`);
    setImmediate(async () => {
      try {
        const { start } = await import("./start");
        ({ serve, stop } = await start({ address, server: door, verbose: isVerbose(process.argv.slice(2)) }));
        waiting.forEach(serve);
      } catch (error) {
        // The engine shows this line to the user (protocol 1.4).
        process.stderr.write(`pulumi-resource-quartet: cannot start, install it anew: ${String(error)}\n`);
        process.exit(1);
      }
    });
  });
}
