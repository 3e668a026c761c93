// The settings of connectors, destinations and log services. See docs/modules/datapipeline.md#config-values.
import { Secret, type PlainMap } from "../../../../provider/core/values/value";
import { lookupCaller, line, success } from "./support";

interface Read {
  config: PlainMap | undefined;
  lines: string[];
}

async function read(name: string, record: object): Promise<Read> {
  const stub = line([success({ id: "x", ...record })]);
  const { config } = (await stub.lookUp(name, { id: "x" })) as { config?: PlainMap };
  return { config, lines: stub.lines };
}

const connector = async (service: string, config: unknown): Promise<PlainMap | undefined> =>
  (await read("getConnector", { service, config })).config;

describe("fields of one service (rules 1 to 3)", () => {
  const rows: [string, string, unknown, PlainMap][] = [
    ["linkedin_ads", "reports", ["A", "B"], { reportsLinkedinAds: ["A", "B"] }],
    ["google_ads", "reports", [{ table: "t" }], { reports: [{ table: "t" }] }],
    ["reddit_ads", "accounts", [{ name: "t2_a" }], { accountsRedditAds: [{ name: "t2_a" }] }],
    ["facebook_ads", "accounts", ["a"], { accounts: ["a"] }],
    ["appsflyer", "app_ids", [{ app_id: "1" }], { appIdsAppsflyers: [{ appId: "1" }] }],
    ["pendo", "app_ids", ["1"], { appIds: ["1"] }],
    ["criteo_retail_media", "dimensions", "day", { dimensionsCriteoRetailMedia: "day" }],
    ["adroll", "dimensions", ["day"], { dimensions: ["day"] }],
    ["amazon_dsp", "profiles", "p", { profilesAmazonDsp: "p" }],
    ["amazon_ads", "profiles", [1, 2], { profiles: ["1", "2"] }],
    // The whole name is compared, not its suffix.
    ["ads", "reports", [{ table: "t" }], { reports: [{ table: "t" }] }],
    ["my_linkedin_ads", "reports", [{ table: "t" }], { reports: [{ table: "t" }] }],
    ["postgres", "reports_linkedin_ads", ["A"], {}],
    ["linkedin_ads", "reports_linkedin_ads", ["A"], {}],
  ];

  test.each(rows)("%s: %s %j", async (...[service, field, value, config]) =>
    expect(await connector(service, { [field]: value })).toEqual(config),
  );
});

describe("values (rules 4 to 10)", () => {
  const rows: [string, unknown, PlainMap][] = [
    ["host", null, {}],
    ["host", "", { host: "" }],
    ["host", 1_000_000, { host: "1000000" }],
    ["host", 1e21, { host: "1000000000000000000000" }],
    ["host", 0.25, { host: "0.25" }],
    ["host", true, { host: "true" }],
    ["host", false, { host: "false" }],
    ["always_encrypted", false, { alwaysEncrypted: false }],
    ["always_encrypted", "TRUE", { alwaysEncrypted: true }],
    ["always_encrypted", "tRuE", { alwaysEncrypted: true }],
    ["always_encrypted", "", {}],
    ["always_encrypted", "yes", { alwaysEncrypted: false }],
    ["always_encrypted", "1", { alwaysEncrypted: false }],
    ["port", 5432, { port: 5432 }],
    ["port", 1521.9, { port: 1521 }],
    ["port", -1.9, { port: -1 }],
    ["port", "5432", { port: 5432 }],
    ["port", " 5432 ", { port: 5432 }],
    ["port", "1521.9", { port: 1521 }],
    ["port", "1e3", { port: 1000 }],
    ["port", "", {}],
    [
      "reports",
      [{ rollback_window: true, start_date: "d" }, { rollback_window: "30" }],
      { reports: [{ startDate: "d" }, { rollbackWindow: 30 }] },
    ],
    ["account_ids", [], { accountIds: [] }],
    ["account_ids", ["a", 7, true, 1_000_000], { accountIds: ["a", "7", "true", "1000000"] }],
    ["aws_credentials", { bucket_name: "b", home_folder: null, extra: 1 }, { awsCredentials: { bucketName: "b" } }],
    ["aws_credentials", {}, { awsCredentials: {} }],
    [
      "project_credentials",
      [{ project: "a" }, { project: "a", api_key: "******" }, {}],
      { projectCredentials: [{ project: "a" }, { project: "a", apiKey: "******" }, {}] },
    ],
    [
      "reports",
      [{ table: "t", accounts: [{ id: "1", flag: "true", other: 1 }], columns: ["c", 1] }],
      { reports: [{ table: "t", accounts: [{ id: "1", flag: true }], columns: ["c", "1"] }] },
    ],
  ];

  test.each(rows)("%s %j", async (...[field, value, config]) => expect(await connector("postgres", { [field]: value })).toEqual(config));

  test.each([["x7"], [true], [false], [{}], [[1]], ["0x1f"], ["1_000"], ["Infinity"]])(
    "a number that is %j is dropped, and its name is logged",
    async (value) => {
      const { config, lines } = await read("getConnector", { service: "postgres", config: { port: value, host: "h" } });
      expect(config).toEqual({ host: "h" });
      expect(lines).toEqual([expect.stringMatching(/^debug config of postgres: .*: port$/)]);
    },
  );
});

