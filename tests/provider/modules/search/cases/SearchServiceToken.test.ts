/** Tokens of service accounts, on a server with security. See docs/modules/search-access.md#service-tokens. */
import { unknown } from "../../../../../provider/core/values/value";
import { rejects } from "../support";
import { scenarios } from "./scenario";
import { caseFixture, stackOn } from "./server";

const kind = "SearchServiceToken";
const credential = "/_security/service/elastic/fleet-server/credential";
const fleet = { service: "fleet-server", name: "fleet-1" };

scenarios(
  kind,
  {
    "access 33: an unknown account is the error of the server": {
      members: { service: "none" },
      error: /elastic\/none/,
    },
    "access 34: destroy succeeds without it": {
      other: { [`DELETE ${credential}/token/fleet-1`]: undefined },
      next: "destroy",
      kept: { [credential]: { tokens: {} } },
    },
  },
  { program: fleet },
);

test.each([{ triggers: { v: "1" } }, { triggers: { v: unknown } }, { rotateAfter: "30d" }])(
  "access 31: a token with a name of its own does not rotate (%j)",
  async (rotation) => {
    const { stack, lines } = caseFixture(kind);
    stack.logicalName = "fleet";
    await stack.configure();
    await rejects(stack.previewUp({ ...fleet, ...rotation }), /^name \| /);
    expect(lines()).toEqual([]);
  },
);

test("access 31: a name that is unknown in a preview may be absent", async () => {
  const { stack } = caseFixture(kind);
  stack.logicalName = "fleet";
  await stack.configure();
  expect(await stack.previewUp({ ...fleet, name: unknown, triggers: { v: "1" } })).toMatchObject({ name: unknown });
});

test("access 30: a trigger replaces a token, and each one works until the next exists", async () => {
  const { stack, call, writes } = caseFixture(kind);
  const value = () => String(stack.outputs["value"]);
  const use = async (token: string) => call("GET /", undefined, { authorization: `Bearer ${token}` });
  const names = async () => Object.keys((await call(`GET ${credential}`))["tokens"] as object);
  stack.logicalName = "fleet";
  const program = { service: "fleet-server", triggers: { v: "1" } };
  await stack.up(program);
  await use(value());
  expect(await stack.refresh()).toEqual([]);
  const before = value();
  const [first] = await names();
  writes();
  // As with the resource option `ignoreChanges` for all inputs.
  expect(await stack.up(stack.inputs)).toBe("same");
  expect(await stack.up({ ...program, triggers: { v: "2" } })).toBe("replace");
  const [next] = await names();
  expect(writes()).toEqual([`PUT ${credential}/token/${next}`, `DELETE ${credential}/token/${first}`]);
  await use(value());
  await expect(use(before)).rejects.toThrow("401");
  expect(next).toMatch(/^fleet-[0-9a-f]+$/);
});

test("the token of the connection is not deleted, and nothing is sent", async () => {
  const server = caseFixture(kind);
  await server.stack.up(fleet);
  const { stack, lines } = stackOn(server, kind, { ELASTICSEARCH_BEARER_TOKEN: String(server.stack.outputs["value"]) });
  stack.stored = server.stack.stored;
  await stack.configure();
  await rejects(
    stack.destroy(),
    "failed_precondition: Service token elastic/fleet-server/fleet-1: the connection authenticates with this token, which would become invalid. Use other credentials for this operation.",
  );
  expect(lines()).toEqual([]);
  await server.stack.destroy();
});
