/** Pipelines of the emulator: what is kept, each thing that is rejected, versions, use, and all processors of the specification. */
import examples from "../../samples/processors.json";
import { callerOf, failure } from "./caller";
import type { SearchEmulator } from "./index";
import { createSearchEmulator } from "./index";

let emulator: SearchEmulator;
let request: ReturnType<typeof callerOf>;

beforeEach(() => {
  emulator = createSearchEmulator();
  request = callerOf(emulator);
});

const put = (body: unknown, name = "p"): ReturnType<typeof request> => request(`PUT /_ingest/pipeline/${name}`, body);
const one = (processor: unknown): ReturnType<typeof request> => put({ processors: [processor] });
const rejected = (processor: unknown, reason: string, more: Record<string, string>): void => {
  expect(one(processor)).toMatchObject(failure(400, "parse_exception", reason, more));
  expect(emulator.pipelines.size).toBe(0);
};

describe("what is stored", () => {
  it("the pipeline as it was sent, empty ones included", () => {
    const body = {
      description: "d",
      processors: [{ set: { field: "a", value: 1 } }],
      on_failure: [{ drop: {} }],
      version: 1,
      _meta: { x: [1] },
      deprecated: true,
    };
    expect(put(body)).toMatchObject({ status: 200, body: { acknowledged: true } });
    expect(request("GET /_ingest/pipeline/p").body).toEqual({ p: body });
    expect(put({ processors: [] }).status).toBe(200);
  });

  it("a missing one is 404 with an empty object", () => {
    expect(request("GET /_ingest/pipeline/nope")).toMatchObject({ status: 404, body: {} });
  });

  it("lists, patterns and summaries", () => {
    for (const name of ["a", "b1", "b2"]) put({ processors: [] }, name);
    expect(Object.keys(request("GET /_ingest/pipeline/a,b*").body)).toEqual(["a", "b1", "b2"]);
    expect(Object.keys(request("GET /_ingest/pipeline").body)).toHaveLength(3);
    expect(request("GET /_ingest/pipeline/a?summary").body).toEqual({ a: {} });
  });

  it("changes by another client", () => {
    emulator.pipelines.set("p", { processors: [], description: "other" });
    expect(request("GET /_ingest/pipeline/p").body).toEqual({ p: { processors: [], description: "other" } });
  });
});

describe("what is rejected", () => {
  it("no processors", () => {
    expect(put({})).toMatchObject(
      failure(400, "parse_exception", "[processors] required property is missing", { property_name: "processors" }),
    );
    expect(put({ processors: {} })).toMatchObject(
      failure(400, "parse_exception", "[processors] property isn't a list, but of type [java.util.HashMap]"),
    );
  });

  it("unknown members", () => {
    expect(put({ processors: [], foo: 1 })).toMatchObject(
      failure(400, "parse_exception", "pipeline [p] doesn't support one or more provided configuration parameters [foo]"),
    );
  });

  it("members of a wrong kind", () => {
    expect(put({ processors: [], version: 1.5 })).toMatchObject(
      failure(400, "parse_exception", "[version] property cannot be converted to an int [1.5]"),
    );
    expect(put({ processors: [], description: 5 })).toMatchObject(
      failure(400, "parse_exception", "[description] property isn't a string, but of type [java.lang.Integer]"),
    );
    expect(put({ processors: [], _meta: [] })).toMatchObject(
      failure(400, "parse_exception", "[_meta] property isn't a map, but of type [java.util.ArrayList]"),
    );
  });

  it("empty failure handlers", () => {
    expect(put({ processors: [], on_failure: [] })).toMatchObject(
      failure(400, "parse_exception", "pipeline [p] cannot have an empty on_failure option defined"),
    );
    rejected({ drop: { on_failure: [] } }, "[on_failure] processors list cannot be empty", {
      property_name: "on_failure",
      processor_type: "drop",
    });
  });

  it("unknown processors", () => rejected({ nope: {} }, "No processor type exists with name [nope]", { processor_type: "nope" }));
  it("unknown options", () =>
    rejected({ drop: { tag: "t", foo: 1 } }, "processor [drop] doesn't support one or more provided configuration parameters [foo]", {
      processor_type: "drop",
      processor_tag: "t",
    }));
  it("missing options", () =>
    rejected({ set: { field: "a" } }, "[value] required property is missing", { property_name: "value", processor_type: "set" }));
  it("options of a wrong kind", () =>
    rejected({ bytes: { field: 5 } }, "[field] property isn't a string, but of type [java.lang.Integer]", {
      property_name: "field",
      processor_type: "bytes",
    }));
  it("numbers where community_id requires names of fields", () =>
    rejected({ community_id: { source_port: 80 } }, "[source_port] property isn't a string, but of type [java.lang.Integer]", {
      processor_type: "community_id",
    }));
  it("unknown grok patterns", () =>
    rejected(
      { grok: { field: "a", patterns: ["%{NOPE:x}"] } },
      "[patterns] Invalid regex pattern found in: [%{NOPE:x}]. Unable to find pattern [NOPE] in Grok's pattern dictionary",
      {
        processor_type: "grok",
      },
    ));
  it("processors that are null or not objects", () => {
    rejected({ drop: null }, "processor config cannot be [null]", { processor_type: "drop" });
    rejected({ drop: [] }, "property isn't a map, but of type [java.util.ArrayList]", { processor_type: "drop" });
  });

  it("the first fault is reported, the others are suppressed", () => {
    expect(put({ processors: [{ set: {} }, { nope: {} }] }).body).toMatchObject({
      error: { reason: "[field] required property is missing", suppressed: [{ reason: "No processor type exists with name [nope]" }] },
    });
  });

  it("redact on a basic license, unless it may be skipped", () => {
    const basic = callerOf(createSearchEmulator({ license: "basic" }));
    const redact = { field: "a", patterns: ["%{IP:ip}"] };
    const response = basic("PUT /_ingest/pipeline/p", { processors: [{ redact }] });
    expect(response).toMatchObject(
      failure(400, "parse_exception", "[skip_if_unlicensed] current license is non-compliant for [redact_processor]"),
    );
    expect(basic("PUT /_ingest/pipeline/p", { processors: [{ redact: { ...redact, skip_if_unlicensed: true } }] }).status).toBe(200);
  });

  it("scripts that are not stored, and enrich policies that do not exist", () => {
    expect(one({ script: { id: "s" } })).toMatchObject(
      failure(404, "resource_not_found_exception", "unable to find script [s] in cluster state"),
    );
    emulator.scripts.set("s", {});
    expect(one({ script: { id: "s" } }).status).toBe(200);
    expect(one({ enrich: { policy_name: "x", field: "a", target_field: "b" } })).toMatchObject(
      failure(400, "illegal_argument_exception", "policy [x] does not exists"),
    );
  });
});

