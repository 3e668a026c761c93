/** The emulator does what the vendor's own REST tests require of the server. */
import { callerOf } from "./caller";
import { others } from "./facts/others";
import { policies } from "./facts/policies";
import { streamParts } from "./facts/stream-parts";
import { streams } from "./facts/streams";
import { createSearchEmulator } from "./index";

for (const [source, steps, version] of [...policies, ...streams, ...streamParts, ...others])
  test(source, () => {
    const call = callerOf(createSearchEmulator({ now: () => new Date("2026-01-05T00:00:00Z"), ...(version !== undefined && { version }) }));
    for (const [request, body, status, expected = {}] of steps) {
      const response = call(request, body);
      expect({ request, ...response }).toMatchObject({ request, status });
      expect(response.body).toMatchObject(expected);
    }
  });
