// Connections: validation of a block, precedence, requests. See docs/modules/search.md#connection and docs/protocol.md#credentials.
import { formatFailure, InvalidInputsError } from "../../../../provider/core/errors/errors";
import { createConnection, type ConnectionBlock, type ConnectionSources } from "../../../../provider/modules/search/connection";
import { checked } from "./support";

const endpoints = ["https://a.test:9200"];
const files: Record<string, string> = {
  "/ca.pem": "CA",
  "/home/me/cert.pem": "CERT",
  "/home/me/key.pem": "KEY",
  "/home/me/ca.pem": "HOME CA",
};

function read(file: string) {
  const text = files[file];
  if (text === undefined) throw Object.assign(new Error("no such file"), { code: "ENOENT" });
  return text;
}

const resolve = (sources: Partial<ConnectionSources>) => createConnection({ env: {}, ...sources }, read);
const of = (block: ConnectionBlock) => resolve({ call: [{ endpoints, ...block }] });
const checkFailures = (searchConnections: object[]) =>
  checked("getSearchIndexTemplate", { name: "a", searchConnections }).failures.map(formatFailure);
const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;

const hex = "ab".repeat(32);

const combinations: [reason: string, ...others: string[]][] = [
  ["username requires password"],
  ["password requires username"],
  ["apiKey and username exclude each other", "password"],
  ["apiKey and bearerToken exclude each other"],
  ["bearerToken and username exclude each other", "password"],
  ["esClientAuthentication requires bearerToken"],
  ["esClientAuthentication and apiKey exclude each other"],
  ["caFile and caData exclude each other"],
  ["caData and caFingerprint exclude each other"],
  ["caFile and caFingerprint exclude each other"],
  ["certFile requires keyFile"],
  ["keyFile requires certFile"],
  ["certData requires keyData"],
  ["keyData requires certData"],
  ["certFile and certData exclude each other", "keyFile", "keyData"],
];
const combined = combinations.map(([reason, ...others]): [ConnectionBlock, string, string] => {
  const [field = "", , other = ""] = reason.split(" ");
  const given = [field, ...(reason.includes(" requires ") ? [] : [other]), ...others];
  return [Object.fromEntries(given.map((name) => [name, hex])), field, reason];
});

test.each([
  ...combined,
  [{ caFingerprint: "ab:cd" }, "caFingerprint", /64 hexadecimal characters, no colons/],
  // An address may contain a password, which no reason quotes.
  [{ endpoints: ["ftp://u:hunter22@a"] }, "endpoints", /^(?![^]*hunter22)[^]*entry 1: expected an http or https URL/],
  [{ endpoints: ["https://a", "b.test"] }, "endpoints", /entry 2: expected an http or https URL/],
  [{ endpoints: ["https://a/?x=1"] }, "endpoints", /entry 1: must not contain a query or a fragment/],
  [{ endpoints: ["https://a/#x"] }, "endpoints", /must not contain a query or a fragment/],
  [{ endpoints: ["https://u:%zz@a"] }, "endpoints", /percent-encoded/],
  [{ apiKey: "abc\n" }, "apiKey", /not valid in a header/],
  [{ headers: { "X Y": "1" } }, "headers", /name that is not valid/],
  [{ headers: { "X-Y": "1\n2" } }, "headers", /value that is not valid/],
])("rules of one block: %j fails in Check, and again when the connection is created", (block, field, reason) => {
  const failure = expect.stringMatching(new RegExp(`^(?:searchConnections\\[0\\]\\.)?${field}`));
  const failures = checkFailures([{ endpoints, ...block }]);
  expect(failures).toContainEqual(failure);
  expect(failures.join("\n")).toMatch(reason);
  expect(() => of(block)).toThrow(InvalidInputsError);
  expect(() => of(block)).toThrow(reason);
});

test.each([
  [{}],
  [{ username: "", password: "", apiKey: "k", bearerToken: "", caFingerprint: "", caFile: "", certFile: "" }],
  [{ bearerToken: "t", esClientAuthentication: "s" }],
])("rules of one block: %j is accepted", (block) => {
  expect(checkFailures([{ endpoints, ...block }])).toEqual([]);
  expect(() => of(block)).not.toThrow();
});

