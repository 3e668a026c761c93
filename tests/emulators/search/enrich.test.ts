/** Enrich policies of the emulator: what is kept, what is rejected, executions and their switches, deletion, privileges. */
import { createFaults } from "../faults";
import { serve } from "../serve";
import { callerOf, failure } from "./caller";
import type { SearchEmulator } from "./index";
import { createSearchEmulator } from "./index";

let emulator: SearchEmulator;
let call: ReturnType<typeof callerOf>;

beforeEach(() => {
  emulator = createSearchEmulator();
  call = callerOf(emulator);
  emulator.putIndex("users");
});

const POLICY = { match: { indices: ["users"], match_field: "email", enrich_fields: ["first_name", "city"] } };
const put = (body: unknown = POLICY, name = "p"): ReturnType<typeof call> => call(`PUT /_enrich/policy/${name}`, body);
const execute = (query = "", name = "p"): ReturnType<typeof call> => call(`PUT /_enrich/policy/${name}/_execute${query}`);
const running = (name = "p"): object =>
  failure(429, "es_rejected_execution_exception", `Policy execution failed. Policy execution for [${name}] is already in progress.`);
const complete = { status: 200, body: { status: { phase: "COMPLETE" } } };

describe("what is stored", () => {
  it("the policy as it was sent, with its name", () => {
    const match = { ...POLICY.match, query: { term: { active: true } } };
    expect(put({ match })).toMatchObject({ status: 200, body: { acknowledged: true } });
    expect(call("GET /_enrich/policy/p").body).toEqual({ policies: [{ config: { match: { name: "p", ...match } } }] });
  });

  it("one text is a list of one", () => {
    put({ range: { indices: "users", match_field: "ip", enrich_fields: "city" } });
    expect(call("GET /_enrich/policy/p").body).toMatchObject({
      policies: [{ config: { range: { indices: ["users"], enrich_fields: ["city"] } } }],
    });
  });

  it("several by name, in the order of their names; missing ones are no error, a star is no pattern", () => {
    for (const name of ["b", "a", "c"]) put(POLICY, name);
    const names = (path: string): unknown[] =>
      (call(path).body.policies as { config: { match: { name: string } } }[]).map(({ config }) => config.match.name);
    expect(names("GET /_enrich/policy")).toEqual(["a", "b", "c"]);
    expect(names("GET /_enrich/policy/c,nope,a")).toEqual(["a", "c"]);
    expect(call("GET /_enrich/policy/nope")).toMatchObject({ status: 200, body: { policies: [] } });
    expect(names("GET /_enrich/policy/*")).toEqual([]);
  });
});

describe("what is rejected", () => {
  const parse = (reason: string): object => failure(400, "x_content_parse_exception", reason);
  const illegal = (reason: string): object => failure(400, "illegal_argument_exception", reason);
  const of = (more: object): unknown => ({ match: { ...POLICY.match, ...more } });
  afterEach(() => expect(emulator.enrich.policies.has("p")).toBe(false));

  it("no body, no object, no type, two types, another type", () => {
    expect(put("")).toMatchObject(failure(400, "parse_exception", "request body or source parameter is required"));
    expect(put("[]")).toMatchObject(failure(400, "parsing_exception", "unexpected token", { line: 1, col: 1 }));
    expect(put({})).toMatchObject(failure(400, "parsing_exception", "unexpected token"));
    expect(put({ ...POLICY, range: {} })).toMatchObject(failure(400, "parsing_exception", "unexpected token"));
    expect(put({ fuzzy: POLICY.match })).toMatchObject(
      illegal("unsupported policy type [fuzzy], supported types are [match, geo_match, range]"),
    );
  });

  it("members that are unknown, missing, or of another kind", () => {
    const column = JSON.stringify(POLICY).length;
    expect(put(of({ matchfield: 1 }))).toMatchObject(
      parse(`[1:${column}] [policy] unknown field [matchfield] did you mean any of [match_field, enrich_fields]?`),
    );
    expect(put({ match: {} })).toMatchObject(illegal("Required [indices, match_field, enrich_fields]"));
    expect(put(of({ match_field: ["a"] })).body).toMatchObject({
      error: { reason: expect.stringContaining("match_field doesn't support values of type: START_ARRAY") as string },
    });
    expect(put(of({ query: "{}" })).body).toMatchObject({
      error: { reason: expect.stringContaining("query doesn't support values of type: VALUE_STRING") as string },
    });
  });

  it.each([
    ["Users", "must be lowercase"],
    ["_p", "must not start with '_', '-', or '+'"],
    ["a%20b", "must not contain the following characters [' ','\"','*',',','/','<','>','?','\\','|']"],
    ["a%2Cb", "must not contain the following characters [' ','\"','*',',','/','<','>','?','\\','|']"],
    ["a%23b", "must not contain '#'"],
    ["a:b", "must not contain ':'"],
    ["..", "must not be '.' or '..'"],
    ["x".repeat(256), "index name is too long, (256 > 255)"],
  ])("the name %s", (name, problem) => {
    expect(put(POLICY, name)).toMatchObject(illegal(`Invalid policy name [${decodeURIComponent(name)}], ${problem}`));
  });

  it("a source that does not exist; a pattern may match nothing", () => {
    expect(put(of({ indices: ["users", "gone"] }))).toMatchObject(
      failure(404, "index_not_found_exception", "no such index [gone]", {
        "resource.type": "index_or_alias",
        "resource.id": "gone",
        index_uuid: "_na_",
        index: "gone",
      }),
    );
    expect(put(of({ indices: ["gone-*"] }), "q").status).toBe(200);
  });

  it("a name that exists, even for the same policy", () => {
    put(POLICY, "q");
    expect(put(POLICY, "q")).toMatchObject(failure(400, "resource_already_exists_exception", "policy [q] already exists"));
  });
});

