/** The instance metadata: keys of bound roles, good for calls, and what there is when none is bound. */
import type { EmulatorReply } from "../exchange";
import { callerOf } from "./caller";
import { createCloudEmulator } from "./index";

const now = new Date(1_700_000_000_000);
const folder = "/latest/meta-data/cam/security-credentials/";

const create = (): {
  emulator: ReturnType<typeof createCloudEmulator>;
  get: (path: string, host?: string, method?: string) => EmulatorReply;
} => {
  const emulator = createCloudEmulator({ now: () => now });
  emulator.metadata.roles.set("builder", {});
  const get = (path: string, host = "metadata.tencentyun.com", method = "GET"): EmulatorReply =>
    emulator.handle({ method, path, query: "", headers: { host }, body: "" });
  return { emulator, get };
};

it("issues valid keys of a bound role", () => {
  const { emulator, get } = create();
  const reply = get(`${folder}builder`);
  expect(reply.status).toBe(200);
  const keys = JSON.parse(reply.body) as Record<string, string>;
  expect(keys).toEqual({
    TmpSecretId: expect.stringMatching(/./) as string,
    TmpSecretKey: expect.stringMatching(/./) as string,
    ExpiredTime: 1_700_007_200,
    Expiration: "2023-11-15T00:13:20Z",
    Token: expect.stringMatching(/./) as string,
    Code: "Success",
  });
  const signer = { secretId: keys["TmpSecretId"] ?? "", secretKey: keys["TmpSecretKey"] ?? "", token: keys["Token"] };
  expect(callerOf(emulator, { now, signer })("sts/GetCallerIdentity")).toMatchObject({ AccountId: "100000000001", Type: "CAMRole" });
});

it("is served under an address and in absolute form", () => {
  const { get } = create();
  expect(get(`${folder}builder`, "127.0.0.1:4711").status).toBe(200);
  expect(get(`http://metadata.tencentyun.com${folder}builder`, "127.0.0.1:4711").status).toBe(200);
});

it("lists the bound roles", () => {
  expect(create().get(folder).body).toBe("builder");
});

it("returns 404 for a role that is not bound and for any other path", () => {
  const { get } = create();
  for (const path of [`${folder}other`, `${folder}builder/x`, `${folder}%`, "/latest/meta-data/instance-id", "/"])
    expect(get(path)).toMatchObject({ status: 404, headers: { "content-type": "text/plain" } });
  expect(get(`${folder}builder`, undefined, "POST").status).toBe(405);
});

it("returns the configured lifetime and account, and no keys with another code", () => {
  const { emulator, get } = create();
  emulator.metadata.roles.set("short", { seconds: 60, account: "100000000009" });
  expect(JSON.parse(get(`${folder}short`).body)).toHaveProperty("ExpiredTime", 1_700_000_060);
  emulator.metadata.roles.set("failing", { code: "InternalError" });
  expect(get(`${folder}failing`)).toMatchObject({ status: 200, body: '{"Code":"InternalError"}' });
});
