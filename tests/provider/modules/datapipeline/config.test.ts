// The settings of connectors, destinations and log services. See docs/modules/datapipeline.md#config-values.
import { Secret, type PlainMap } from "../../../../provider/core/values/value";
import { invoked, line, success } from "./support";

async function read(name: string, record: object): Promise<{ config: PlainMap | undefined; lines: string[] }> {
  const stub = line([success({ id: "x", ...record })]);
  const { config } = (await stub.lookUp(name, { id: "x" })) as { config?: PlainMap };
  return { config, lines: stub.lines };
}

test.each<[service: string, field: string, value: unknown, config: PlainMap]>([
  // Fields of one service (rules 1 to 3).
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
  ["my_linkedin_ads", "reports", [{ table: "t" }], { reports: [{ table: "t" }] }],
  ["linkedin_ads", "reports_linkedin_ads", ["A"], {}],
  // Values (rules 4 to 10).
  ["any", "host", null, {}],
  ["any", "host", "", { host: "" }],
  ["any", "host", 1e21, { host: "1000000000000000000000" }],
  ["any", "host", true, { host: "true" }],
  ["any", "always_encrypted", false, { alwaysEncrypted: false }],
  ["any", "always_encrypted", "tRuE", { alwaysEncrypted: true }],
  ["any", "always_encrypted", "", {}],
  ["any", "always_encrypted", "1", { alwaysEncrypted: false }],
  ["any", "port", 1521.9, { port: 1521 }],
  ["any", "port", -1.9, { port: -1 }],
  ["any", "port", " 5432 ", { port: 5432 }],
  ["any", "port", "1e3", { port: 1000 }],
  ["any", "port", "", {}],
  ["any", "account_ids", ["a", 7, true], { accountIds: ["a", "7", "true"] }],
  ["any", "aws_credentials", { bucket_name: "b", home_folder: null, extra: 1 }, { awsCredentials: { bucketName: "b" } }],
  [
    "any",
    "project_credentials",
    [{ project: "a", api_key: "******" }, {}],
    { projectCredentials: [{ project: "a", apiKey: "******" }, {}] },
  ],
  [
    "any",
    "reports",
    [{ accounts: [{ id: "1", flag: "true", other: 1 }], columns: ["c", 1], rollback_window: true }, { rollback_window: "30" }],
    { reports: [{ accounts: [{ id: "1", flag: true }], columns: ["c", "1"] }, { rollbackWindow: 30 }] },
  ],
  // Names.
  ["any", "advertisers_id", ["v"], { advertisersIds: ["v"] }],
  ["any", "advertisers_with_seat", ["v"], { advertisersWithSeats: ["v"] }],
  ["any", "allowed_senders_list", ["v"], { allowedSendersLists: ["v"] }],
  ["any", "vendors_id", ["v"], { vendorsIds: ["v"] }],
  ["any", "last_synced_changes__utc_", "v", { lastSyncedChangesUtc_: "v" }],
  ["any", "api_key_2", "v", { apiKey2: "v" }],
  ["any", "api_key_3", "v", { apiKey3: "v" }],
  ["any", "s3bucket", "v", { s3bucket: "v" }],
  ["any", "data_model_path_alias_list", [{ alias: "a", path: "p" }], { dataModelPathAliasLists: [{ alias: "a", path: "p" }] }],
  ["any", "report_list", [{ table: "t", fields: ["f"] }], { reportLists: [{ table: "t", fields: ["f"] }] }],
  ["any", "secrets_list", [{ key: "k", value: "******" }], { secretsLists: [{ key: "k", value: "******" }] }],
  ["any", "custom_reports", [{ group_by: "day" }], { customReports: [{ groupBies: expect.anything() as string }] }],
])("%s: %s %j", async (service, field, value, config) =>
  expect((await read("getConnector", { service, config: { [field]: value } })).config).toEqual(config),
);

