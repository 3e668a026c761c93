/** Transforms that fail or do not stop, which no request brings about; facts/transforms.ts has the facts of requests. */
import { callerOf } from "./caller";
import { createSearchEmulator } from "./index";

test("TransportStopTransformAction.java: 409 for a failed one without force, 408 at the time limit", () => {
  const emulator = createSearchEmulator();
  const call = callerOf(emulator);
  const one = "/_transform/t";
  emulator.putIndex("data");
  const pivot = { group_by: { a: { terms: { field: "a" } } }, aggs: {} };
  call(`PUT ${one}`, { source: { index: "data" }, dest: { index: "to" }, pivot, sync: { time: { field: "time" } } });
  call(`POST ${one}/_start`);
  emulator.transforms.fail("t", "boom");
  expect(call(`GET ${one}/_stats`).body).toMatchObject({ transforms: [{ state: "failed", reason: "boom" }] });
  expect(call(`POST ${one}/_stop`)).toMatchObject({ status: 409, body: { error: { type: "status_exception" } } });
  expect(call(`POST ${one}/_start`).status).toBe(409);
  expect(call(`POST ${one}/_stop?force=true`).body).toEqual({ acknowledged: true });
  emulator.transforms.blockStops(1);
  const reason = "Could not stop the transforms [t] as they timed out [30s].";
  expect(call(`POST ${one}/_stop?timeout=30s`)).toMatchObject({ status: 408, body: { error: { reason } } });
});
