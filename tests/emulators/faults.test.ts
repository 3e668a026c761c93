/** Every fault, seen from a client over a real socket; and which requests a rule applies to. */
import { request } from "node:http";
import type { EmulatorRequest } from "./exchange";
import type { Fault } from "./faults";
import * as faults from "./faults";
import { createFaults } from "./faults";
import type { Served } from "./serve";
import { serve } from "./serve";

interface ParsedResponse {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

let writes = 0;
let served: Served;
const rules = createFaults();

const call = (path = "/thing", method = "PUT", timeout = 5_000): Promise<ParsedResponse> =>
  new Promise((resolve, reject) => {
    const sent = request(`${served.url}${path}`, { method, agent: false, timeout }, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (text: string) => (body += text));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
      response.on("error", reject);
    });
    sent.on("timeout", () => sent.destroy(new Error("no response")));
    sent.on("error", reject);
    sent.end();
  });

const once = (fault: Fault): void => rules.add({ match: () => true, times: 1, fault });

beforeAll(async () => {
  const respond = (): { status: number; headers: Record<string, string>; body: string } => {
    writes += 1;
    return {
      status: 200,
      headers: { "X-elastic-product": "Elasticsearch", "content-type": "application/json" },
      body: '{"acknowledged":true}',
    };
  };
  served = await serve(respond, { faults: rules });
});

beforeEach(() => {
  writes = 0;
  rules.clear();
});

afterAll(() => served.stop());

describe("each fault", () => {
  it("latency: the usual response, later", async () => {
    once(faults.latency(120));
    const start = performance.now();
    expect(await call()).toMatchObject({ status: 200, body: '{"acknowledged":true}' });
    expect(performance.now() - start).toBeGreaterThanOrEqual(115);
  });

  it("reset before the response: nothing is done", async () => {
    once(faults.resetBefore());
    await expect(call()).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(writes).toBe(0);
  });

  it("reset after applying: it is done, the response is lost", async () => {
    once(faults.resetAfter());
    await expect(call()).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(writes).toBe(1);
  });

  it("429 with Retry-After", async () => {
    once(faults.throttle("7"));
    expect(await call()).toMatchObject({ status: 429, headers: { "retry-after": "7" } });
    expect(writes).toBe(0);
  });

  it("429 without Retry-After", async () => {
    once(faults.throttle());
    const { status, headers, body } = await call();
    expect(status).toBe(429);
    expect(headers).not.toHaveProperty("retry-after");
    expect(JSON.parse(body)).toMatchObject({ error: { type: "es_rejected_execution_exception" }, status: 429 });
  });

  it.each([502, 503, 504] as const)("%s of a proxy, as HTML", async (status) => {
    once(faults.unavailable(status));
    expect(await call()).toMatchObject({ status, headers: { "content-type": "text/html" } });
    expect(writes).toBe(0);
  });

  it("503 with Retry-After", async () => {
    once(faults.unavailable(503, { "retry-after": "1" }));
    expect(await call()).toMatchObject({ status: 503, headers: { "retry-after": "1" } });
  });

  it("half a body: the whole is announced, the connection breaks", async () => {
    once(faults.halfBody());
    await expect(call()).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(writes).toBe(1);
  });

  it("a garbled body: announced as JSON, and invalid", async () => {
    once(faults.garbledBody());
    const { status, headers, body } = await call();
    expect({ status, type: headers["content-type"] }).toEqual({ status: 200, type: "application/json" });
    expect(() => JSON.parse(body) as unknown).toThrow(SyntaxError);
  });

  it("an HTML page in place of the response", async () => {
    once(faults.htmlBody());
    expect(await call()).toMatchObject({ status: 200, headers: { "content-type": "text/html" } });
    expect(writes).toBe(0);
  });

  it("hang: no response", async () => {
    once(faults.hang());
    await expect(call("/thing", "PUT", 150)).rejects.toThrow("no response");
    expect(writes).toBe(0);
  });

  it("a header of another product", async () => {
    once(faults.withHeader("X-Elastic-Product", "Other"));
    expect((await call()).headers["x-elastic-product"]).toBe("Other");
  });

  it("no product header", async () => {
    once(faults.withHeader("x-elastic-product"));
    expect((await call()).headers).not.toHaveProperty("x-elastic-product");
  });

  it("a wrong status around a valid response", async () => {
    once(faults.wrongStatus(201));
    expect(await call()).toMatchObject({ status: 201, body: '{"acknowledged":true}' });
  });

  it("any response that a test sets", async () => {
    once(faults.instead({ status: 418, headers: {}, body: "short and stout" }));
    expect(await call()).toMatchObject({ status: 418, body: "short and stout" });
  });
});

describe("rules", () => {
  const incoming: EmulatorRequest = { method: "PUT", path: "/_ingest/pipeline/a", query: "timeout=1s", headers: {}, body: "" };

  it("match by method and path with stars", () => {
    rules.add({ match: "PUT /_ingest/pipeline/*", fault: faults.hang() });
    expect(rules.pick(incoming)).toBeDefined();
    expect(rules.pick({ ...incoming, method: "GET" })).toBeUndefined();
    expect(rules.pick({ ...incoming, path: "/_ingest" })).toBeUndefined();
  });

  it("match by a predicate on the request", () => {
    rules.add({ match: ({ query }) => query.includes("timeout"), fault: faults.hang() });
    expect(rules.pick(incoming)).toBeDefined();
    expect(rules.pick({ ...incoming, query: "" })).toBeUndefined();
  });

  it("end after the given number of requests, then the next one applies, then none", async () => {
    rules.add({ match: "* /thing", times: 2, fault: faults.throttle() });
    rules.add({ match: "* /thing", times: 1, fault: faults.unavailable(503) });
    expect(rules.pending()).toBe(3);
    const statuses: number[] = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await call()).status);
    expect(statuses).toEqual([429, 429, 503, 200]);
    expect(rules.pending()).toBe(0);
  });
});
