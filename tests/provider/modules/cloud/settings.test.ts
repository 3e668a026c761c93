// The settings in force: sources, their order, and invalid variables. See docs/modules/cloud.md#settings.
import type { Settings } from "../../../../provider/core/gen/types";
import { textNames, variables, type Environment } from "../../../../provider/modules/cloud/env";
import { effectiveSettings, type EffectiveSettings } from "../../../../provider/modules/cloud/settings";

type Plain = Record<string, unknown>;

const of = (settings: Plain = {}, env: Environment = {}): EffectiveSettings => effectiveSettings(settings as Settings, env);
const role = "TENCENTCLOUD_ASSUME_ROLE";

describe("a text", () => {
  const defaults: Partial<EffectiveSettings> = { profile: "default", protocol: "HTTPS", domain: "tencentcloudapi.com" };

  test.each(textNames.map((name) => [name, variables[name][0]] as const))("%s is set by %s", (name, variable) => {
    const [own, other] = name === "protocol" ? ["HTTPS", "HTTP"] : ["own", "other"];
    const fallback = defaults[name];
    const values = [
      of(),
      of({}, { [variable]: other }),
      of({ [name]: own }, { [variable]: other }),
      of({ [name]: "" }, { [variable]: other }),
    ];
    expect([...values, of({}, { [variable]: "" })].map((each) => each[name])).toEqual([fallback, other, own, other, fallback]);
  });

  test("a domain is trimmed", () =>
    expect([of({ domain: " internal.example " }), of({ domain: "  " })].map(({ domain }) => domain)).toEqual([
      "internal.example",
      defaults.domain,
    ]));
});

test("other settings have no variable; addresses and budgets have no setting", () => {
  expect(of()).toEqual({
    profile: "default",
    protocol: "HTTPS",
    domain: "tencentcloudapi.com",
    enablePodOidc: false,
    allowedAccountIds: [],
    forbiddenAccountIds: [],
    metadataEndpoint: "http://metadata.tencentyun.com",
    budgets: { read: 180_000, write: 300_000 },
  });
  const lists = { enablePodOidc: true, allowedAccountIds: ["1"], forbiddenAccountIds: ["2"] };
  const env = {
    TENCENTCLOUD_METADATA_ENDPOINT: "http://127.0.0.1:1/",
    TENCENTCLOUD_READ_RETRY_TIMEOUT: "1",
    TENCENTCLOUD_WRITE_RETRY_TIMEOUT: "10",
  };
  expect(of(lists, env)).toMatchObject({ ...lists, metadataEndpoint: "http://127.0.0.1:1", budgets: { read: 60_000, write: 600_000 } });
});

test.each([
  [{ secretId: "AKIDown", secretKey: "own" }, { TENCENTCLOUD_SECRET_ID: "AKIDenv" }, undefined],
  [{ secretId: "AKIDown", securityToken: "own" }, { TENCENTCLOUD_SECRET_ID: "AKIDenv" }, "own"],
  [{ secretId: "AKIDenv" }, { TENCENTCLOUD_SECRET_ID: "AKIDenv" }, "env"],
  [{ secretId: "AKIDown" }, {}, "env"],
])("the environment's token stays with the environment's key: %j, %j", (settings, env, token) => {
  expect(of(settings, { ...env, TENCENTCLOUD_SECURITY_TOKEN: "env" }).securityToken).toBe(token);
});

describe("a member of a block", () => {
  test.each<[string, keyof EffectiveSettings, Plain, Environment, object | undefined]>([
    ["a variable fills a gap", "assumeRole", { sessionName: "" }, { [`${role}_SESSION_NAME`]: "other" }, { sessionName: "other" }],
    ["a number", "mfaCertification", {}, { TENCENTCLOUD_MFA_CERTIFICATION_DURATION_SECONDS: "200" }, { durationSeconds: 200 }],
    ["a setting takes precedence", "assumeRole", { tokenCode: "own" }, { [`${role}_TOKEN_CODE`]: "other" }, { tokenCode: "own" }],
    ["policy has no variable", "assumeRole", { policy: "{}" }, { [`${role}_POLICY`]: "x" }, { policy: "{}" }],
    [
      "the double N takes precedence",
      "assumeRoleWithWebIdentity",
      {},
      { [`${role}_ARNN_FILE`]: "/nn", [`${role}_ARN_FILE`]: "/n" },
      { roleArnFile: "/nn" },
    ],
    [
      "an explicit file takes precedence over the inline value of the environment",
      "assumeRoleWithWebIdentity",
      { webIdentityTokenFile: "/token", roleArnFile: "/role" },
      { [`${role}_WEB_IDENTITY_TOKEN`]: "t", [`${role}_ARN`]: "arn" },
      { webIdentityTokenFile: "/token", roleArnFile: "/role" },
    ],
    ["a configured 0 stays", "assumeRole", { sessionDuration: 0 }, { [`${role}_SESSION_DURATION`]: "60" }, { sessionDuration: 0 }],
    ["0 in the environment is absent", "assumeRole", {}, { [`${role}_SESSION_DURATION`]: "0" }, {}],
    [
      "a variable without an effect may be invalid",
      "assumeRole",
      { sessionDuration: 60 },
      { [`${role}_SESSION_DURATION`]: "2h" },
      { sessionDuration: 60 },
    ],
  ])("%s", (...[, block, own, env, expected]) => expect(of({ [block]: own }, env)[block]).toEqual(expected));
});

test.each([
  ["TENCENTCLOUD_SECRET_KEY", "canary-key\n", {}, "line break"],
  [`${role}_SESSION_DURATION`, "2h", { assumeRole: {} }, "whole number"],
  [`${role}_SESSION_NAME`, "x", { assumeRole: {} }, "2 to 128 characters"],
  ["TENCENTCLOUD_MFA_CERTIFICATION_DURATION_SECONDS", "129601", { mfaCertification: {} }, "from 0 to 129600"],
  ["TENCENTCLOUD_WRITE_RETRY_TIMEOUT", "1.5", {}, "whole number"],
])("%s=%j cannot be used, and is not quoted", (variable, value, settings, reason) => {
  const message = expect.stringMatching(`^(?!.*canary).*${variable}.*${reason}`);
  expect(() => of(settings, { [variable]: value })).toThrow(expect.objectContaining({ code: "failed_precondition", message }));
});