describe("execution", () => {
  it("completes, by PUT and by POST, and again", () => {
    put();
    expect(execute("?wait_for_completion=true")).toMatchObject(complete);
    expect(execute()).toMatchObject(complete);
    expect(call("POST /_enrich/policy/p/_execute")).toMatchObject(complete);
  });

  it("returns a task without wait_for_completion", () => {
    put();
    expect(execute("?wait_for_completion=false")).toMatchObject({
      status: 200,
      body: { task: expect.stringMatching(/^[\w-]+:\d+$/) as string },
    });
    expect(emulator.enrichPolicies.has("p")).toBe(true);
  });

  it("of a missing policy, of a policy whose source is deleted, of a pattern without a match", () => {
    expect(execute()).toMatchObject(failure(404, "resource_not_found_exception", "policy [p] does not exist"));
    put();
    emulator.indices.delete("users");
    expect(execute()).toMatchObject({ status: 404, body: { error: { type: "index_not_found_exception", index: "users" } } });
    expect(execute("?wait_for_completion=false").status).toBe(200);
    put({ match: { ...POLICY.match, indices: ["u*"] } }, "q");
    const reason = "Match field 'email' doesn't have a correct mapping type for policy type 'match'";
    expect(execute("", "q")).toMatchObject(failure(500, "exception", reason));
    expect(emulator.enrichPolicies.size).toBe(0);
  });

  it("accepts no body and validates its parameters", () => {
    put();
    expect(call("PUT /_enrich/policy/p/_execute", {})).toMatchObject({
      status: 400,
      body: { error: { reason: "request [PUT /_enrich/policy/p/_execute] does not support having a body" } },
    });
    expect(execute("?wait=true").status).toBe(400);
    expect(execute("?wait_for_completion=yes").status).toBe(400);
  });

  it("ends as configured by the test", () => {
    put();
    emulator.enrich.endNext("FAILED", null);
    expect(execute()).toMatchObject({ status: 200, body: { status: { phase: "FAILED" } } });
    expect(execute().body).toEqual({});
    expect(emulator.enrichPolicies.has("p")).toBe(false);
    expect(execute()).toMatchObject(complete);
    expect(emulator.enrichPolicies.has("p")).toBe(true);
  });

  it("rejects a second one and a deletion while the first is running", () => {
    put();
    const end = emulator.enrich.begin("p");
    expect(execute()).toMatchObject(running());
    expect(execute("?wait_for_completion=false")).toMatchObject(running());
    expect(call("DELETE /_enrich/policy/p")).toMatchObject(running());
    end();
    expect(execute()).toMatchObject(complete);
  });

  it("lasts as configured by the test, at the port", async () => {
    put();
    let finish = (): void => undefined;
    const faults = createFaults();
    faults.add(emulator.enrich.retained("p", new Promise<void>((resolve) => (finish = resolve))));
    const { url, requests, stop } = await serve(emulator.handle, { faults });
    try {
      const first = fetch(`${url}/_enrich/policy/p/_execute`, { method: "PUT" });
      while (requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
      expect((await fetch(`${url}/_enrich/policy/p/_execute`, { method: "PUT" })).status).toBe(429);
      expect((await fetch(`${url}/_enrich/policy/p`, { method: "DELETE" })).status).toBe(429);
      expect(emulator.enrichPolicies.has("p")).toBe(false);
      finish();
      expect((await first).status).toBe(200);
      expect(emulator.enrichPolicies.has("p")).toBe(true);
    } finally {
      await stop();
    }
  });

  it("continues when its client disconnects", async () => {
    put();
    const faults = createFaults();
    faults.add({ ...emulator.enrich.retained("p", 30), times: 1 });
    const { url, requests, stop } = await serve(emulator.handle, { faults });
    try {
      const leaving = new AbortController();
      const first = fetch(`${url}/_enrich/policy/p/_execute`, { method: "PUT", signal: leaving.signal });
      while (requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
      leaving.abort();
      await expect(first).rejects.toThrow();
      while (!emulator.enrichPolicies.has("p")) await new Promise((resolve) => setImmediate(resolve));
      expect((await fetch(`${url}/_enrich/policy/p`, { method: "DELETE" })).status).toBe(200);
    } finally {
      await stop();
    }
  });
});

describe("pipelines", () => {
  const enrich = { policy_name: "p", field: "email", target_field: "user" };
  const pipeline = (processors: unknown[], more: object = {}): ReturnType<typeof call> =>
    call("PUT /_ingest/pipeline/x", { processors, ...more });

  it("need an executed policy", () => {
    put();
    const status = pipeline([{ enrich }]).status;
    expect(status).toBeGreaterThanOrEqual(400);
    emulator.enrich.endNext("FAILED");
    execute();
    expect(pipeline([{ enrich }]).status).toBe(status);
    execute();
    expect(pipeline([{ enrich }]).status).toBe(200);
  });

  it.each<[string, unknown[], object]>([
    ["plainly", [{ enrich }], {}],
    ["in a handler of the pipeline", [], { on_failure: [{ enrich }] }],
    ["in a handler of a processor", [{ set: { field: "a", value: 1, on_failure: [{ enrich }] } }], {}],
    ["inside a foreach", [{ foreach: { field: "a", processor: { enrich } } }], {}],
  ])("hold their policy in place: %s", (_, processors, more) => {
    put();
    execute();
    expect(pipeline(processors, more).status).toBe(200);
    const reason = "Could not delete policy [p] because a pipeline is referencing it [x]";
    expect(call("DELETE /_enrich/policy/p")).toMatchObject(failure(409, "status_exception", reason));
    call("DELETE /_ingest/pipeline/x");
    expect(call("DELETE /_enrich/policy/p")).toMatchObject({ status: 200, body: { acknowledged: true } });
    expect(emulator.enrichPolicies.has("p")).toBe(false);
  });
});

it("the deletion of a missing policy is 404", () => {
  expect(call("DELETE /_enrich/policy/p")).toMatchObject(failure(404, "resource_not_found_exception", "policy [p] not found"));
});

it("a server without the module rejects all requests", () => {
  const bare = callerOf(createSearchEmulator({ without: ["enrich"] }));
  expect(bare("GET /_enrich/policy/p")).toMatchObject({
    status: 400,
    body: { error: "no handler found for uri [/_enrich/policy/p] and method [GET]" },
  });
});

describe("privileges", () => {
  const callerWith = (cluster: string[]): ((request: string, body?: unknown) => ReturnType<typeof call>) => {
    const guarded = createSearchEmulator({ security: { apiKeys: { k: { key: "s", cluster } } } });
    guarded.putIndex("users");
    const authorization = `ApiKey ${Buffer.from("k:s").toString("base64")}`;
    return (request, body) => callerOf(guarded)(request, body, { authorization });
  };

  it("monitor_enrich reads and does not write", () => {
    const monitor = callerWith(["monitor_enrich"]);
    expect(monitor("GET /_enrich/policy/p").status).toBe(200);
    for (const [request, body] of [
      ["PUT /_enrich/policy/p", POLICY],
      ["PUT /_enrich/policy/p/_execute"],
      ["DELETE /_enrich/policy/p"],
    ] as const)
      expect(monitor(request, body)).toMatchObject({ status: 403 });
    const by = "this action is granted by the cluster privileges [manage_enrich,manage,all]";
    expect(monitor("DELETE /_enrich/policy/p").body).toMatchObject({ error: { reason: expect.stringContaining(by) as string } });
  });

  it("manage_enrich does both, monitor neither", () => {
    const manage = callerWith(["manage_enrich"]);
    expect(manage("PUT /_enrich/policy/p", POLICY).status).toBe(200);
    expect(manage("PUT /_enrich/policy/p/_execute")).toMatchObject(complete);
    expect(manage("GET /_enrich/policy/p").body.policies).toHaveLength(1);
    expect(manage("DELETE /_enrich/policy/p").status).toBe(200);
    expect(callerWith(["monitor"])("GET /_enrich/policy/p").status).toBe(403);
  });
});
