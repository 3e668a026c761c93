/** A proxy or another server, which returns JSON of its own with the status 200: a refresh is an error, never the loss of the object or of its values; a write fails. */
import { ProviderError } from "../../provider/core/errors";
import type { HttpResponse } from "../../provider/core/http-types";
import { Fixture, isWrite, plain, programsOf } from "./fixture";
import { variants } from "./variants";
import { useRealTime, useVirtualTime } from "./virtual-time";

beforeAll(useVirtualTime);
afterAll(useRealTime);

const bodies: readonly string[] = [
  '{"message":"Log in to continue."}',
  '{"error":{"code":503,"message":"upstream connect error","status":"UNAVAILABLE"}}',
  '{"Response":{"RequestId":"r"}}',
  '{"Response":{"Error":{}}}',
];

const responseWith = (body: string): HttpResponse => ({
  status: 200,
  headers: { "content-type": "application/json" },
  body: Buffer.from(body),
});

it.each(variants)("a refresh of $token ($title) does not take the body of another server for the object", async (variant) => {
  const { token: type, module, emulator } = variant;
  const fixture = await Fixture.open(module, emulator);
  const { inputs } = await fixture.check(type, programsOf(fixture, variant).inputs);
  const stored = await fixture.create(type, inputs);
  const wrong: string[] = [];
  for (const body of bodies) {
    let requests = 0;
    fixture.intercept = () => {
      requests += 1;
      return responseWith(body);
    };
    const outcome = await fixture.read(type, stored).catch((error: unknown) => error);
    if (requests === 0) continue;
    if (outcome instanceof ProviderError && outcome.code === "unavailable") continue;
    const shown =
      outcome instanceof Error
        ? outcome.message
        : outcome === undefined
          ? "not found"
          : JSON.stringify(plain((outcome as typeof stored).state));
    wrong.push(`${body}: ${shown}`);
  }
  expect(wrong).toEqual([]);
});

const verbs = ["create", "update", "delete"] as const;

it.each(variants)("a write of $token ($title) that another server takes fails", async (variant) => {
  const { token: type, module, emulator } = variant;
  const succeeded: string[] = [];
  for (const verb of verbs)
    for (const body of bodies.slice(0, 2)) {
      const fixture = await Fixture.open(module, emulator);
      const { inputs: program, news: next = program } = programsOf(fixture, variant);
      const { inputs } = await fixture.check(type, program);
      const { inputs: news } = await fixture.check(type, next);
      const stored = verb === "create" ? undefined : await fixture.create(type, inputs);
      let requests = 0;
      fixture.intercept = (request, respond) => {
        if (!isWrite(request)) return respond();
        requests += 1;
        return responseWith(body);
      };
      const write = async (): Promise<unknown> => {
        if (stored === undefined) return fixture.create(type, inputs);
        return verb === "delete" ? fixture.delete(type, stored) : fixture.update(type, stored, news);
      };
      const outcome = await write().catch((error: unknown) => error);
      if (requests > 0 && !(outcome instanceof Error)) succeeded.push(`${verb}: ${body}`);
    }
  expect(succeeded).toEqual([]);
});
