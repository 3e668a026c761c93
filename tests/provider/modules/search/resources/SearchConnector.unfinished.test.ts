// Connectors whose creation is interrupted: lost responses, failing steps, and the next run. See docs/modules/search.md#connector-create and docs/protocol.md#partial-failures.
import { ProviderError, ResourceInitFailedError } from "../../../../../provider/core/errors/errors";
import { TransportError } from "../../../../../provider/http/transport-error";
import type { SearchClient } from "../../../../../provider/modules/search/client";
import { SearchConnector as code } from "../../../../../provider/modules/search/resources/connector";
import { driveResource } from "../../../../support/resource-driver";
import { clientOver, failure, json, recorded, root, uuid, schema } from "../support";
import { rejection, stackFixture } from "./stack-fixture";

const token = "quartet:search:SearchConnector";
const SearchConnector = driveResource<SearchClient>(token, code, schema);
const catalog = "/_connector/music-catalog";
const daily = { enabled: true, interval: "0 0 12 * * ?" };
const small = { connectorId: "music-catalog", serviceType: "postgresql" };
const parts = {
  pipeline: { name: "music", extractBinaryContent: true, reduceWhitespace: false, runMlInference: true },
  scheduling: { full: daily },
  features: { syncRules: { basic: { enabled: true } } },
  apiKeyId: "key-1",
};
const endpoints = ["_pipeline", "_scheduling", "_features", "_api_key_id"];

describe("a create whose response is lost", () => {
  const lost = (phase: "connect" | "sent") =>
    new TransportError(phase, "ECONNRESET", "POST http://search.test:9200/_connector: the connection was cut.", {
      ambiguous: phase === "sent",
    });
  const client = (response: () => Error, sent: string[]) =>
    clientOver(
      recorded(({ line }) => {
        if (line === "GET /") return root();
        sent.push(line);
        throw response();
      }).send,
    );

  test("without an ID it is never repeated, and the message describes how to find the connector", async () => {
    const sent: string[] = [];
    const error = await failure(
      SearchConnector.create(
        { serviceType: "my sql", indexName: "i" },
        client(() => lost("sent"), sent),
      ),
    );
    expect(sent).toEqual(["POST /_connector"]);
    expect(error).toMatchObject({ code: "unavailable", ambiguous: true });
    expect(error.message).toContain("the connection was cut");
    expect(error.message).toContain("GET /_connector?service_type=my+sql&index_name=i");
    expect(error.message).toContain("import it by its ID");
  });

  test.each([
    [400, false],
    [429, false],
    [500, true],
    [502, true],
    [503, true],
    [504, true],
  ])("HTTP %i is not repeated; the error reports a possible connector: %p", async (status, doubtful) => {
    const { send, sent } = recorded(({ line }) => (line === "GET /" ? root() : rejection("busy", status)));
    const { message } = await failure(SearchConnector.create({ serviceType: "mysql" }, clientOver(send)));
    expect(sent.map(({ line }) => line)).toEqual(["GET /", "POST /_connector"]);
    expect(message.includes("may have been created")).toBe(doubtful);
  });

  test("a response without an ID counts as lost", async () => {
    const { send } = recorded(({ line }) => (line === "GET /" ? root() : json({ result: "created" })));
    const error = await failure(SearchConnector.create({ serviceType: "mysql" }, clientOver(send)));
    expect(error).toMatchObject({ ambiguous: true, message: expect.stringMatching(/no ID in the response[^]*may have been created/) });
  });
});

/** The partial state and the error of an operation. */
async function unfinished(promise: Promise<unknown>): Promise<ResourceInitFailedError<unknown>> {
  const error = await promise.catch((error: unknown) => error);
  if (error instanceof ResourceInitFailedError) return error as ResourceInitFailedError<unknown>;
  throw error;
}

