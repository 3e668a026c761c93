/** A refresh through a proxy or another server, which returns JSON of its own with the status 200: an error, never the loss of the object or of its values. */
import { ProviderError } from "../../provider/core/errors";
import type { HttpResponse } from "../../provider/core/http-types";
import { plain, programsOf, Fixture } from "./fixture";
import { variants } from "./variants";
import { useRealTime, useVirtualTime } from "./virtual-time";

beforeAll(useVirtualTime);
afterAll(useRealTime);

const bodies: readonly string[] = [
  '{"message":"Log in to continue."}',
  '{"error":{"code":503,"message":"upstream connect error","status":"UNAVAILABLE"}}',
  '{"Response":{"RequestId":"r"}}',
  '{"Response":{"Result":{},"RequestId":"r"}}',
  '{"Response":{"Error":{}}}',
];

const answered = (body: string): HttpResponse => ({
  status: 200,
  headers: { "content-type": "application/json" },
  body: Buffer.from(body),
});

const subjects = variants.filter(({ module }) => module === "cloud" || module === "eventrouting");

it.each(subjects)("a refresh of $token ($title) does not take the body of another server for the object", async (variant) => {
  const { token: type, module, emulator } = variant;
  const fixture = await Fixture.open(module, emulator);
  const { inputs } = await fixture.check(type, programsOf(fixture, variant).inputs);
  const stored = await fixture.create(type, inputs);
  const wrong: string[] = [];
  for (const body of bodies) {
    let requests = 0;
    fixture.intercept = () => ((requests += 1), answered(body));
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
