// The credential files, and the region in them. See docs/modules/cloud.md#credential-files.
import type { Settings } from "../../../../../provider/core/gen/types";
import { boundRole, failure, keysOf, pair, role, start, fakeEnvironment } from "./support";

const base = "/home/me/.tccli/default";
const keys = JSON.stringify({ secretId: " AKIDprofile ", secretKey: "canary-key\n", token: "" });
const configure = JSON.stringify({ _sys_param: { region: "ap-shanghai", output: "json", warning: "off" } });

test.each<[Settings, Record<string, string>, string]>([
  [{}, {}, base],
  [{ profile: "work" }, {}, "/home/me/.tccli/work"],
  [{}, { TENCENTCLOUD_PROFILE: "env" }, "/home/me/.tccli/env"],
  [{ sharedCredentialsDir: "/etc/cloud/" }, {}, "/etc/cloud/default"],
  [{ sharedCredentialsDir: "~" }, {}, "/home/me/default"],
  [{ sharedCredentialsDir: "~keys" }, {}, "~keys/default"],
])("%j, %j: the files %s", async (settings, env, path) => {
  const environment = fakeEnvironment(settings, env, { [`${path}.credential`]: keys, [`${path}.configure`]: configure });
  expect(await keysOf(environment)).toMatchObject({ secretId: "AKIDprofile", secretKey: "canary-key" });
  expect(await environment.credentials.region()).toBe("ap-shanghai");
  expect(new Set(environment.reads)).toEqual(new Set([`${path}.credential`, `${path}.configure`]));
});

describe("the content of the credential file", () => {
  const opened = (content: string | Error) => fakeEnvironment({}, {}, { [`${base}.credential`]: content });

  test("a token, and a byte order mark", async () => {
    const whole = { secretId: "AKID", secretKey: "k", token: "t" };
    expect(await keysOf(opened(`\uFEFF${JSON.stringify(whole)}`))).toMatchObject(whole);
  });

  test("a role is assumed for 7200 s; without its session name it is none", async () => {
    const half = { secretId: "AKID", secretKey: "k", "role-arn": "qcs::role" };
    const calls = await Promise.all(
      [half, { ...half, "role-session-name": "cli" }].map(async (content) => {
        const environment = opened(JSON.stringify(content));
        await keysOf(environment);
        return environment.calls.map(({ params }) => params);
      }),
    );
    expect(calls).toEqual([[], [{ RoleArn: "qcs::role", RoleSessionName: "cli", DurationSeconds: 7200 }]]);
  });

  test.each<[string, string | Error, string, RegExp]>([
    ["values that are no texts", '{"secretId":1,"secretKey":["canary"]}', "unauthenticated", /contains no pair of secretId and secretKey/],
    ["no JSON", "secretKey = canary", "failed_precondition", /default\.credential is not JSON/],
    ["no permission", Object.assign(new Error("canary"), { code: "EACCES" }), "failed_precondition", /cannot be read \(EACCES\)/],
  ])("%s is reported by file and reason, never by content", async (_, content, code, reason) => {
    const error = await failure(keysOf(opened(content)));
    expect(error).toMatchObject({ code, message: expect.stringMatching(reason) as string });
    expect(error.message).not.toContain("canary");
  });
});

describe("region", () => {
  const files = { [`${base}.credential`]: keys, [`${base}.configure`]: configure };
  const env = { TENCENTCLOUD_REGION: "ap-env" };

  test.each<[string, Settings, Record<string, string>, Record<string, string>, string]>([
    ["explicit", { region: "ap-own" }, env, files, "ap-own"],
    ["environment", {}, env, files, "ap-env"],
    ["profile whose keys assume a role", { assumeRole: role }, {}, files, "ap-shanghai"],
    ["default, as the keys come from elsewhere", pair, {}, files, "ap-guangzhou"],
    ["default, as the instance gives the keys", { camRoleName: "vm" }, {}, files, "ap-guangzhou"],
    ["default, as the file has no keys", {}, {}, { ...files, [`${base}.credential`]: "{}" }, "ap-guangzhou"],
    ["default, as the file has no region", {}, {}, { ...files, [`${base}.configure`]: '{"_sys_param":{"region":7}}' }, "ap-guangzhou"],
    ["default, as nothing is configured", {}, {}, { [`${base}.credential`]: keys }, "ap-guangzhou"],
  ])("%s", async (...[, settings, variables, content, region]) => {
    const environment = fakeEnvironment(settings, variables, content);
    environment.page = () => boundRole(start);
    expect(await environment.credentials.region()).toBe(region);
    expect(environment.calls).toEqual([]);
  });

  test("calls of STS use it", async () => {
    const environment = fakeEnvironment({ assumeRole: role }, {}, files);
    await keysOf(environment);
    expect(environment.calls[0]!.region).toBe("ap-shanghai");
  });

  test("a configure file that is not JSON is reported by its name, and read again after it was fixed", async () => {
    const environment = fakeEnvironment({}, {}, { ...files, [`${base}.configure`]: "region = canary" });
    expect(await failure(environment.credentials.region())).toMatchObject({
      code: "failed_precondition",
      message: `the file ${base}.configure is not JSON`,
    });
    environment.files[`${base}.configure`] = configure;
    expect(await environment.credentials.region()).toBe("ap-shanghai");
  });
});
