// `npm run emulators` as a user runs it: the printed commands configure a stack that calls a function of each service, and a signal ends it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { cliOfFile, type Program } from "../support/cli";

const root = resolve(__dirname, "..", "..");
const cli = cliOfFile();

/** Starts the script; resolves once it has printed everything. */
async function start(port: string, command = process.execPath, args = ["--import", "tsx", "tests/emulators/main.ts", port]) {
  const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(child, "close");
  let text = "";
  await new Promise<void>((printed) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (chunk: string) => (text += chunk).includes("Press Ctrl-C") && printed());
    child.once("close", () => printed());
  });
  const end = async (signal: NodeJS.Signals): Promise<unknown> => {
    child.kill(signal);
    return (await ended)[0];
  };
  return { text, end };
}

/** Returns the commands that configure a stack, as the CLI receives them. */
const commandsIn = (text: string) =>
  [...text.matchAll(/^ *pulumi (config set .+)$/gm)].map(([, line = ""]) => line.replaceAll("'", "").split(" "));

/** Replaces the ports of a text by their positions. */
const withoutPorts = (text: string, ports: readonly string[]) => ports.reduce((rest, port, at) => rest.replaceAll(port, `PORT${at}`), text);

const guide = readFileSync(join(root, "docs", "guides", "try-without-an-account.md"), "utf8");

const call = (token: string, args: object): object => ({ "fn::invoke": { function: `quartet:${token}`, arguments: args } });

/** Calls a function of each service. */
const program: Program = {
  variables: {
    cluster: call("search:getSearchClusterInfo", {}),
    gateways: call("cloud:getApiGatewayServices", {}),
    groups: call("datapipeline:getGroups", {}),
    triggers: call("eventrouting/v1:getTriggers", { location: "us-central1" }),
  },
  outputs: { cluster: "${cluster}", gateways: "${gateways}", groups: "${groups}", triggers: "${triggers}" },
};

it("prints the commands of the guide, which configure a stack, names a port that is in use, and ends on SIGINT", async () => {
  const { text, end } = await start("0");
  const ports = [...text.matchAll(/^[A-Z].* http:\/\/127\.0\.0\.1:(\d+)$/gm)].map(([, port = ""]) => port);
  expect(commandsIn(withoutPorts(text, ports))).toEqual(commandsIn(withoutPorts(guide, ["7400", "7401", "7402", "7403"])));
  const stack = await cli.stack("by-configuration");
  stack.program(program);
  for (const command of commandsIn(text)) await stack.ok(...command);
  await stack.ok("preview");
  expect(stack.read("Pulumi.test.yaml").match(/secure:/g)).toHaveLength(3);
  const second = await start(ports[2]!);
  expect(second.text).toBe(
    `Start failed: 127.0.0.1:${ports[2]}: the port is in use. Pass another one: \`make emulators PORT=7500\`, or PORT=0 for free ports.\n`,
  );
  expect([await second.end("SIGTERM"), await end("SIGINT")]).toEqual([1, 0]);
});

it("configures a stack by the printed variables, and ends with `make emulators`", async () => {
  // The packages are installed; make must not compare their times.
  const { text, end } = await start("0", "make", ["--old-file=node_modules/.package-lock.json", "emulators", "PORT=0"]);
  const variables = [...text.matchAll(/^ {2}export (\w+)=(.+)$/gm)].map(([, name = "", value = ""]): [string, string] => [name, value]);
  const stack = await cli.stack("by-environment", Object.fromEntries(variables));
  stack.program(program);
  await stack.ok("preview");
  // The output of make ends with the last process that has it.
  expect(await end("SIGTERM")).toBeNull();
});