test("two blocks are rejected", () => {
  expect(checkFailures([{}, {}])).toEqual([expect.stringMatching(/^searchConnections\[1\]/)]);
  expect(() => resolve({ call: [{ endpoints }, {}] })).toThrow(InvalidInputsError);
  expect(() => resolve({ settings: [{ endpoints }, {}] })).toThrow("quartet:searchServers");
});

const env = {
  ELASTICSEARCH_ENDPOINTS: " https://env-1:1 ,, https://env-2:2,",
  ELASTICSEARCH_API_KEY: "env-key",
  ELASTICSEARCH_INSECURE: "t",
  ELASTICSEARCH_CA_FINGERPRINT: "AB".repeat(32),
};
const ofEnv = {
  urls: ["https://env-1:1", "https://env-2:2"],
  sentAs: "ApiKey env-key",
  tls: { insecure: true, fingerprint: "ab".repeat(32) },
};
const server = {
  endpoints: ["https://set:3"],
  username: "set",
  password: "pw",
  insecure: false,
  headers: { "X-Set": "1" },
  caData: "SET CA",
};
const settings = [server];
const ofSettings = { urls: ["https://set:3"], sentAs: basic("set:pw"), tls: { ca: "SET CA" }, headers: { "x-set": "1" } };
const stale = [{ endpoints, apiKey: "stale" }];
const fresh = { QUARTET_CREDENTIALS: "environment", ELASTICSEARCH_API_KEY: "fresh" };

test.each([
  ["the environment alone is enough", { env }, ofEnv],
  ["settings take precedence over the environment, group by group", { settings, env }, ofSettings],
  ["the environment fills whole groups that the settings omit", { settings: [{ endpoints }], env }, { ...ofEnv, urls: endpoints }],
  [
    "a block of the call with addresses is used alone",
    { call: [{ endpoints }], settings, env },
    { urls: endpoints, sentAs: undefined, tls: {}, headers: {} },
  ],
  [
    "a block of the call without addresses overrides its groups",
    { call: [{ apiKey: "call-key", insecure: true, headers: { "X-Call": "2" } }], settings, env },
    { urls: ["https://set:3"], sentAs: "ApiKey call-key", tls: { insecure: true, ca: "SET CA" }, headers: { "x-call": "2" } },
  ],
  [
    "without settings the addresses of a call come from the environment",
    { call: [{ username: "u", password: "p" }], env },
    { urls: ofEnv.urls, sentAs: basic("u:p") },
  ],
  [
    "an explicit false takes precedence over the environment",
    { settings: [{ endpoints, insecure: false }], env },
    { tls: { fingerprint: "ab".repeat(32) } },
  ],
  ["a false of the environment", { env: { ...env, ELASTICSEARCH_INSECURE: "f" } }, { tls: { fingerprint: "ab".repeat(32) } }],
  ["empty variables count as absent", { call: [{ endpoints }], env: { ELASTICSEARCH_API_KEY: "" } }, { sentAs: undefined }],
  [
    "settings of the call are not read from the environment",
    { call: [{ endpoints }], env: { ELASTICSEARCH_INSECURE: "yes" } },
    { tls: {} },
  ],
  [
    "nor explicit ones of the provider",
    { settings: [{ endpoints, insecure: true }], env: { ELASTICSEARCH_INSECURE: "yes" } },
    { tls: { insecure: true } },
  ],
  [
    "QUARTET_CREDENTIALS=environment prefers the credentials of the environment",
    { settings: stale, env: fresh },
    { sentAs: "ApiKey fresh" },
  ],
  [
    "it keeps those of the provider if the environment has none",
    { settings: stale, env: { QUARTET_CREDENTIALS: "environment" } },
    { sentAs: "ApiKey stale" },
  ],
  ["it changes nothing in the block of the call", { call: [{ apiKey: "own" }], settings: stale, env: fresh }, { sentAs: "ApiKey own" }],
])("layers: %s", (_title, sources, expected) => {
  const { endpoints: list, tls, headers } = resolve(sources);
  expect({ urls: list.map(({ url }) => url), sentAs: list[0]!.authorization, tls, headers }).toEqual(expect.objectContaining(expected));
});

