/** The emulator does what the vendor's own REST tests require of the server. */
import { callerOf } from "./caller";
import type { Step } from "./facts/fact";
import { policies } from "./facts/policies";
import { streamParts } from "./facts/stream-parts";
import { streams } from "./facts/streams";
import { synonyms } from "./facts/synonyms";
import { transforms } from "./facts/transforms";
import { createSearchEmulator } from "./index";

const read = (step: Step): { request: string; body: unknown; status: unknown; expected: unknown } => {
  const [request = "", ...parts] = [step].flat() as [string, ...unknown[]];
  const body = request.startsWith("P") && typeof parts[0] !== "number" ? parts.shift() : undefined;
  const status = typeof parts[0] === "number" ? parts.shift() : 200;
  return { request, body, status, expected: parts[0] ?? {} };
};

for (const [source, steps, version] of [...policies, ...streams, ...streamParts, ...synonyms, ...transforms])
  test(source, () => {
    const call = callerOf(createSearchEmulator({ now: () => new Date("2026-01-05T00:00:00Z"), ...(version !== undefined && { version }) }));
    for (const { request, body, status, expected } of steps.map(read)) {
      const response = call(request, body);
      expect({ request, ...response }).toMatchObject({ request, status });
      if (typeof expected === "string") expect(JSON.stringify(response.body)).toContain(JSON.stringify(expected).slice(1, -1));
      else expect(response.body).toMatchObject(expected as object);
    }
  });
