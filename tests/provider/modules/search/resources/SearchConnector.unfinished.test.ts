// Connectors whose creation is interrupted: lost responses, failing steps, and the next run. See docs/modules/search.md#connector-create and docs/protocol.md#partial-failures.
import { ProviderError } from "../../../../../provider/core/errors/errors";
import { TransportError } from "../../../../../provider/http/transport-error";
import { json, rejects, uuid } from "../support";
import { rejection, stackFixture } from "./stack-fixture";

const kind = "SearchConnector";
const path = "/_connector/music-catalog";
const daily = { enabled: true, interval: "0 0 12 * * ?" };
const scheduling = { full: daily };
const small = { connectorId: "music-catalog", serviceType: "postgresql" };
const parts = {
  pipeline: { name: "music", extractBinaryContent: true, reduceWhitespace: false, runMlInference: true },
  scheduling,
  features: { syncRules: { basic: { enabled: true } } },
  apiKeyId: "key-1",
};
const whole = { ...small, ...parts };
const endpoints = ["_pipeline", "_scheduling", "_features", "_api_key_id"];
const notToday = rejection("not today");
const puts = (...names: string[]): string[] => names.map((name) => `PUT ${path}/${name}`);

describe("a create without an ID is never repeated", () => {
  const post = "POST /_connector";

  test.each<[response: Error | ReturnType<typeof rejection>, isDoubtful: boolean]>([
    [new TransportError("sent", "ECONNRESET", "the connection was cut.", { ambiguous: true }), true],
    [rejection("busy", 400), false],
    [rejection("busy", 429), false],
    ...[500, 502, 503, 504].map((status): [ReturnType<typeof rejection>, boolean] => [rejection("busy", status), true]),
    [json({ result: "created" }), true],
  ])("%j: the error describes how to find a possible connector: %p", async (response, isDoubtful) => {
    const { stack, override, writes } = stackFixture(kind);
    override.set(post, response);
    const hint = "may have been created[^]*GET /_connector\\?service_type=my\\+sql&index_name=i[^]*import it by its ID";
    await rejects(stack.up({ serviceType: "my sql", indexName: "i" }), new RegExp(isDoubtful ? hint : "^(?![^]*may have been created)"));
    expect(writes()).toEqual([post]);
  });

  test("when a later step fails, the generated ID is kept", async () => {
    const { stack, override, emulator } = stackFixture(kind);
    const name = (): string => emulator.connectors.names()[0]!;
    override.set(post, () => {
      const headers = { "content-type": "application/json" };
      const reply = emulator.handle({ method: "POST", path: "/_connector", query: "", headers, body: '{"service_type":"x"}' });
      override.clear();
      override.set(`PUT /_connector/${name()}/_scheduling`, notToday);
      return json(reply.body, reply.status);
    });
    await rejects(stack.up({ serviceType: "x", scheduling }), /not today/);
    expect(stack.stored!.id).toBe(`${uuid}/${name()}`);
    override.clear();
    expect(await stack.up({ serviceType: "x", scheduling })).toBe("update");
    expect(emulator.connectors.names()).toHaveLength(1);
  });
});

describe("a create of which a step fails", () => {
  test.each([1, 3])("step %d: the rest is not tried, and the next run does it", async (i) => {
    const { stack, override, writes } = stackFixture(kind);
    override.set(puts(...endpoints)[i]!, notToday);
    await rejects(stack.up(whole), /not today/);
    expect(stack.stored).toMatchObject({ id: `${uuid}/music-catalog`, unfinished: [expect.stringContaining("not today")] });
    expect(writes()).toEqual([`PUT ${path}`, ...puts(...endpoints.slice(0, i + 1))]);
    expect(stack.outputs).toMatchObject({ connectorId: "music-catalog", isNative: false });
    override.clear();
    expect(await stack.up(whole)).toBe("update");
    expect(writes()).toEqual(puts(...endpoints.slice(i)));
    expect(stack.outputs).toMatchObject(parts);
    expect(await stack.up(whole)).toBe("same");
  });

  test("if the server does not respond afterwards, the state has what was written", async () => {
    const { stack, override } = stackFixture(kind);
    override.set(`PUT ${path}/_scheduling`, () => {
      override.set(`GET ${path}`, rejection("gone mad", 500));
      return notToday;
    });
    await rejects(stack.up({ ...small, name: "n", scheduling }), /not today/);
    expect(stack.outputs).toEqual({ ...small, name: "n", isNative: false });
  });
});

describe("an update of which a step fails", () => {
  const before = { ...whole, name: "a", description: "d" };
  const after = {
    ...before,
    name: "b",
    scheduling: { full: { ...daily, enabled: false } },
    features: { syncRules: { basic: { enabled: false } } },
  };

  async function created() {
    const fixture = stackFixture(kind);
    await fixture.stack.up(before);
    fixture.writes();
    return fixture;
  }

  test.each([false, true])(
    "a description that could not be cleared is cleared by the next run (with a refresh in between: %p)",
    async (isRefreshed) => {
      const { stack, override, emulator } = await created();
      const { description: _gone, ...next } = before;
      override.set(`PUT ${path}/_name`, new ProviderError("unavailable", "cut", { ambiguous: true }));
      await rejects(stack.up(next), /cut/);
      expect(stack.outputs).toMatchObject({ description: "d" });
      override.clear();
      if (isRefreshed) await stack.refresh();
      expect(await stack.up(next)).toBe("update");
      expect(emulator.connectors.get("music-catalog")).toMatchObject({ name: "a", description: "" });
      expect(stack.outputs).toMatchObject({ description: "" });
    },
  );

  test("one that is deleted between two steps is reported", async () => {
    const { stack, override, emulator } = await created();
    override.set(`PUT ${path}/_name`, () => {
      emulator.connectors.delete("music-catalog");
      return json({ result: "updated" });
    });
    await rejects(stack.up(after), /object not found\. Run `pulumi refresh`/);
  });
});
