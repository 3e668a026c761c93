// Connections: validation of a block, precedence, requests. See docs/modules/search.md#connection.
import { InvalidInputsError, type ProviderError } from "../../../../provider/core/errors/errors";
import { getSearchIndexTemplate } from "../../../../provider/modules/search/functions/getSearchIndexTemplate";
import {
  createConnection,
  type Connection,
  type ConnectionBlock,
  type ConnectionSources,
} from "../../../../provider/modules/search/connection";
import { checked } from "./support";

const endpoints = ["https://a.test:9200"];
const files: Record<string, string> = {
  "/ca.pem": "CA",
  "/home/me/cert.pem": "CERT",
  "/home/me/key.pem": "KEY",
  "/home/me/ca.pem": "HOME CA",
};

function read(file: string): string {
  const text = files[file];
  if (text === undefined) throw Object.assign(new Error("no such file"), { code: "ENOENT" });
  return text;
}

const resolve = (sources: Partial<ConnectionSources>): Connection => createConnection({ env: {}, ...sources }, read);
const of = (block: ConnectionBlock): Connection => resolve({ call: [{ endpoints, ...block }] });

function errorOf(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error("it succeeded");
}

describe("rules of one block", () => {
  const hex = "ab".repeat(32);
  const wrong: [string, ConnectionBlock, string, RegExp][] = [
    ["user name alone", { username: "u" }, "username", /username requires password/],
    ["password alone", { password: "p" }, "password", /password requires username/],
    ["API key and user name", { apiKey: "k", username: "u", password: "p" }, "apiKey", /apiKey and username exclude each other/],
    ["API key and bearer token", { apiKey: "k", bearerToken: "t" }, "apiKey", /apiKey and bearerToken exclude each other/],
    [
      "bearer token and user name",
      { bearerToken: "t", username: "u", password: "p" },
      "bearerToken",
      /bearerToken and username exclude each other/,
    ],
    ["client secret alone", { esClientAuthentication: "s" }, "esClientAuthentication", /esClientAuthentication requires bearerToken/],
    [
      "client secret and API key",
      { esClientAuthentication: "s", apiKey: "k" },
      "esClientAuthentication",
      /esClientAuthentication and apiKey exclude each other/,
    ],
    ["authorities twice", { caFile: "/ca.pem", caData: "CA" }, "caFile", /caFile and caData exclude each other/],
    ["authority and fingerprint", { caData: "CA", caFingerprint: hex }, "caData", /caData and caFingerprint exclude each other/],
    ["authority file and fingerprint", { caFile: "/ca.pem", caFingerprint: hex }, "caFile", /caFile and caFingerprint exclude each other/],
    ["certificate file alone", { certFile: "/c" }, "certFile", /certFile requires keyFile/],
    ["key file alone", { keyFile: "/c" }, "keyFile", /keyFile requires certFile/],
    ["certificate alone", { certData: "C" }, "certData", /certData requires keyData/],
    ["key alone", { keyData: "C" }, "keyData", /keyData requires certData/],
    [
      "file pair and data pair",
      { certFile: "/c", keyFile: "/k", certData: "C", keyData: "K" },
      "certFile",
      /certFile and certData exclude each other/,
    ],
    ["a short fingerprint", { caFingerprint: "ab:cd" }, "caFingerprint", /64 hexadecimal characters, no colons/],
    ["no URL", { endpoints: ["search.test"] }, "endpoints", /entry 1: expected an http or https URL/],
    ["another scheme", { endpoints: ["https://a", "ftp://b"] }, "endpoints", /entry 2: expected an http or https URL/],
    ["a query", { endpoints: ["https://a/?x=1"] }, "endpoints", /entry 1: must not contain a query or a fragment/],
    ["a fragment", { endpoints: ["https://a/#x"] }, "endpoints", /must not contain a query or a fragment/],
    ["user info that does not decode", { endpoints: ["https://u:%zz@a"] }, "endpoints", /percent-encoded/],
    ["a line end in a key", { apiKey: "abc\n" }, "apiKey", /not valid in a header/],
    ["a header name with a blank", { headers: { "X Y": "1" } }, "headers", /name that is not valid/],
    ["a header value with a line end", { headers: { "X-Y": "1\n2" } }, "headers", /value that is not valid/],
  ];

  test.each(wrong)("fails in Check: %s", (_name, block, field, reason) => {
    const { failures } = checked("quartet:search:getSearchIndexTemplate", getSearchIndexTemplate, {
      name: "a",
      searchConnections: [{ endpoints, ...block }],
    });
    expect(failures.map(({ property }) => property)).toContain(`searchConnections[0].${field}`);
    expect(failures.map((failure) => failure.reason).join("\n")).toMatch(reason);
  });

  test.each(wrong)("fails again when the connection is created: %s", (_name, block, field, reason) => {
    const error = errorOf(() => of(block)) as InvalidInputsError;
    expect(error).toBeInstanceOf(InvalidInputsError);
    expect(error.failures.map(({ property }) => property)).toContain(`searchConnections[0].${field}`);
    expect(error.message).toMatch(reason);
  });

  test.each<[string, ConnectionBlock]>([
    ["no credentials", {}],
    [
      "empty texts count as unset",
      { username: "", password: "", apiKey: "k", bearerToken: "", caFingerprint: "", caFile: "", certFile: "" },
    ],
    ["a path prefix", { endpoints: ["http://a.test/prefix/"] }],
    ["a bearer token with a client secret", { bearerToken: "t", esClientAuthentication: "s" }],
  ])("accepted: %s", (_name, block) => {
    const inputs = { name: "a", searchConnections: [{ endpoints, ...block }] };
    expect(checked("quartet:search:getSearchIndexTemplate", getSearchIndexTemplate, inputs).failures).toEqual([]);
    expect(() => of(block)).not.toThrow();
  });

  test("no reason quotes an address, which may contain a password", () => {
    const error = errorOf(() => of({ endpoints: ["ftp://u:hunter22@a"] })) as Error;
    expect(error.message).not.toContain("hunter22");
  });

  test("two blocks", () => {
    const { failures } = checked("quartet:search:getSearchIndexTemplate", getSearchIndexTemplate, {
      name: "a",
      searchConnections: [{}, {}],
    });
    expect(failures).toEqual([expect.objectContaining({ property: "searchConnections[1]" })]);
    expect(errorOf(() => resolve({ call: [{ endpoints }, {}] }))).toBeInstanceOf(InvalidInputsError);
    expect(errorOf(() => resolve({ settings: [{ endpoints }, {}] }))).toMatchObject({
      code: "failed_precondition",
      message: expect.stringContaining("quartet:searchServers"),
    });
  });
});

