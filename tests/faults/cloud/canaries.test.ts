// Distinct secret texts in every secret place of module cloud: settings, environment, profile, inputs, states, and in whatever a service repeats. None of them
// may be in a status, a failure, a log line, a plain output, a trace, on stdout or stderr, whatever goes wrong (cases 19, 44, 70, 95, 140, 145).
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exampleKeys } from "../../emulators/cloud/keys";
import type { EmulatorRequest } from "../../emulators/exchange";
import { callMethod } from "../../support/calling";
import type { Cloud } from "../../support/cloud";
import { closeClouds, openCloud } from "../../support/cloud";
import type { Collector } from "../../support/collector";
import { startCollector } from "../../support/collector";
import { pluginFolder } from "../../support/plugin";
import type { Fixture } from "../../support/fixture";
import * as fixtures from "../../support/fixture";
import type { Json } from "../../support/structs";
import { secret } from "../../support/structs";
import { until } from "../../support/waiting";
import { Canaries } from "../canaries";
import { device, holders, secretId, sources } from "./secret-inputs";
import { repeating, ways } from "./repeating";

jest.setTimeout(600_000);
let canaries: Canaries;
let collector: Collector;
beforeEach(async () => {
  canaries = new Canaries();
  collector = await startCollector();
});
afterEach(async () => {
  await Promise.all([fixtures.closeFixtures(), closeClouds()]);
  collector.stop();
});

/** A plugin with all logs and traces on, which repeats no request. */
const openVerbose = async (env: Record<string, string>): Promise<Fixture> =>
  fixtures.openFixture({
    env: {
      TENCENTCLOUD_READ_RETRY_TIMEOUT: "0",
      TENCENTCLOUD_WRITE_RETRY_TIMEOUT: "0",
      HOME: tmpdir(),
      PULUMI_OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
      ...env,
    },
    command: [join(pluginFolder, "pulumi-resource-quartet"), "--logtostderr", "-v=9"],
  });

/** A cloud that has the keys of the canaries, of that layer. */
async function openKnowing(layer: string): Promise<Cloud> {
  const { account } = exampleKeys;
  const cloud = await openCloud({
    keys: { [secretId]: { account, secretKey: canaries.of(`${layer}-key`), token: canaries.of(`${layer}-token`) } },
  });
  // As good as it takes: one-time codes are used up.
  const code = sources(canaries, layer).find((source) => source.code)!.code!;
  cloud.emulator.sts.codes.set(device, { delete: (given: string) => given === code } as Set<string>);
  return cloud;
}

/** All verbs on all resources that hold secrets, lookups of them, and the method of the provider, at once. */
async function allVerbs({ rpc }: Fixture, where: string): Promise<void> {
  const calls = holders(canaries).flatMap(({ type, id, inputs, news, outputs }) => {
    const about = { type, timeout: 5, id };
    const olds = { ...inputs, ...outputs };
    const verbs: Record<string, Promise<unknown>> = {
      check: rpc.check({ type, news: inputs }),
      create: rpc.create({ ...about, inputs }),
      preview: rpc.create({ ...about, inputs, preview: true }),
      update: rpc.update({ ...about, olds, oldInputs: inputs, news }),
      delete: rpc.delete({ ...about, properties: olds, oldInputs: inputs }),
      read: rpc.read({ ...about, inputs, properties: olds }),
      import: rpc.read(about),
    };
    return Object.entries(verbs).map(async ([verb, call]) => canaries.recordCall(`${where}, ${verb} of ${type}`, call));
  });
  const running = ["getApiGatewayApiKeys", "getApiGatewayApiApps", "getAddressTemplates"].map(async (name) =>
    canaries.recordCall(
      `${where}, ${name}`,
      rpc.invoke(`quartet:cloud:${name}`, name === "getApiGatewayApiKeys" ? { secretName: hiddenName() } : {}),
    ),
  );
  await Promise.all([...calls, ...running, canaries.recordCall(`${where}, terraformConfig`, callMethod(rpc, "terraformConfig"))]);
}

const hiddenName = (): Json => secret(canaries.of("lookup-name"));

