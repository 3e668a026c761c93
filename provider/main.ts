// The entry point: binds a port, prints it, and then loads the rest, so that the engine has the port as early as possible.
import { writeSync } from "node:fs";
import type { AddressInfo, Socket } from "node:net";
import { createServer } from "node:net";
import { Bundle, type PartInfo } from "./launcher/bundle";
import { engineAddress, usage, isVerbose } from "./plugin/arguments";
import type * as Start from "./start";

/** The files of the bundle. Defined by the build. */
declare const QUARTET_PARTS: Record<string, PartInfo>;

const args = process.argv.slice(2);
const usageText = usage(args);
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
// `zlib.crc32` came with 20.15 and 22.2.
const isTooOld = major < 20 || (major === 20 && minor < 15) || major === 21 || (major === 22 && minor < 2);
if (isTooOld) {
  const reason = `Node.js ${process.versions.node}: version 20.15, 22.2 or newer is required`;
  process.stderr.write(`pulumi-resource-quartet: start failed: ${reason}. Update Node.js.\n`);
  process.exitCode = 1;
} else if (usageText !== undefined) process.stdout.write(`${usageText}\n`);
else listen();

function listen(): void {
  // stdout carries only the port; libraries that print write to stderr. See docs/protocol.md#standard-output.
  console.log = console.info = console.debug = console.error;
  guardStdout();
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
    printPort((server.address() as AddressInfo).port);
    setImmediate(async () => {
      try {
        const bundle = new Bundle(__dirname, QUARTET_PARTS);
        const { start } = bundle.load("./start.js") as typeof Start;
        const onConfigured = (): void => bundle.keepCode();
        ({ serve, stop } = await start({
          address: engineAddress(args),
          server,
          folder: __dirname,
          verbose: isVerbose(args),
          onConfigured,
        }));
        accepted.forEach(serve);
      } catch (error) {
        // The engine shows this line to the user. See docs/protocol.md#standard-output.
        process.stderr.write(`pulumi-resource-quartet: start failed: ${String(error)}. Reinstall the plugin.\n`);
        process.exit(1);
      }
    });
  });
}

/** Ignores failures of a library that writes to stdout: the engine may close the pipe once it has the port. Does not create the stream. */
function guardStdout(): void {
  const { get: open } = Object.getOwnPropertyDescriptor(process, "stdout")!;
  let stream: NodeJS.WriteStream | undefined;
  const get = (): NodeJS.WriteStream => (stream ??= (open!.call(process) as NodeJS.WriteStream).on("error", () => {}));
  Object.defineProperty(process, "stdout", { configurable: true, enumerable: true, get });
}

/** Codes of a pipe without a reader, on Windows too. */
const closedPipe = new Set<unknown>(["EPIPE", "EOF"]);

/**
 * Writes to the file descriptor, because the stream `process.stdout` takes 2 ms to create and is not used again. A pipe that the engine has closed is ignored:
 * the process ends when the engine is gone. With any other failure the engine would wait for the port.
 */
function printPort(port: number): void {
  try {
    writeSync(1, `${port}\n`);
  } catch (error) {
    if (closedPipe.has((error as NodeJS.ErrnoException).code)) return;
    const reason = `the port cannot be written to stdout: ${(error as Error).message}`;
    process.stderr.write(`pulumi-resource-quartet: start failed: ${reason}. Connect stdout to a pipe or a writable file.\n`);
    process.exit(1);
  }
}