describe("layers", () => {
  const env = {
    ELASTICSEARCH_ENDPOINTS: " https://env-1:1 ,, https://env-2:2,",
    ELASTICSEARCH_API_KEY: "env-key",
    ELASTICSEARCH_INSECURE: "t",
    ELASTICSEARCH_CA_FINGERPRINT: "AB".repeat(32),
  };
  const settings = [
    { endpoints: ["https://set:3"], username: "set", password: "pw", insecure: false, headers: { "X-Set": "1" }, caData: "SET CA" },
  ];
  const urls = ({ endpoints: list }: Connection): string[] => list.map(({ url }) => url);
  const sentAs = ({ endpoints: [first] }: Connection): string | undefined => first!.authorization;

  test("the environment alone is enough", () => {
    const connection = resolve({ env });
    expect(urls(connection)).toEqual(["https://env-1:1", "https://env-2:2"]);
    expect(sentAs(connection)).toBe("ApiKey env-key");
    expect(connection.tls).toEqual({ insecure: true, fingerprint: "ab".repeat(32) });
  });

  test("settings take precedence over the environment, group by group", () => {
    const connection = resolve({ settings, env });
    expect(urls(connection)).toEqual(["https://set:3"]);
    expect(sentAs(connection)).toBe(`Basic ${Buffer.from("set:pw").toString("base64")}`);
    expect(connection.tls).toEqual({ ca: "SET CA" });
    expect(connection.headers).toEqual({ "x-set": "1" });
  });

  test("the environment fills whole groups that the settings omit", () => {
    const connection = resolve({ settings: [{ endpoints }], env });
    expect(urls(connection)).toEqual(["https://a.test:9200"]);
    expect(sentAs(connection)).toBe("ApiKey env-key");
    expect(connection.tls).toEqual({ insecure: true, fingerprint: "ab".repeat(32) });
  });

  test("a block of the call with addresses is used alone", () => {
    const connection = resolve({ call: [{ endpoints: ["https://call:4"] }], settings, env });
    expect(urls(connection)).toEqual(["https://call:4"]);
    expect(sentAs(connection)).toBeUndefined();
    expect([connection.tls, connection.headers]).toEqual([{}, {}]);
  });

  test("a block of the call without addresses overrides its groups", () => {
    const connection = resolve({ call: [{ apiKey: "call-key", insecure: true, headers: { "X-Call": "2" } }], settings, env });
    expect(urls(connection)).toEqual(["https://set:3"]);
    expect(sentAs(connection)).toBe("ApiKey call-key");
    expect(connection.tls).toEqual({ insecure: true, ca: "SET CA" });
    expect(connection.headers).toEqual({ "x-call": "2" });
  });

  test("without settings the addresses of a call come from the environment", () => {
    const connection = resolve({ call: [{ username: "u", password: "p" }], env });
    expect(urls(connection)).toEqual(["https://env-1:1", "https://env-2:2"]);
    expect(sentAs(connection)).toMatch(/^Basic /);
  });

  test("an explicit false takes precedence over the environment", () =>
    expect(resolve({ settings: [{ endpoints, insecure: false }], env }).tls.insecure).toBeUndefined());

  test("empty lists and empty variables count as absent", () => {
    expect(urls(resolve({ call: [], settings: [{ endpoints: [""] }], env }))).toEqual(["https://env-1:1", "https://env-2:2"]);
    expect(sentAs(resolve({ call: [{ endpoints }], env: { ELASTICSEARCH_API_KEY: "" } }))).toBeUndefined();
  });

  test("no address anywhere", () => {
    const error = errorOf(() => resolve({ env: { ELASTICSEARCH_ENDPOINTS: " , " } }));
    expect(error).toMatchObject({
      code: "failed_precondition",
      message:
        "No Elasticsearch endpoint is configured. Run `pulumi config set --path 'quartet:searchServers[0].endpoints[0]' https://search.example.com:9200`, " +
        "or set the input searchConnections or the environment variable ELASTICSEARCH_ENDPOINTS.",
    });
  });

  test.each(["1", "t", "T", "true", "TRUE", "True"])("insecure is on with %s", (word) =>
    expect(resolve({ env: { ...env, ELASTICSEARCH_INSECURE: word } }).tls.insecure).toBe(true),
  );
  test.each(["0", "f", "F", "false", "FALSE", "False", ""])("insecure is off with %p", (word) =>
    expect(resolve({ env: { ...env, ELASTICSEARCH_INSECURE: word } }).tls.insecure).toBeUndefined(),
  );
  test.each(["yes", "tRUE", "constructor"])("insecure is invalid: %s", (word) => {
    const error = errorOf(() => resolve({ env: { ...env, ELASTICSEARCH_INSECURE: word } }));
    expect(error).toMatchObject({
      code: "failed_precondition",
      message: expect.stringContaining("ELASTICSEARCH_INSECURE: expected true or false"),
    });
  });

  test("settings of the call are not read from the environment", () => {
    expect(() => resolve({ call: [{ endpoints }], env: { ELASTICSEARCH_INSECURE: "yes" } })).not.toThrow();
    expect(() => resolve({ settings: [{ endpoints, insecure: true }], env: { ELASTICSEARCH_INSECURE: "yes" } })).not.toThrow();
  });

  test("several kinds of credentials in the environment are named by their variables", () => {
    const error = errorOf(() => resolve({ env: { ...env, ELASTICSEARCH_USERNAME: "u", ELASTICSEARCH_PASSWORD: "p" } })) as ProviderError;
    expect(error.message).toMatch(/ELASTICSEARCH_API_KEY and ELASTICSEARCH_USERNAME exclude each other/);
    expect(error.message).not.toContain("env-key");
  });

  test("a failure of the settings names them and the command that changes them", () => {
    const error = errorOf(() => resolve({ settings: [{ endpoints, username: "u" }] })) as ProviderError;
    expect(error.code).toBe("failed_precondition");
    expect(error.message).toMatch(
      /searchServers\[0\]\.username: username requires password.*pulumi config set --path 'quartet:searchServers\[0\]\.username'/,
    );
  });
});

