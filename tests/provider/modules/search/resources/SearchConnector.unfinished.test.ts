// Connectors whose creation is interrupted: lost responses, failing steps, and the next run. See docs/modules/search.md#connector-create and docs/protocol.md#partial-failures.
import { TransportError } from "../../../../../provider/http/transport-error";
import { scenarios } from "../cases/scenario";
import { json, rejects, uuid } from "../support";
import { rejection, stackFixture } from "./stack-fixture";

const kind = "SearchConnector";
const path = "/_connector/music-catalog";
const small = { connectorId: "music-catalog", serviceType: "postgresql", name: "a" };
const scheduling = { full: { enabled: true, interval: "0 0 12 * * ?" } };
const whole = { ...small, scheduling, features: { syncRules: { basic: { enabled: true } } } };
const schedule = `PUT ${path}/_scheduling`;

const found = /may have been created[^]*GET \/_connector\?service_type=my\+sql&index_name=i[^]*import it by its ID/;
const none = /^(?![^]*may have been created)/;

scenarios(
  kind,
  (
    [
      [new TransportError("sent", "ECONNRESET", "the connection was cut.", { ambiguous: true }), found],
      ...[400, 429].map((status) => [rejection("busy", status), none] as const),
      ...[500, 502, 503, 504].map((status) => [rejection("busy", status), found] as const),
      [json({ result: "created" }), found],
    ] as const
  ).map(([response, error]) => ({
    [`a create without an ID is never repeated: ${JSON.stringify(response)}: the error describes how to find a possible connector: ${error === found}`]:
      {
        override: { "POST /_connector": response },
        error,
        writes: ["POST /_connector"],
      },
  })),
  { emulator: {}, program: { serviceType: "my sql", indexName: "i" } },
);

test("a create of which a step fails keeps what was written, and the next run does the rest", async () => {
  const { stack, override, writes } = stackFixture(kind);
  override.set(schedule, () => {
    override.set(`GET ${path}`, rejection("gone mad", 500));
    return rejection("not today");
  });
  await rejects(stack.up(whole), /not today/);
  expect(stack.stored).toMatchObject({ id: `${uuid}/music-catalog`, unfinished: [expect.stringContaining("not today")] });
  expect(stack.outputs).toEqual({ ...small, isNative: false });
  expect(writes()).toEqual([`PUT ${path}`, schedule]);
  override.clear();
  expect(await stack.up(whole)).toBe("update");
  expect(writes()).toEqual([schedule, `PUT ${path}/_features`]);
  expect(await stack.up(whole)).toBe("same");
});

test("a connector that is deleted between two steps of an update is reported", async () => {
  const { stack, override, emulator } = stackFixture(kind);
  await stack.up(whole);
  override.set(`PUT ${path}/_name`, () => {
    emulator.connectors.delete("music-catalog");
    return json({ result: "updated" });
  });
  await rejects(
    stack.up({ ...whole, name: "b", scheduling: {}, features: { syncRules: { basic: { enabled: false } } } }),
    /object not found\. Run `pulumi refresh`/,
  );
});
