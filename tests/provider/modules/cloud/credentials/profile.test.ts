// The credential files, and the region in them. See docs/modules/cloud.md#credential-files.
import type { Settings } from "../../../../../provider/core/gen/types";
import { createCredentialFiles } from "../../../../../provider/http/credentials/files";
import { boundRole, failure, keysOf, pair, role, start, fakeEnvironment } from "./support";

const folder = "/home/me/.tccli";
const keys = JSON.stringify({ secretId: " AKIDprofile ", secretKey: "canary-key\n", token: "" });
const configure = JSON.stringify({ _sys_param: { region: "ap-shanghai", output: "json", warning: "off" } });

describe("the folder of the files", () => {
  const rows: [string, Settings, Record<string, string>, string][] = [
    ["default", {}, {}, `${folder}/default`],
    ["own profile", { profile: "work" }, {}, `${folder}/work`],
    ["profile of the environment", {}, { TENCENTCLOUD_PROFILE: "env" }, `${folder}/env`],
    ["own folder", { sharedCredentialsDir: "/etc/cloud/" }, {}, "/etc/cloud/default"],
    ["folder below the home directory", { sharedCredentialsDir: "~/keys" }, {}, "/home/me/keys/default"],
    ["the home directory itself", { sharedCredentialsDir: "~" }, {}, "/home/me/default"],
    ["a name with a tilde", { sharedCredentialsDir: "~keys" }, {}, "~keys/default"],
  ];
  test.each(rows)("%s", async (_, settings, env, base) => {
    const environment = fakeEnvironment(settings, env, { [`${base}.credential`]: keys, [`${base}.configure`]: configure });
    expect(await keysOf(environment)).toMatchObject({ secretId: "AKIDprofile", secretKey: "canary-key" });
    expect(await environment.credentials.region()).toBe("ap-shanghai");
    expect(new Set(environment.reads)).toEqual(new Set([`${base}.credential`, `${base}.configure`]));
  });

  test("USERPROFILE on Windows", async () => {
    const env = { HOME: "/c/me", USERPROFILE: "C:\\Users\\me" };
    expect(await createCredentialFiles({ env, windows: true }).path("~/.tccli")).toBe("C:\\Users\\me/.tccli");
    expect(await createCredentialFiles({ env, windows: false }).path("~/.tccli")).toBe("/c/me/.tccli");
  });

  test("the system's home directory where no variable names it", async () =>
    expect(await createCredentialFiles({ env: {}, windows: false }).path("~/x")).toMatch(/^[^~].*\/x$/));
});

describe("the content of the files", () => {
  const read = (content: string): ReturnType<typeof keysOf> =>
    keysOf(fakeEnvironment({}, {}, { [`${folder}/default.credential`]: content }));

  test("a token", async () =>
    expect(await read(JSON.stringify({ secretId: "AKID", secretKey: "k", token: "t" }))).toMatchObject({
      secretId: "AKID",
      secretKey: "k",
      token: "t",
    }));

  test("a byte order mark", async () => expect((await read(`\uFEFF${keys}`)).secretId).toBe("AKIDprofile"));

  test("values that are not texts are ignored", async () => {
    const { message } = await failure(read(JSON.stringify({ secretId: 1, secretKey: ["k"] })));
    expect(message).toMatch(/contains no pair of secretId and secretKey/);
  });

  test("a role needs ARN and session name", async () => {
    const half = JSON.stringify({ secretId: "AKID", secretKey: "k", "role-arn": "qcs::role" });
    const environment = fakeEnvironment({}, {}, { [`${folder}/default.credential`]: half });
    await keysOf(environment);
    expect(environment.calls).toEqual([]);
  });

  test("the role is assumed for 7200 s, with nothing else", async () => {
    const text = JSON.stringify({ secretId: "AKID", secretKey: "k", "role-arn": "qcs::role", "role-session-name": "cli" });
    const environment = fakeEnvironment({}, {}, { [`${folder}/default.credential`]: text });
    await keysOf(environment);
    expect(environment.calls[0]!.params).toEqual({ RoleArn: "qcs::role", RoleSessionName: "cli", DurationSeconds: 7200 });
  });

  const rows: [string, string | Error, RegExp][] = [
    ["no JSON", "secretKey = canary", /default\.credential is not JSON/],
    ["an empty file", "", /default\.credential is not JSON/],
    ["a list", '["canary"]', /default\.credential contains JSON that is not an object/],
    ["no permission", Object.assign(new Error("canary"), { code: "EACCES" }), /default\.credential cannot be read \(EACCES\)/],
    ["a failure without a code", new Error("canary"), /default\.credential cannot be read \(unreadable\)/],
  ];
  test.each(rows)("%s is reported by file and reason, never by content", async (_, content, expectedMessage) => {
    const { code: code, message } = await failure(keysOf(fakeEnvironment({}, {}, { [`${folder}/default.credential`]: content })));
    expect(code).toBe("failed_precondition");
    expect(message).toMatch(expectedMessage);
    expect(message).not.toContain("canary");
  });
});

describe("region", () => {
  const files = { [`${folder}/default.credential`]: keys, [`${folder}/default.configure`]: configure };
  const env = { TENCENTCLOUD_REGION: "ap-env" };
  const rows: [string, Settings, Record<string, string>, Record<string, string>, string][] = [
    ["explicit", { region: "ap-own" }, env, files, "ap-own"],
    ["environment", {}, env, files, "ap-env"],
    ["profile", {}, {}, files, "ap-shanghai"],
    ["profile whose keys assume a role", { assumeRole: role }, {}, files, "ap-shanghai"],
    ["default", {}, {}, {}, "ap-guangzhou"],
    ["default, as the keys come from elsewhere", pair, {}, files, "ap-guangzhou"],
    ["default, as the instance gives the keys", { camRoleName: "vm" }, {}, files, "ap-guangzhou"],
    ["default, as the file has no keys", {}, {}, { ...files, [`${folder}/default.credential`]: "{}" }, "ap-guangzhou"],
    [
      "default, as the file has no region",
      {},
      {},
      { ...files, [`${folder}/default.configure`]: '{"_sys_param":{"region":7}}' },
      "ap-guangzhou",
    ],
    ["default, as nothing is configured", {}, {}, { [`${folder}/default.credential`]: keys }, "ap-guangzhou"],
  ];
  test.each(rows)("%s", async (...[, settings, variables, content, region]) => {
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
    const environment = fakeEnvironment({}, {}, { ...files, [`${folder}/default.configure`]: "region = canary" });
    const { code: code, message } = await failure(environment.credentials.region());
    expect([code, message]).toEqual(["failed_precondition", `the file ${folder}/default.configure is not JSON`]);
    environment.files[`${folder}/default.configure`] = configure;
    expect(await environment.credentials.region()).toBe("ap-shanghai");
  });

  test("two configurations share nothing", async () => {
    const other = { "/home/me/.tccli/work.credential": JSON.stringify({ secretId: "AKIDwork", secretKey: "k" }) };
    const one = fakeEnvironment({}, {}, files);
    const two = fakeEnvironment({ profile: "work" }, {}, other);
    expect([(await keysOf(one)).secretId, (await keysOf(two)).secretId]).toEqual(["AKIDprofile", "AKIDwork"]);
  });
});