describe("versions of a pipeline", () => {
  beforeEach(() => put({ processors: [], version: 5 }));

  it("must be the requested one", () => {
    expect(request("PUT /_ingest/pipeline/p?if_version=4", { processors: [] })).toMatchObject(
      failure(400, "illegal_argument_exception", "version conflict, required version [4] for pipeline [p] but current version is [5]"),
    );
    expect(request("PUT /_ingest/pipeline/x?if_version=4", { processors: [] })).toMatchObject({ status: 400 });
    expect(request("PUT /_ingest/pipeline/p?if_version=x", { processors: [] })).toMatchObject({ status: 400 });
  });

  it("are incremented when the requested one matches", () => {
    expect(request("PUT /_ingest/pipeline/p?if_version=5", { processors: [] }).status).toBe(200);
    expect(emulator.pipelines.get("p")?.version).toBe(6);
  });
});

describe("deleting", () => {
  it("accepts a name or a pattern; a comma is part of the name", () => {
    for (const name of ["a", "b1", "b2"]) put({ processors: [] }, name);
    expect(request("DELETE /_ingest/pipeline/a,b1")).toMatchObject(
      failure(404, "resource_not_found_exception", "pipeline [a,b1] is missing"),
    );
    expect(request("DELETE /_ingest/pipeline/b*").status).toBe(200);
    expect(emulator.pipelines.names()).toEqual(["a"]);
  });

  it("rejects while indices use it, and counts them", () => {
    put({ processors: [] });
    emulator.putIndex("i1", { "index.default_pipeline": "p" });
    emulator.putIndex("i2", { "index.default_pipeline": "p", "index.final_pipeline": "p" });
    expect(request("DELETE /_ingest/pipeline/p")).toMatchObject(
      failure(
        400,
        "illegal_argument_exception",
        "pipeline [p] cannot be deleted because it is the default pipeline for 2 index(es) including [i1,i2] and the final pipeline for 1 index(es) including [i2]",
      ),
    );
    emulator.indices.clear();
    expect(request("DELETE /_ingest/pipeline/p").status).toBe(200);
  });
});

describe("later servers", () => {
  const LATEST = "9.5.0";

  it("9.2 returns the times of creation and change, and supports the access pattern", () => {
    let time = 1_000;
    const later = callerOf(createSearchEmulator({ version: "9.2.0", now: () => new Date(time) }));
    const body = { processors: [], field_access_pattern: "flexible" };
    expect(later("PUT /_ingest/pipeline/p", body).status).toBe(200);
    time = 2_000;
    later("PUT /_ingest/pipeline/p", body);
    expect(later("GET /_ingest/pipeline/p").body).toEqual({ p: { ...body, created_date_millis: 1_000, modified_date_millis: 2_000 } });
    expect(later("PUT /_ingest/pipeline/p", { processors: [], field_access_pattern: "x" }).status).toBe(400);
    expect(later("PUT /_ingest/pipeline/p", { processors: [], created_date: "x" }).status).toBe(400);
    expect(put(body).status).toBe(400);
  });

  it.each(["cef", "recover_failure_document", "normalize_for_stream"])("%s comes later than 8.19", (type) => {
    const { json } = examples.find(({ processor }) => processor === type) ?? { json: "{}" };
    expect(one(JSON.parse(json)).status).toBe(400);
    expect(callerOf(createSearchEmulator({ version: LATEST }))("PUT /_ingest/pipeline/p", { processors: [JSON.parse(json)] }).status).toBe(
      200,
    );
  });

  it.each(examples)("accepts the example of $processor", ({ json }) => {
    const latest = createSearchEmulator({ version: LATEST });
    latest.enrichPolicies.set("users", {});
    const body = { processors: [JSON.parse(json) as unknown] };
    expect(callerOf(latest)("PUT /_ingest/pipeline/p", body)).toMatchObject({ status: 200 });
    expect(latest.pipelines.get("p")).toMatchObject(body);
  });
});
