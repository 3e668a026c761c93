// The settings of connectors, destinations and log services. See docs/modules/datapipeline.md#config-values.
import { Secret, type PlainMap } from "../../../../provider/core/values/value";
import { invoked, line, success } from "./support";

const mask = "******";
const masked = new Secret(mask);

async function read(name: string, record: object) {
  const stub = line([success({ id: "x", ...record })]);
  const { config } = (await stub.lookUp(name, { id: "x" })) as { config?: PlainMap };
  return { config, lines: stub.lines };
}

test.each([
  // Fields of one service (rules 1 to 3).
  ["linkedin_ads", "reports", ["A", "B"], { reportsLinkedinAds: ["A", "B"] }],
  ["reddit_ads", "accounts", [{ name: "t2_a" }], { accountsRedditAds: [{ name: "t2_a" }] }],
  ["appsflyer", "app_ids", [{ app_id: "1" }], { appIdsAppsflyers: [{ appId: "1" }] }],
  ["criteo_retail_media", "dimensions", "day", { dimensionsCriteoRetailMedia: "day" }],
  ["amazon_dsp", "profiles", "p", { profilesAmazonDsp: "p" }],
  // The whole name is compared, not its suffix.
  ["my_linkedin_ads", "reports", [{ table: "t" }], { reports: [{ table: "t" }] }],
  ["linkedin_ads", "reports_linkedin_ads", ["A"], {}],
])("%s: %s %j", async (service, field, value, config) =>
  expect((await read("getConnector", { service, config: { [field]: value } })).config).toEqual(config),
);

test.each([
  // Values (rules 4 to 10).
  [
    { host: "", password: null, user: 1e21, database: true, always_encrypted: false, port: 1521.9 },
    { host: "", user: "1000000000000000000000", database: "true", alwaysEncrypted: false, port: 1521 },
  ],
  [{ port: " 5432 " }, { port: 5432 }],
  [{ always_encrypted: "", port: "-1e3" }, { port: -1000 }],
  [
    { reports: [{ accounts: [{ id: "1", other: 1 }], rollback_window: true }, { rollback_window: "30" }] },
    { reports: [{ accounts: [{ id: "1" }] }, { rollbackWindow: 30 }] },
  ],
  // Names.
  [
    {
      advertisers_id: ["v"],
      advertisers_with_seat: ["v"],
      last_synced_changes__utc_: "v",
      api_key_2: "v",
      data_model_path_alias_list: [{ alias: "a", path: "p" }],
      secrets_list: [{ key: "k", value: mask }],
      custom_reports: [{ group_by: "day" }],
    },
    {
      advertisersIds: ["v"],
      advertisersWithSeats: ["v"],
      lastSyncedChangesUtc_: "v",
      apiKey2: "v",
      dataModelPathAliasLists: [{ alias: "a", path: "p" }],
      secretsLists: [{ key: "k", value: mask }],
      customReports: [{ groupBies: expect.anything() }],
    },
  ],
])("%j", async (config, expected) => expect((await read("getConnector", { service: "any", config })).config).toEqual(expected));

test.each(["x7", true, "0x1f"])("what is dropped: a number that is %j, and its name is logged", async (value) => {
  const { config, lines } = await read("getConnector", { service: "postgres", config: { port: value, host: "h" } });
  expect(config).toEqual({ host: "h" });
  expect(lines).toEqual([expect.stringMatching(/^debug: config of postgres: .*: port$/)]);
});

test("what is dropped: unknown fields; the log contains their names and no values, once", async () => {
  const others = { schema: "s", schema_prefix: "p", table: "t", table_group_name: "g", port: "", always_encrypted: "" };
  const config = { host: "h", brand_new: "canary-value", another: ["canary-value"], ...others };
  const found = await read("getConnector", { service: "postgres", config });
  expect(found.config).toEqual({ host: "h" });
  expect(found.lines).toEqual([expect.stringMatching(/^debug: .*postgres.*: brand_new, another$/)]);
  expect((await read("getConnector", { service: "postgres", config: { host: "h", ...others } })).lines).toEqual([]);
});

test.each(["getConnector", "getDestination", "getExternalLogging"])(
  "%s: a config that is null or missing, but not an empty one",
  async (name) => {
    for (const given of [{ config: null }, {}]) expect((await read(name, { service: "postgres", ...given })).config).toBeUndefined();
    expect((await read(name, { service: "postgres", config: {} })).config).toEqual({});
  },
);

// Rule 11 and the last one.
test.each([
  ["getDestination", { location: "EU", data_set_location: "US" }, { dataSetLocation: "EU" }],
  ["getDestination", { location: null, data_set_location: "US" }, { dataSetLocation: "US" }],
  ["getDestination", { is_private_key_encrypted: "false", user: "u" }, { isPrivateKeyEncrypted: false, user: "u" }],
  ["getExternalLogging", { port: "8088", enable_ssl: "True", channel: 7 }, { port: 8088, enableSsl: true, channel: "7" }],
])("%s %j", async (name, config, expected) => {
  expect(await read(name, { service: "big_query", config })).toEqual({ config: expected, lines: [] });
});

// Rule 12: the mask, at the narrowest place.
test.each([
  [
    "getConnector",
    { host: "h", password: mask, secrets_list: [{ key: "k", value: mask }], aws_credentials: { bucket_name: "b", s3_role_arn: mask } },
    {
      host: "h",
      password: masked,
      secretsLists: [{ key: "k", value: masked }],
      awsCredentials: { bucketName: "b", s3RoleArn: masked },
    },
  ],
  ["getDestination", { user: "u", password: mask, private_key: mask }, { user: "u", password: masked, privateKey: masked }],
  [
    "getExternalLogging",
    { api_key: mask, primary_key: mask, role_arn: "r", access_key_secret: mask, service_account_key: mask, token: mask },
    { apiKey: masked, primaryKey: masked, roleArn: "r", accessKeySecret: masked, serviceAccountKey: masked, token: masked },
  ],
])("the secrets of %s", async (name, config, expected) => {
  const { send } = line([success({ id: "x", service: "any", config })]);
  expect((await invoked(name, { id: "x" }, send)).marked).toMatchObject({ config: expected });
});