describe("names", () => {
  test.each<[string, string, unknown]>([
    ["advertisers_id", "advertisersIds", ["v"]],
    ["advertisers_with_seat", "advertisersWithSeats", ["v"]],
    ["allowed_senders_list", "allowedSendersLists", ["v"]],
    ["vendors_id", "vendorsIds", ["v"]],
    ["last_synced_changes__utc_", "lastSyncedChangesUtc_", "v"],
    ["api_key_2", "apiKey2", "v"],
    ["api_key_3", "apiKey3", "v"],
    ["s3bucket", "s3bucket", "v"],
  ])("%s is %s", async (field, key, value) => expect(await connector("any", { [field]: value })).toEqual({ [key]: value }));

  test("lists of objects are plural, as are the groups of a report", async () => {
    const config = {
      data_model_path_alias_list: [{ alias: "a", path: "p" }],
      report_list: [{ table: "t", fields: ["f"] }],
      secrets_list: [{ key: "k", value: "******" }],
      custom_reports: [{ group_by: "day" }],
    };
    expect(await connector("any", config)).toEqual({
      dataModelPathAliasLists: [{ alias: "a", path: "p" }],
      reportLists: [{ table: "t", fields: ["f"] }],
      secretsLists: [{ key: "k", value: "******" }],
      customReports: [{ groupBies: expect.anything() }],
    });
  });
});

describe("missing values", () => {
  test("a config that is null or missing is absent; an empty one is empty", async () => {
    for (const name of ["getConnector", "getDestination", "getExternalLogging"]) {
      expect((await read(name, { service: "postgres", config: null })).config).toBeUndefined();
      expect((await read(name, { service: "postgres" })).config).toBeUndefined();
      expect((await read(name, { service: "postgres", config: {} })).config).toEqual({});
    }
  });

  test("unknown fields are dropped; the log contains their names and no values", async () => {
    const config = {
      host: "h",
      brand_new: "canary-value",
      another: ["canary-value"],
      schema: "s",
      schema_prefix: "p",
      table: "t",
      table_group_name: "g",
    };
    const found = await read("getConnector", { service: "postgres", config });
    expect(found.config).toEqual({ host: "h" });
    expect(found.lines).toEqual([expect.stringMatching(/^debug .*postgres.*: brand_new, another$/)]);
    expect(found.lines.join()).not.toContain("canary-value");
  });

  test("getConnection has no config at all", async () => {
    expect((await read("getConnection", { service: "postgres", config: { host: "h" } })).config).toBeUndefined();
  });

  test("nothing is logged when all is known", async () => {
    expect(
      (await read("getConnector", { service: "postgres", config: { host: "h", port: "", schema: "s", always_encrypted: "" } })).lines,
    ).toEqual([]);
  });
});

describe("destinations and log services (rules 11 and the last)", () => {
  test.each<[object, PlainMap]>([
    [{ location: "EU" }, { dataSetLocation: "EU" }],
    [{ data_set_location: "US" }, { dataSetLocation: "US" }],
    [{ location: "EU", data_set_location: "US" }, { dataSetLocation: "EU" }],
    [{ location: null, data_set_location: "US" }, { dataSetLocation: "US" }],
    [
      { port: "443", is_private_key_encrypted: "false", user: "u" },
      { port: 443, isPrivateKeyEncrypted: "false", user: "u" },
    ],
  ])("a destination %j", async (config, expected) => {
    const found = await read("getDestination", { service: "big_query", config });
    for (const [key, value] of Object.entries(expected)) expect([key, String(found.config![key])]).toEqual([key, String(value)]);
    expect(Object.keys(found.config!).sort()).toEqual(Object.keys(expected).sort());
    expect(found.lines).toEqual([]);
  });

  test.each<[object, PlainMap]>([
    [
      { port: 8088, enable_ssl: "True", host: "h", token: "******" },
      { port: 8088, enableSsl: true, host: "h", token: "******" },
    ],
    [
      { port: "8088", channel: 7 },
      { port: 8088, channel: "7" },
    ],
  ])("a log service %j", async (config, expected) => {
    expect((await read("getExternalLogging", { service: "splunkLog", config })).config).toEqual(expected);
  });
});

describe("secrets (rule 12)", () => {
  const marked = async (name: string, record: object): Promise<Record<string, unknown>> =>
    (await (await lookupCaller(line([success({ id: "x", ...record })]).send))(name, { id: "x" })).marked;
  const mask = new Secret("******");

  test("of a connector: the mask, at the narrowest place", async () => {
    const config = {
      host: "h",
      password: "******",
      secrets_list: [{ key: "k", value: "******" }],
      aws_credentials: { bucket_name: "b", s3_role_arn: "******" },
    };
    expect((await marked("getConnector", { service: "any", config }))["config"]).toEqual({
      host: "h",
      password: mask,
      secretsLists: [{ key: "k", value: mask }],
      awsCredentials: { bucketName: "b", s3RoleArn: mask },
    });
  });

  test("of a destination and of a log service", async () => {
    const destination = await marked("getDestination", {
      service: "snowflake",
      config: { user: "u", password: "******", private_key: "******" },
    });
    expect(destination["config"]).toEqual({ user: "u", password: mask, privateKey: mask });
    const config = {
      api_key: "******",
      primary_key: "******",
      role_arn: "r",
      access_key_secret: "******",
      service_account_key: "******",
      token: "******",
    };
    expect((await marked("getExternalLogging", { service: "cloudwatch", config }))["config"]).toEqual({
      apiKey: mask,
      primaryKey: mask,
      roleArn: "r",
      accessKeySecret: mask,
      serviceAccountKey: mask,
      token: mask,
    });
  });

  test("of webhooks, and nothing else of them", async () => {
    const webhook = { type: "account", url: "u", secret: "******" };
    expect(await marked("getWebhook", webhook)).toMatchObject({ secret: mask, url: "u", type: "account" });
    const invoke = await lookupCaller(line([success({ items: [{ id: "x", ...webhook }] })]).send);
    expect((await invoke("getWebhooks")).marked["webhooks"]).toEqual([
      expect.objectContaining({ secret: mask, url: "u", runTests: false }),
    ]);
  });
});
