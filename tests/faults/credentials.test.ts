/**
 * Credentials of modules search and cloud, in settings, in the block of a call and in the environment, while the service repeats what it is sent: no output, error,
 * log line or status line shows them, whatever goes wrong. tests/invariants/failures covers the secrets of programs, tests/cli/secrets what processes write.
 */
import { ResourceInitFailedError } from "../../provider/core/errors/errors";
import type { ValueMap } from "../../provider/core/values/value";
import { createSend } from "../../provider/http/send";
import { blockVariables, variables } from "../../provider/modules/cloud/env";
import { exampleKeys } from "../emulators/cloud/keys";
import type { EmulatorRequest } from "../emulators/exchange";
import { shownIn } from "../invariants/canaries";
import { openCloud } from "../support/cloud";
import { decoded, outcomeOf } from "../support/in-process";
import { ProviderProcess } from "../support/provider-process";
import { openSearch, type Search } from "../support/search";
import { closeServices } from "../support/services";
import { secret, type Properties } from "../support/structs";
import { allOf, repeating, replies } from "./repeating";

afterEach(() => closeServices());

/** Texts that occur only in their own place. */
const canary = (place: string) => `canary-${place}-x7Q9`;

/** Operations of a resource, and a lookup. */
interface Subject {
  type: string;
  inputs: Properties;
  news: Properties;
  lookup: [token: string, args: Properties];
}

interface Campaign extends Subject {
  module: keyof typeof replies;
  service: Pick<Search, "faults" | "requests">;
  settings?: Properties;
  env: Record<string, string>;
  /** The credentials that the service knows. */
  known: readonly string[];
}

/** The text as it travels: plain, in URLs, and in the credentials that hold it. */
const formsOf = (text: string) => [
  text,
  ...["", "elastic:", "tester:"].map((before) => Buffer.from(`${before}${text}`).toString("base64").replace(/=+$/, "").slice(0, -1)),
];

/** Runs all operations beside each other against each reply, and without a fault. Returns what was shown, and what the service received. */
async function carryOut({ module, service, settings = {}, env, known, type, lookup, ...subject }: Campaign) {
  const shown: string[] = [];
  const send = createSend({ env: {}, note: (line) => void shown.push(line) });
  const process = await new ProviderProcess({ send, env }).configure(decoded({ version: "0.1.0", ...settings }));
  const inputs = await process.checked(type, decoded(subject.inputs));
  const stored = { id: "uuid/canary", inputs, state: inputs };
  const news = await process.checked(type, decoded(subject.news));
  const received: EmulatorRequest[] = [];
  const runAll = async () => {
    const operations = [
      process.create(type, inputs, { timeout: 5 }),
      process.create(type, inputs, { preview: true }),
      process.read(type, stored),
      process.read(type, { id: stored.id }),
      process.update(type, stored, news, { timeout: 5 }),
      process.delete(type, stored, 5),
      process.invoke(lookup[0], decoded(lookup[1])),
    ];
    for (const outcome of await Promise.all(operations.map(outcomeOf<unknown>))) {
      if (!(outcome instanceof Error)) shown.push(shownIn(outcome as ValueMap));
      else shown.push(outcome.message);
      if (outcome instanceof ResourceInitFailedError) shown.push(...outcome.reasons, shownIn(outcome.state as ValueMap));
    }
  };
  for (const reply of replies[module]) {
    service.faults.add(repeating(reply, known, received));
    await runAll();
    service.faults.clear();
  }
  await runAll();
  send.close();
  return {
    shown: [...shown, ...process.lines, ...process.statusLines],
    received: [...received, ...service.requests].map(allOf).join("\n"),
  };
}

/** Expects that no text shows a secret in any form, and that the service received the secrets that are sent. */
function expectHidden({ shown, received }: Awaited<ReturnType<typeof carryOut>>, secrets: readonly string[], sent = secrets) {
  const leaks = secrets.flatMap(formsOf).flatMap((form) => shown.filter((text) => text.includes(form)).map((text) => [form, text]));
  expect(leaks).toEqual([]);
  expect(sent.filter((text) => !formsOf(text).some((form) => received.includes(form)))).toEqual([]);
}

test.each<
  [title: string, secrets: string[], given: (url: string) => { server?: Properties; block?: Properties; env?: Record<string, string> }]
>([
  [
    "user name, password and a header in the settings",
    [canary("password"), canary("header")],
    (url) => ({
      server: { endpoints: [url], username: "elastic", password: canary("password"), headers: { "X-Token": canary("header") } },
    }),
  ],
  [
    "an API key in the block of a call",
    [canary("key")],
    (url) => ({ block: { endpoints: [url], apiKey: Buffer.from(`tester:${canary("key")}`).toString("base64") } }),
  ],
  [
    "a bearer token in the environment",
    [canary("bearer"), canary("shared")],
    (ELASTICSEARCH_ENDPOINTS) => ({
      env: {
        ELASTICSEARCH_ENDPOINTS,
        ELASTICSEARCH_BEARER_TOKEN: canary("bearer"),
        ELASTICSEARCH_ES_CLIENT_AUTHENTICATION: canary("shared"),
      },
    }),
  ],
])("search: %s", async (_title, secrets, given) => {
  const service = await openSearch();
  const { server, block, env = {} } = given(service.url);
  const connection: Properties = block ? { searchConnections: [block] } : {};
  const inputs = { name: "canary", processors: ['{"drop":{}}'], description: secret(canary("description")), ...connection };
  const done = await carryOut({
    module: "search",
    service,
    ...(server && { settings: { searchServers: [server] } }),
    env,
    known: [],
    type: "quartet:search:SearchIngestPipeline",
    inputs,
    news: { ...inputs, version: 2 },
    lookup: ["quartet:search:getSearchIndexTemplate", { name: secret(canary("name")), ...connection }],
  });
  expectHidden(done, [...secrets, canary("description"), canary("name")]);
});

