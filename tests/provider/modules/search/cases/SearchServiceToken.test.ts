/** Tokens of service accounts, on a server with security. See docs/modules/search-access.md#service-tokens. */
import { cleanSecureServer, secureFixture } from "./server";

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