describe("what is sent", () => {
  const basic = (text: string): string => `Basic ${Buffer.from(text).toString("base64")}`;

  test.each<[string, ConnectionBlock, string | undefined]>([
    ["nothing", {}, undefined],
    ["user name and password, UTF-8", { username: "u", password: "pä:ß" }, basic("u:pä:ß")],
    ["an API key", { apiKey: "aWQ6a2V5" }, "ApiKey aWQ6a2V5"],
    ["a bearer token", { bearerToken: "jwt" }, "Bearer jwt"],
    ["user info of the address", { endpoints: ["https://me%40x:p%3Aw@a"] }, basic("me@x:p:w")],
    ["user info before an API key", { endpoints: ["https://me:pw@a"], apiKey: "k" }, basic("me:pw")],
    ["a bearer token before user info", { endpoints: ["https://me:pw@a"], bearerToken: "t" }, "Bearer t"],
  ])("Authorization: %s", (_name, block, expected) => expect(of(block).endpoints[0]!.authorization).toBe(expected));

  test("each address has its own user info, and none of it in the URL", () => {
    const { endpoints: list } = of({ endpoints: ["https://a:1@one:1/x/", "http://two/"], username: "u", password: "p" });
    expect(list.map(({ url, authorization }) => [url, authorization])).toEqual([
      ["https://one:1/x", basic("a:1")],
      ["http://two", basic("u:p")],
    ]);
  });

  test("headers are trimmed; those of the body are not replaced", () => {
    const { headers } = of({
      bearerToken: "t",
      esClientAuthentication: "s",
      headers: { " X-A ": " 1 ", "Content-Type": "x", "content-length": "9", Accept: "y" },
    });
    expect(headers).toEqual({ "es-client-authentication": "SharedSecret s", "x-a": "1", accept: "y" });
  });

  test("files are read, with ~ for the home directory", () => {
    const env = { HOME: "/home/me" };
    const call = [{ endpoints, caFile: "~/ca.pem", certFile: "~/cert.pem", keyFile: "/home/me/key.pem" }];
    expect(resolve({ call, env }).tls).toEqual({ ca: "HOME CA", cert: "CERT", key: "KEY" });
    expect(of({ certData: "C", keyData: "K", caFile: "/ca.pem" }).tls).toEqual({ ca: "CA", cert: "C", key: "K" });
  });

  test("a file that cannot be read is named with its field", () => {
    const ofCall = errorOf(() => of({ caFile: "/nowhere.pem" })) as InvalidInputsError;
    expect(ofCall.failures).toEqual([
      { property: "searchConnections[0].caFile", reason: expect.stringContaining("the file /nowhere.pem cannot be read (ENOENT)") },
    ]);
    const ofSettings = errorOf(() => resolve({ settings: [{ endpoints, keyFile: "/k", certFile: "/home/me/cert.pem" }] })) as Error;
    expect(ofSettings.message).toContain("searchServers[0].keyFile: the file /k cannot be read (ENOENT)");
  });

  test("all credentials are marked as secrets", () => {
    const { secrets } = of({
      endpoints: ["https://me:p%23w@a"],
      apiKey: Buffer.from("id:inner").toString("base64"),
      headers: { A: " h " },
      keyData: "K",
      certData: "C",
    });
    expect(secrets).toEqual(expect.arrayContaining(["p%23w", "p#w", "inner", "h", "K", Buffer.from("me:p#w").toString("base64")]));
  });
});
