/** A service that takes long to respond is reported by status lines, for every resource. */
import { plain, programsOf, Fixture } from "./fixture";
import { variants } from "./variants";
import { useRealTime, useVirtualTime } from "./virtual-time";

beforeAll(useVirtualTime);
afterAll(useRealTime);

/** How long a slow request takes, in ms, and how many of an operation do: the time limit allows a few. */
const slowMs = 12_000;
const slowRequests = 2;

it.each(variants)("a slow $token ($title) is reported", async ({ module, ...variant }) => {
  const fixture = await Fixture.open(module, variant.emulator);
  const { inputs: program } = programsOf(fixture, variant);
  const { inputs } = await fixture.check(variant.token, program);
  let requests = 0;
  fixture.intercept = async (_request, respond) => {
    requests += 1;
    if (requests <= slowRequests) await new Promise((resolve) => setTimeout(resolve, slowMs));
    return respond();
  };
  fixture.lines.length = 0;
  const created = await fixture.create(variant.token, inputs);
  expect(plain(created.state)).not.toEqual({});
  const waits = fixture.lines.filter((line) => /^info: waiting for (?:Elasticsearch|Tencent Cloud|Eventarc) \(10s\)$/.test(line));
  expect(waits).toHaveLength(Math.min(slowRequests, requests));
  expect(requests).toBeGreaterThan(0);
});