/** Everything against one cloud while it repeats what it is sent, and without fault; returns all that it was sent. */
async function runAll(fixture: Fixture, cloud: Cloud, known: readonly string[]): Promise<EmulatorRequest[]> {
  const seen: EmulatorRequest[] = [];
  for (const way of ways) {
    cloud.faults.add(repeating(way, known, seen));
    await allVerbs(fixture, way);
    cloud.faults.clear();
  }
  await allVerbs(fixture, "no fault");
  await until("spans", () => collector.spans.length > 0);
  await until("log lines of the last calls", () =>
    fixture.engine.lines.some(({ message }) => message.includes("DescribeAddressTemplates")),
  );
  plantWhatWasMade(cloud);
  canaries.record("stdout", fixture.plugin.stdout());
  canaries.record("stderr", fixture.plugin.stderr());
  canaries.record("traces", JSON.stringify(collector.spans));
  for (const { message } of fixture.engine.lines) canaries.record("log", message);
  return [...seen, ...cloud.requests];
}

/** Temporary keys, and what the service made for the resources. */
function plantWhatWasMade({ emulator: { keys, gateway } }: Cloud): void {
  for (const [id, { secretKey, token }] of keys.entries()) {
    canaries.plant(`secret key of ${id}`, secretKey);
    if (token) canaries.plant(`token of ${id}`, token);
  }
  for (const [id, app] of gateway.apps.entries()) canaries.plant(`secret of ${id}`, app.secret);
  for (const [id, document] of gateway.documents.entries()) canaries.plant(`password of ${id}`, document.password);
}

/** Expects that no canary is shown, although the service received these and the secrets of the resources. */
function expectSilence(seen: EmulatorRequest[], places: readonly string[]): void {
  const everywhere = ["key-secret", "app-key", "app-tag", "service-name", "service-desc", "lookup-name"];
  canaries.expectSilence(seen, [...everywhere, ...places]);
}

const place = (cloud: Cloud): Record<string, string> => ({ protocol: "HTTP", domain: `localhost:${cloud.port}`, region: "ap-guangzhou" });
const placeVariables = (cloud: Cloud): Record<string, string> => ({
  TENCENTCLOUD_PROTOCOL: "HTTP",
  TENCENTCLOUD_DOMAIN: `localhost:${cloud.port}`,
  TENCENTCLOUD_REGION: "ap-guangzhou",
});
const titles = sources(new Canaries(), "settings").map(({ title }) => title);
const known = (layer: string): string[] => ["key", "token", "assertion", "jwt", "code"].map((each) => canaries.of(`${layer}-${each}`));
/** The canaries that this source receives: only received values can be hidden. */
const knownBy = (source: { settings: object; environment: object }, layer: string): string[] =>
  known(layer).filter((text) => JSON.stringify(source).includes(text));

describe.each(titles)("%s", (title) => {
  test("in the settings", async () => {
    const source = sources(canaries, "settings").find((each) => each.title === title)!;
    const cloud = await openKnowing("settings");
    const fixture = await openVerbose({});
    await fixture.rpc.configure({ version: "0.1.0", ...place(cloud), ...source.settings });
    expectSilence(
      await runAll(fixture, cloud, knownBy(source, "settings")),
      source.sent.map((each) => `settings-${each}`),
    );
  });

  test("in the environment", async () => {
    const source = sources(canaries, "environment").find((each) => each.title === title)!;
    const cloud = await openKnowing("environment");
    const fixture = await openVerbose({ ...placeVariables(cloud), ...source.environment });
    // Where the environment describes a role alone, its kind is reported by a block.
    const [block] = Object.keys(source.settings).filter((key) => key.startsWith("assumeRoleWith"));
    await fixture.rpc.configure({ version: "0.1.0", ...(block && { [block]: {} }) });
    expectSilence(
      await runAll(fixture, cloud, knownBy(source, "environment")),
      source.sent.map((each) => `environment-${each}`),
    );
  });
});

test("in a profile", async () => {
  const cloud = await openKnowing("profile");
  const folder = mkdtempSync(join(tmpdir(), "quartet-profile-"));
  mkdirSync(join(folder, "tccli"));
  const keys = { secretId, secretKey: canaries.of("profile-key"), token: canaries.of("profile-token") };
  writeFileSync(join(folder, "tccli", "default.credential"), JSON.stringify(keys));
  const fixture = await openVerbose({});
  await fixture.rpc.configure({ version: "0.1.0", ...place(cloud), sharedCredentialsDir: join(folder, "tccli") });
  expectSilence(await runAll(fixture, cloud, [keys.secretKey, keys.token]), ["profile-token"]);
  rmSync(folder, { recursive: true });
});