describe("what is dropped", () => {
  test.each([["x7"], [true], [{}], [[1]], ["0x1f"], ["1_000"]])("a number that is %j, and its name is logged", async (value) => {
    const { config, lines } = await read("getConnector", { service: "postgres", config: { port: value, host: "h" } });
    expect(config).toEqual({ host: "h" });
    expect(lines).toEqual([expect.stringMatching(/^debug config of postgres: .*: port$/)]);
  });

  test("unknown fields; the log contains their names and no values, once", async () => {
    const others = { schema: "s", schema_prefix: "p", table: "t", table_group_name: "g", port: "", always_encrypted: "" };
    const config = { host: "h", brand_new: "canary-value", another: ["canary-value"], ...others };
    const found = await read("getConnector", { service: "postgres", config });
    expect(found.config).toEqual({ host: "h" });
    expect(found.lines).toEqual([expect.stringMatching(/^debug .*postgres.*: brand_new, another$/)]);
    expect((await read("getConnector", { service: "postgres", config: { host: "h", ...others } })).lines).toEqual([]);
  });

  test.each(["getConnector", "getDestination", "getExternalLogging"])(
    "%s: a config that is null or missing, but not an empty one",
    async (name) => {
      for (const given of [{ config: null }, {}]) expect((await read(name, { service: "postgres", ...given })).config).toBeUndefined();
      expect((await read(name, { service: "postgres", config: {} })).config).toEqual({});
    },
  );

  test("any config of getConnection", async () => {
    expect((await read("getConnection", { service: "postgres", config: { host: "h" } })).config).toBeUndefined();
  });
});

// Rule 11 and the last one.
test.each<[name: string, config: object, expected: PlainMap]>([
  ["getDestination", { location: "EU", data_set_location: "US" }, { dataSetLocation: "EU" }],
  ["getDestination", { location: null, data_set_location: "US" }, { dataSetLocation: "US" }],
  ["getDestination", { is_private_key_encrypted: "false", user: "u" }, { isPrivateKeyEncrypted: false, user: "u" }],
  ["getExternalLogging", { port: "8088", enable_ssl: "True", channel: 7 }, { port: 8088, enableSsl: true, channel: "7" }],
])("%s %j", async (name, config, expected) => {
  expect(await read(name, { service: "big_query", config })).toEqual({ config: expected, lines: [] });
});

// Rule 12: the mask, at the narrowest place.
test.each<[name: string, record: object, marked: object]>([
  [
    "getConnector",
    {
      config: {
        host: "h",
        password: "******",
        secrets_list: [{ key: "k", value: "******" }],
        aws_credentials: { bucket_name: "b", s3_role_arn: "******" },
      },
    },
    {
      config: {
        host: "h",
        password: new Secret("******"),
        secretsLists: [{ key: "k", value: new Secret("******") }],
        awsCredentials: { bucketName: "b", s3RoleArn: new Secret("******") },
      },
    },
  ],
  [
    "getDestination",
    { config: { user: "u", password: "******", private_key: "******" } },
    { config: { user: "u", password: new Secret("******"), privateKey: new Secret("******") } },
  ],
  [
    "getExternalLogging",
    {
      config: {
        api_key: "******",
        primary_key: "******",
        role_arn: "r",
        access_key_secret: "******",
        service_account_key: "******",
        token: "******",
      },
    },
    {
      config: {
        apiKey: new Secret("******"),
        primaryKey: new Secret("******"),
        roleArn: "r",
        accessKeySecret: new Secret("******"),
        serviceAccountKey: new Secret("******"),
        token: new Secret("******"),
      },
    },
  ],
  ["getWebhook", { type: "account", url: "u", secret: "******" }, { type: "account", url: "u", secret: new Secret("******") }],
  [
    "getWebhooks",
    { items: [{ id: "x", url: "u", secret: "******" }] },
    { webhooks: [expect.objectContaining({ url: "u", runTests: false, secret: new Secret("******") })] },
  ],
])("the secrets of %s", async (name, record, marked) => {
  const inputs = name === "getWebhooks" ? {} : { id: "x" };
  expect((await invoked(name, inputs, line([success({ id: "x", service: "any", ...record })]).send)).marked).toMatchObject(marked);
});
