/** The metadata server: the required and returned header, the values it returns, and tokens that it returns again while they are valid. */
import { exampleAccount } from "./accounts";
import type { ParsedResponse } from "./caller";
import { callerOf } from "./caller";
import type { EventEmulator } from "./index";
import { createEventEmulator } from "./index";
import { CLOUD_PLATFORM } from "./tokens";

let time: number;
let emulator: EventEmulator;
let request: ReturnType<typeof callerOf>;

beforeEach(() => {
  time = 1_700_000_000_000;
  emulator = createEventEmulator({ now: () => new Date(time) });
  request = callerOf(emulator);
});

const get = (path: string, headers: Record<string, string | undefined> = {}): ParsedResponse =>
  request(`GET /computeMetadata/v1/${path}`, undefined, { authorization: undefined, "metadata-flavor": "Google", ...headers });
const tokenOf = ({ body }: ParsedResponse): string => String(body["access_token"]);
const TOKEN = "instance/service-accounts/default/token";

it("responds to the presence check", () => {
  const root = request("GET /", undefined, { authorization: undefined });
  expect(root).toMatchObject({ status: 200, headers: { "Metadata-Flavor": "Google" } });
  expect(get("instance")).toMatchObject({
    status: 301,
    headers: { "Metadata-Flavor": "Google", location: "/computeMetadata/v1/instance/" },
  });
  expect(get("instance/")).toMatchObject({ status: 200, headers: { "Metadata-Flavor": "Google" } });
  emulator.metadata.redirects = false;
  expect(get("instance").status).toBe(200);
});

it("requires the header, and no proxy", () => {
  for (const flavor of [undefined, "google", ""]) expect(get("project/project-id", { "metadata-flavor": flavor }).status).toBe(403);
  expect(get("project/project-id", { "x-forwarded-for": "10.0.0.1" }).status).toBe(403);
  expect(request("POST /computeMetadata/v1/instance/", {}, { "metadata-flavor": "Google" }).status).toBe(405);
});

it.each([
  ["project/project-id", "demo-project"],
  ["project/numeric-project-id", 481516234200],
  ["universe/universe_domain", "googleapis.com"],
  ["instance/service-accounts/default/email", exampleAccount],
  [`instance/service-accounts/${exampleAccount}/scopes`, `${CLOUD_PLATFORM}\n`],
  ["instance/service-accounts/", `default/\n${exampleAccount}/\n`],
])("returns %s", (path, text) => {
  expect(get(path).body).toEqual(typeof text === "number" ? text : { text });
});

it("returns all of an account in one response, as the vendor's Python library requests it", () => {
  for (const name of ["default", exampleAccount])
    expect(get(`instance/service-accounts/${name}/?recursive=true`)).toMatchObject({
      headers: { "content-type": "application/json" },
      body: { aliases: ["default"], email: exampleAccount, scopes: [CLOUD_PLATFORM] },
    });
  expect(get("instance/service-accounts/other/?recursive=true").status).toBe(404);
});

it("rejects any other path", () => {
  for (const path of ["instance/x", "project/id", "instance/service-accounts/other/token", "toString"])
    expect(get(path)).toMatchObject({ status: 404, headers: { "Metadata-Flavor": "Google" } });
});

it("issues tokens for the requested scopes", () => {
  const response = get(`${TOKEN}?scopes=${CLOUD_PLATFORM}`);
  expect(response.body).toEqual({ access_token: expect.stringMatching(/^ya29\./) as string, expires_in: 3599, token_type: "Bearer" });
  expect(request("GET triggers", undefined, { authorization: `Bearer ${tokenOf(response)}` }).status).toBe(200);
  expect(emulator.calls.at(-1)?.principal).toBe(exampleAccount);
  const narrow = tokenOf(get(`${TOKEN}?scopes=https://www.googleapis.com/auth/pubsub,openid`));
  expect(request("GET triggers", undefined, { authorization: `Bearer ${narrow}` }).status).toBe(403);
  expect(emulator.tokenCalls.map(({ endpoint, scopes }) => [endpoint, scopes])).toEqual([
    ["metadata", [CLOUD_PLATFORM]],
    ["metadata", ["https://www.googleapis.com/auth/pubsub", "openid"]],
  ]);
});

it("returns the same token until five minutes before its expiry", () => {
  const first = tokenOf(get(TOKEN));
  time += 3_299_000;
  const again = get(TOKEN);
  expect([tokenOf(again), again.body["expires_in"]]).toEqual([first, 300]);
  time += 1;
  expect(tokenOf(get(TOKEN))).not.toBe(first);
});

it("issues another token once the first was revoked", () => {
  const first = tokenOf(get(TOKEN));
  emulator.tokens.revoke(exampleAccount);
  expect(tokenOf(get(TOKEN))).not.toBe(first);
});

it("can have no account, and can be absent", () => {
  emulator.metadata.email = undefined;
  expect(get(TOKEN).status).toBe(404);
  expect(get("instance/service-accounts/default/email").status).toBe(404);
  emulator.metadata.present = false;
  const absent = get("instance/");
  expect(absent.status).toBe(404);
  expect(absent.headers).not.toHaveProperty("Metadata-Flavor");
});
