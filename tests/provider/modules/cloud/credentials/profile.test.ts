// The credential files, and the region in them. See docs/modules/cloud.md#credential-files.
import { expectFailure, keysOf, pair, role, fakeEnvironment } from "./support";

const base = "/home/me/.tccli/default";
const keys = JSON.stringify({ secretId: " AKIDprofile ", secretKey: "canary-key\n", token: "" });
const configure = JSON.stringify({ _sys_param: { region: "ap-shanghai", output: "json", warning: "off" } });

test.each([
  [{}, {}, base],
  [{ profile: "work" }, {}, "/home/me/.tccli/work"],
  [{}, { TENCENTCLOUD_PROFILE: "env" }, "/home/me/.tccli/env"],
  [{ sharedCredentialsDir: "/etc/cloud/" }, {}, "/etc/cloud/default"],
  [{ sharedCredentialsDir: "~" }, {}, "/home/me/default"],
])("%j, %j: the files %s", async (settings, env, path) => {
  const environment = fakeEnvironment(settings, env, { [`${path}.credential`]: keys, [`${path}.configure`]: configure });
  expect(await keysOf(environment)).toMatchObject({ secretId: "AKIDprofile", secretKey: "canary-key" });
  expect(await environment.region()).toBe("ap-shanghai");
  expect(new Set(environment.reads)).toEqual(new Set([`${path}.credential`, `${path}.configure`]));
});

describe("the content of the credential file", () => {
  const opened = (content: string) => fakeEnvironment({}, {}, { [`${base}.credential`]: content });

  test("a token", async () => {
    const whole = { secretId: "AKID", secretKey: "k", token: "t" };
    expect(await keysOf(opened(JSON.stringify(whole)))).toMatchObject(whole);
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

  test("values that are no texts are not quoted", async () => {
    await expectFailure(
      keysOf(opened('{"secretId":1,"secretKey":["canary"]}')),
      "unauthenticated",
      /contains no pair of secretId and secretKey/,
    );
  });
});

describe("region", () => {
  const files = { [`${base}.credential`]: keys, [`${base}.configure`]: configure };

  test.each([
    ["explicit", { region: "ap-own" }, files, "ap-own"],
    ["profile whose keys assume a role", { assumeRole: role }, files, "ap-shanghai"],
    ["default, as the keys come from elsewhere", pair, files, "ap-guangzhou"],
    ["default, as the instance gives the keys", { camRoleName: "vm" }, files, "ap-guangzhou"],
    ["default, as the file has no region", {}, { ...files, [`${base}.configure`]: '{"_sys_param":{"region":7}}' }, "ap-guangzhou"],
    ["default, as the file has no keys", {}, { ...files, [`${base}.credential`]: "{}" }, "ap-guangzhou"],
  ])("%s", async (_title, settings, content, region) => {
    const environment = fakeEnvironment(settings, {}, content);
    expect(await environment.region()).toBe(region);
    expect(environment.calls).toEqual([]);
  });

  test("calls of STS use it", async () => {
    const environment = fakeEnvironment({ assumeRole: role }, {}, files);
    await keysOf(environment);
    expect(environment.calls[0]!.region).toBe("ap-shanghai");
  });

  test("a configure file that is not JSON is reported by its name, and read again after it was fixed", async () => {
    const environment = fakeEnvironment({}, {}, { ...files, [`${base}.configure`]: "region = canary" });
    await expectFailure(environment.region(), "failed_precondition", `the file ${base}.configure is not JSON`);
    environment.files[`${base}.configure`] = configure;
    expect(await environment.region()).toBe("ap-shanghai");
  });
});
