/**
 * The rotation of API keys with the real CLI on the real node: no request is rejected, neither of a client that the deployment updates, nor of one that reads the
 * outputs of the stack later. See docs/modules/search-access.md#rotation.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openCli, type Cli, type Stack } from "../support/cli";
import { cleanSecurity } from "./agree";
import { overHttp } from "./agreement";
import { USER } from "./configuration";
import { step } from "./contract/step";

jest.setTimeout(600_000);

const url = process.env.ELASTICSEARCH_SECURE_NODE ?? "";
const rotations = 10;

/** The program waits until the client uses the new key, as a deployment waits for the replicas of a service. */
const program = `
import * as fs from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import * as pulumi from "@pulumi/pulumi";
import { search } from "pulumi-quartet";

const roleDescriptors = { app: { clusters: ["monitor"] } };
const triggers = { rotation: new pulumi.Config().require("rotation") };

const managed = new search.SearchApiKey("managed", { roleDescriptors, triggers });
export const used = managed.encoded.apply(async (encoded) => {
  fs.writeFileSync("key.new", encoded!);
  fs.renameSync("key.new", "key");
  while (!fs.existsSync("used") || fs.readFileSync("used", "utf8") !== encoded) await delay(10);
  return true;
});

export const external = new search.SearchApiKey("external", { roleDescriptors, triggers, overlap: "1h" }).encoded;
`;

/** A client that sends a request every 20 ms with the key of that moment. `uses` is called once no request with an older key is open. */
function startClient(key: () => string | undefined, uses: (key: string) => void = () => undefined) {
  const statuses = new Set<number>();
  const keys = new Set<string>();
  const open = new Map<Promise<void>, string>();
  const send = async (current: string) => {
    keys.add(current);
    const { status } = await overHttp(url)(step("GET /", undefined, { authorization: `ApiKey ${current}` }));
    statuses.add(status);
  };
  const timer = setInterval(() => {
    const current = key();
    if (current === undefined) return;
    const request = send(current).finally(() => {
      open.delete(request);
      if ([...open.values()].every((other) => other === current)) uses(current);
    });
    open.set(request, current);
  }, 20);
  const stop = async () => {
    clearInterval(timer);
    await Promise.all(open.keys());
  };
  return { statuses, keys, stop };
}

let cli: Cli;
let stack: Stack;

beforeAll(async () => {
  cli = await openCli();
  const environment = { ELASTICSEARCH_ENDPOINTS: url, ELASTICSEARCH_USERNAME: USER.username, ELASTICSEARCH_PASSWORD: USER.password };
  stack = await cli.stack("rotation", { ...environment, PULUMI_NODEJS_TRANSPILE_ONLY: "true" }, "nodejs");
  stack.typescript(program);
});
afterAll(async () => {
  await cli?.workspace.remove();
  const authorization = `Basic ${Buffer.from(`${USER.username}:${USER.password}`).toString("base64")}`;
  await cleanSecurity((sent) => overHttp(url)({ ...sent, headers: { authorization, ...sent.headers } }));
});

/** Writes the key that the client uses, for the program. */
function announce(key: string) {
  writeFileSync(join(stack.folder, "used.new"), key);
  renameSync(join(stack.folder, "used.new"), join(stack.folder, "used"));
}

test(`access 6: ${rotations} rotations leave no request with a dead key`, async () => {
  const file = join(stack.folder, "key");
  const managed = startClient(() => (existsSync(file) ? readFileSync(file, "utf8") : undefined), announce);
  let output: string | undefined;
  const external = startClient(() => output);
  const readOutput = async () => {
    output = (await stack.ok("stack", "output", "external", "--show-secrets")).trim();
  };
  for (let rotation = 0; rotation <= rotations; rotation++) {
    await stack.ok("config", "set", "rotation", String(rotation));
    const update = stack.up();
    if (rotation > 0) await readOutput();
    await update;
    await readOutput();
  }
  await Promise.all([managed.stop(), external.stop()]);
  expect([...managed.statuses, ...external.statuses]).toEqual([200, 200]);
  expect(managed.keys.size).toBe(rotations + 1);
  await stack.destroy();
});
