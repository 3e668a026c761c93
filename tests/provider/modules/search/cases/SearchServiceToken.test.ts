/** Tokens of service accounts, on a server with security. See docs/modules/search-access.md#service-tokens. */
import { cleanSecureServer, secureFixture, stackOn } from "./server";

const token = "quartet:search:SearchServiceToken";
const credential = "/_security/service/elastic/fleet-server/credential";
const fleet = { service: "fleet-server", name: "fleet-1" };

beforeEach(cleanSecureServer);

/** A stack of one token, and what other clients see. */
function fixture() {
  const fixed = secureFixture(token);
  const { call, stack } = fixed;
  return {
    ...fixed,
    names: async () => Object.keys((await call(`GET ${credential}`))["tokens"] as object),
    value: () => String(stack.outputs["value"]),
    use: async (value: string) => call("GET /", undefined, { authorization: `Bearer ${value}` }),
  };
}

test("a token works at once, and a refresh keeps its value", async () => {
  const { stack, value, use } = fixture();
  await stack.up(fleet);
  await use(value());
  expect(await stack.refresh()).toEqual([]);
});

test("access 30: a trigger replaces a token, and each one works until the next exists", async () => {
  const { stack, value, use, names, lines } = fixture();
  stack.logicalName = "fleet";
  const program = { service: "fleet-server", triggers: { v: "1" } };
  await stack.up(program);
  const before = value();
  const [first] = await names();
  lines();
  expect(await stack.up({ ...program, triggers: { v: "2" } })).toBe("replace");
  const [second] = await names();
  expect(lines().filter((line) => !line.startsWith("GET"))).toEqual([
    `PUT ${credential}/token/${second}`,
    `DELETE ${credential}/token/${first}`,
  ]);
  await use(value());
  await expect(use(before)).rejects.toThrow("401");
  expect(second).toMatch(/^fleet-[0-9a-f]+$/);
});

test.each([{ triggers: { v: "1" } }, { rotateAfter: "30d" }])(
  "access 31: a token with a name of its own does not rotate (%j)",
  async (rotation) => {
    const { stack, lines } = fixture();
    stack.logicalName = "fleet";
    await expect(stack.up({ ...fleet, ...rotation })).rejects.toThrow(/^name \| /);
    expect(lines()).toEqual([]);
  },
);

test("access 32: a token that exists is not replaced", async () => {
  const { stack, call, value, names } = fixture();
  await call(`PUT ${credential}/token/fleet-1`);
  await expect(stack.up(fleet)).rejects.toThrow("already exists");
  expect(await names()).toEqual(["fleet-1"]);
  expect(value()).toBe("undefined");
});

test("access 33: an unknown account is the error of the server", async () => {
  const { stack } = fixture();
  await expect(stack.up({ ...fleet, service: "none" })).rejects.toThrow("elastic/none");
});

test("access 34: a token that another client deletes is gone, and destroy succeeds without it", async () => {
  const { stack, call, names } = fixture();
  await stack.up(fleet);
  await call(`DELETE ${credential}/token/fleet-1`);
  await stack.destroy();
  await stack.up(fleet);
  await call(`DELETE ${credential}/token/fleet-1`);
  await stack.refresh();
  expect(stack.stored).toBeUndefined();
  expect(await names()).toEqual([]);
});

test("the token of the connection is not deleted, and nothing is sent", async () => {
  const server = fixture();
  await server.stack.up(fleet);
  const { stack, lines } = stackOn(server, token, { ELASTICSEARCH_BEARER_TOKEN: server.value() });
  stack.stored = server.stack.stored;
  await stack.configure();
  await expect(stack.destroy()).rejects.toMatchObject({
    code: "failed_precondition",
    message:
      "Service token elastic/fleet-server/fleet-1: the connection authenticates with this token, which would become invalid. Use other credentials for this operation.",
  });
  expect(lines()).toEqual([]);
  await server.stack.destroy();
});