const { account } = exampleKeys;
/** The ID that signs; it is no secret. */
const secretId = "AKIDcanaryOfTheProvider000000000000";
/** The device of the one-time codes. */
const serialNumber = `qcs::cam:uin/${account}::mfa/softToken`;
const role = (name: string) => ({ roleArn: `qcs::cam::uin/${account}:roleName/${name}`, sessionName: "quartet", sessionDuration: 1000 });
const samlAssertion = Buffer.from(`<saml id="${canary("assertion")}"/>`).toString("base64");
const webIdentityToken = [1, 2, 3].map((part) => Buffer.from(`{"part":"${canary(`jwt-${part}`)}"}`).toString("base64url")).join(".");
const tokenCode = "731906";
const keys = { secretId, secretKey: canary("secret-key"), securityToken: canary("token") };

type CloudSettings = Record<string, string | Record<string, string | number>>;

/** Sources of keys, and the secrets that are sent. */
const sources: [title: string, settings: CloudSettings, sent: string[]][] = [
  ["keys", keys, [keys.securityToken]],
  [
    "an assertion",
    { assumeRoleWithSaml: { ...role("saml"), principalArn: `qcs::cam::uin/${account}:saml-provider/idp`, samlAssertion } },
    [samlAssertion],
  ],
  [
    "a token of a web identity",
    { assumeRoleWithWebIdentity: { ...role("oidc"), providerId: "OIDC", webIdentityToken } },
    [webIdentityToken],
  ],
  ["a code with a role", { ...keys, assumeRole: { ...role("deploy"), serialNumber, tokenCode } }, [keys.securityToken, tokenCode]],
  ["a code with keys", { ...keys, mfaCertification: { serialNumber, tokenCode } }, [keys.securityToken, tokenCode]],
];

/** The variables of settings. */
const variablesOf = (settings: CloudSettings) =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) => {
      if (typeof value === "string") return [[variables[name as "secretKey"][0], value]];
      const ofBlock: Record<string, readonly string[]> = blockVariables[name as keyof typeof blockVariables];
      return Object.entries(value).map(([member, part]) => [ofBlock[member]![0]!, String(part)]);
    }),
  );

test.each(sources.flatMap(([title, settings, sent]) => ["settings", "environment"].map((layer) => ({ title, settings, sent, layer }))))(
  "cloud: $title in the $layer",
  async ({ settings, sent, layer }) => {
    const cloud = await openCloud({ keys: { [secretId]: { account, secretKey: keys.secretKey, token: keys.securityToken } } });
    // The code can be used again.
    cloud.emulator.sts.codes.set(serialNumber, { delete: (given: string) => given === tokenCode } as Partial<Set<string>> as Set<string>);
    // Where the environment describes a role alone, its kind is reported by a block.
    const [block] = Object.keys(settings).filter((name) => name.startsWith("assumeRoleWith"));
    const { secretId: _id, secretKey: _key, ...place } = cloud.settings;
    const key = {
      secretName: "canary",
      accessKeyType: "manual",
      accessKeyId: "canary_key",
      accessKeySecret: secret("canary_key_secret_x7Q9"),
    };
    const secrets = [...new Set([keys.secretKey, keys.securityToken, ...sent])].filter((text) => JSON.stringify(settings).includes(text));
    const done = await carryOut({
      module: "cloud",
      service: cloud,
      settings: { ...place, ...(layer === "settings" ? settings : block && { [block]: {} }) },
      env: {
        TENCENTCLOUD_READ_RETRY_TIMEOUT: "0",
        TENCENTCLOUD_WRITE_RETRY_TIMEOUT: "0",
        ...(layer === "environment" && variablesOf(settings)),
      },
      known: secrets,
      type: "quartet:cloud:ApiGatewayApiKey",
      inputs: key,
      news: { ...key, accessKeySecret: secret("new_canary_key_secret_x7Q9") },
      lookup: ["quartet:cloud:getApiGatewayApiKeys", { secretName: secret(canary("name")) }],
    });
    const made = cloud.emulator.keys.entries().flatMap(([, { secretKey, token = [] }]) => [secretKey, token].flat());
    expectHidden(
      done,
      [...secrets, ...made, "canary_key_secret_x7Q9", canary("name")],
      [...sent, "canary_key_secret_x7Q9", canary("name")],
    );
  },
);