describe("a create of which a step fails", () => {
  test.each(endpoints.map((endpoint, i) => [endpoint, i] as const))(
    "%s: the rest is not tried, and the next run does it",
    async (endpoint, i) => {
      const { stack, override, lines } = stackFixture(token);
      override.set(`PUT ${catalog}/${endpoint}`, rejection("not today", 403, "security_exception"));
      const error = await unfinished(stack.up({ ...small, ...parts }));
      expect(error).toMatchObject({ id: `${uuid}/music-catalog`, reasons: [expect.stringContaining("not today")] });
      expect(lines()).toEqual([
        `GET ${catalog}`,
        `PUT ${catalog}`,
        ...endpoints.slice(0, i + 1).map((part) => `PUT ${catalog}/${part}`),
        `GET ${catalog}`,
      ]);
      expect(stack.outputs).toMatchObject({ connectorId: "music-catalog", isNative: false });
      override.clear();
      expect(await stack.up({ ...small, ...parts })).toBe("update");
      expect(lines()).toEqual([`GET ${catalog}`, ...endpoints.slice(i).map((part) => `PUT ${catalog}/${part}`), `GET ${catalog}`]);
      expect(stack.outputs).toMatchObject(parts);
      expect(await stack.up({ ...small, ...parts })).toBe("same");
    },
  );

  test("also with a refresh in between, which reports what is missing", async () => {
    const { stack, override, lines } = stackFixture(token);
    override.set(`PUT ${catalog}/_features`, rejection("not today"));
    await unfinished(stack.up({ ...small, ...parts }));
    override.clear();
    await stack.refresh();
    expect(await stack.preview({ ...small, ...parts })).toEqual(expect.arrayContaining(["apiKeyId"]));
    lines();
    await stack.up({ ...small, ...parts });
    expect(lines().filter((line) => line.startsWith("PUT"))).toEqual([`PUT ${catalog}/_features`, `PUT ${catalog}/_api_key_id`]);
  });

  test("without an ID, the generated ID is kept", async () => {
    const { stack, override, emulator } = stackFixture(token);
    const name = (): string => emulator.connectors.names()[0]!;
    override.set("POST /_connector", () => {
      const headers = { "content-type": "application/json" };
      const reply = emulator.handle({ method: "POST", path: "/_connector", query: "", headers, body: '{"service_type":"x"}' });
      override.clear();
      override.set(`PUT /_connector/${name()}/_scheduling`, rejection("not today"));
      return json(reply.body, reply.status);
    });
    expect((await unfinished(stack.up({ serviceType: "x", scheduling: { full: daily } }))).id).toBe(`${uuid}/${name()}`);
    override.clear();
    expect(await stack.up({ serviceType: "x", scheduling: { full: daily } })).toBe("update");
    expect(emulator.connectors.names()).toHaveLength(1);
  });

  test("if the server does not respond afterwards, the state has what was written", async () => {
    const { stack, override } = stackFixture(token);
    override.set(`PUT ${catalog}/_scheduling`, () => {
      override.set(`GET ${catalog}`, rejection("gone mad", 500));
      return rejection("not today");
    });
    await unfinished(stack.up({ ...small, name: "n", scheduling: { full: daily } }));
    expect(stack.outputs).toEqual({ ...small, name: "n", isNative: false });
  });
});

describe("an update of which a step fails", () => {
  const before = { ...small, name: "a", description: "d", ...parts };
  const after = {
    ...before,
    name: "b",
    scheduling: { full: { ...daily, enabled: false } },
    features: { syncRules: { basic: { enabled: false } } },
  };

  test("the reached state is kept, and the next run sends only the rest", async () => {
    const { stack, override, lines } = stackFixture(token);
    await stack.up(before);
    override.set(`PUT ${catalog}/_features`, rejection("not today"));
    lines();
    await unfinished(stack.up(after));
    expect(lines()).toEqual([
      `GET ${catalog}`,
      ...["_name", "_scheduling", "_features"].map((part) => `PUT ${catalog}/${part}`),
      `GET ${catalog}`,
    ]);
    expect(stack.outputs).toMatchObject({ name: "b", scheduling: after.scheduling, features: before.features });
    override.clear();
    expect(await stack.up(after)).toBe("update");
    expect(lines()).toEqual([`GET ${catalog}`, `PUT ${catalog}/_features`, `GET ${catalog}`]);
    expect(await stack.up(after)).toBe("same");
  });

  test("a description that could not be cleared is cleared by the next run, with or without a refresh in between", async () => {
    const { description: _gone, ...next } = before;
    for (const refreshed of [false, true]) {
      const { stack, override, emulator } = stackFixture(token);
      await stack.up(before);
      override.set(`PUT ${catalog}/_name`, new ProviderError("unavailable", "cut", { ambiguous: true }));
      await unfinished(stack.up(next));
      expect(stack.outputs).toMatchObject({ description: "d" });
      override.clear();
      if (refreshed) await stack.refresh();
      expect(await stack.up(next)).toBe("update");
      expect(emulator.connectors.get("music-catalog")).toMatchObject({ name: "a", description: "" });
      expect(stack.outputs).toMatchObject({ description: "" });
    }
  });

  test("when the first step is rejected nothing was changed: a plain failure", async () => {
    const { stack, override } = stackFixture(token);
    await stack.up(before);
    const stored = stack.stored;
    override.set(`PUT ${catalog}/_name`, rejection("not today"));
    expect((await failure(stack.up(after))).message).toContain("not today");
    expect(stack.stored).toEqual(stored);
  });

  test("one that is deleted between two steps is reported", async () => {
    const { stack, override, emulator } = stackFixture(token);
    await stack.up(before);
    override.set(`PUT ${catalog}/_name`, () => {
      emulator.connectors.delete("music-catalog");
      return json({ result: "updated" });
    });
    const error = await stack.up(after).catch((error: unknown) => error);
    expect(String(error)).toMatch(/object not found. Run `pulumi refresh`/);
  });
});