test.each([
  [
    { env: { ELASTICSEARCH_ENDPOINTS: " , " } },
    "No Elasticsearch endpoint is configured. Run `pulumi config set --path 'quartet:searchServers[0].endpoints[0]' https://search.example.com:9200`, or set the input searchConnections or the environment variable ELASTICSEARCH_ENDPOINTS. `pulumi refresh` and `pulumi destroy` use the settings of the last `pulumi up`.",
  ],
  [{ env: { ...env, ELASTICSEARCH_INSECURE: "yes" } }, /ELASTICSEARCH_INSECURE: expected true or false/],
  [
    { env: { ...env, ELASTICSEARCH_USERNAME: "u", ELASTICSEARCH_PASSWORD: "p" } },
    /^(?![^]*env-key)[^]*ELASTICSEARCH_API_KEY and ELASTICSEARCH_USERNAME exclude each other/,
  ],
  [
    { settings: [{ endpoints, username: "u" }] },
    /searchServers\[0\]\.username: username requires password.*pulumi config set --path 'quartet:searchServers\[0\]\.username'/,
  ],
  [
    { settings: [{ endpoints, keyFile: "/k", certFile: "/home/me/cert.pem" }] },
    /searchServers\[0\]\.keyFile: the file \/k cannot be read \(ENOENT\)/,
  ],
])("layers: %j fails", (sources, message) => {
  expect(() => resolve(sources)).toThrow(message);
  expect(() => resolve(sources)).toThrow(expect.objectContaining({ code: "failed_precondition" }));
});

describe("what is sent", () => {
  test.each([
    ["user name and password, UTF-8", { username: "u", password: "pä:ß" }, basic("u:pä:ß")],
    ["user info of the address", { endpoints: ["https://me%40x:p%3Aw@a"] }, basic("me@x:p:w")],
    ["a bearer token before user info", { endpoints: ["https://me:pw@a"], bearerToken: "t" }, "Bearer t"],
  ])("Authorization: %s", (_name, block, expected) => expect(of(block).endpoints[0]!.authorization).toBe(expected));

  test("each address has its own user info, and none of it in the URL", () => {
    const { endpoints: list } = of({ endpoints: ["https://a:1@one:1/x/", "http://two/"], username: "u", password: "p" });
    expect(list).toMatchObject([
      { url: "https://one:1/x", authorization: basic("a:1") },
      { url: "http://two", authorization: basic("u:p") },
    ]);
  });

  test("headers are trimmed; those of the body are not replaced", () => {
    const headers = { " X-A ": " 1 ", "Content-Type": "x", "content-length": "9", Accept: "y" };
    const sent = of({ bearerToken: "t", esClientAuthentication: "s", headers }).headers;
    expect(sent).toEqual({ "es-client-authentication": "SharedSecret s", "x-a": "1", accept: "y" });
  });

  test("files are read, with ~ for the home directory; one that cannot be read is named with its field", () => {
    const call = [{ endpoints, caFile: "~/ca.pem", certFile: "~/cert.pem", keyFile: "/home/me/key.pem" }];
    expect(resolve({ call, env: { HOME: "/home/me" } }).tls).toEqual({ ca: "HOME CA", cert: "CERT", key: "KEY" });
    expect(of({ certData: "C", keyData: "K", caFile: "/ca.pem" }).tls).toEqual({ ca: "CA", cert: "C", key: "K" });
    expect(() => of({ caFile: "/nowhere.pem" })).toThrow(
      /searchConnections\[0\]\.caFile: .*the file \/nowhere\.pem cannot be read \(ENOENT\)/,
    );
  });

  test("all credentials are marked as secrets", () => {
    const apiKey = Buffer.from("id:inner").toString("base64");
    const { secrets } = of({ endpoints: ["https://me:p%23w@a"], apiKey, headers: { A: " h " }, keyData: "K", certData: "C" });
    expect(secrets).toEqual(expect.arrayContaining(["p%23w", "p#w", "inner", "h", "K", Buffer.from("me:p#w").toString("base64")]));
  });
});
