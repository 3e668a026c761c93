// No orphan after any fault on the way to the service of module eventrouting/v1: each call of each write of each resource fails in every way.
import type { Verb } from "../cloud/engine";
import { breaches } from "./judging";
import type { EventStrike } from "./strikes";
import { mishaps, refusals } from "./strikes";
import { subjects } from "./subjects";
import type { Plan } from "./trial";
import { attempt, learn } from "./trial";

jest.setTimeout(180_000);
const plans: Plan[] = [];
const atOnce = 24;

beforeAll(async () => {
  for (const subject of subjects) {
    const verbs: Verb[] = ["create", ...(subject.news ? (["update"] as const) : []), ...(subject.stays ? [] : (["delete"] as const))];
    for (const verb of verbs) {
      const calls = await learn(subject, verb);
      plans.push(...calls.map((call, index) => ({ subject, verb, call, index })));
    }
  }
});

async function strikeAll(strike: EventStrike): Promise<string[]> {
  const lanes = [...plans];
  const wrong: string[] = [];
  const worker = async (): Promise<void> => {
    for (let plan = lanes.shift(); plan; plan = lanes.shift()) wrong.push(...(await breaches(await attempt(plan, strike))));
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return wrong;
}

const operation = (call: string, then: string[]): string[] => [call, "GET operations", ...then];

/** The calls of each write when nothing goes wrong. */
const expectedCalls = (kind: string, collection: string): Record<string, string[]> => {
  const one = `${collection}/orders`;
  const [look, read, write] = [`GET ${one}`, `GET ${one}:getIamPolicy`, `POST ${one}:setIamPolicy`];
  return {
    [`create ${kind}`]: operation(`POST ${collection}`, [look]),
    ...(kind !== "ChannelConnection" && { [`update ${kind}`]: [look, ...operation(`PATCH ${one}`, [look])] }),
    [`delete ${kind}`]: operation(`DELETE ${one}`, []),
    [`create ${kind}IamPolicy`]: [read, write],
    [`update ${kind}IamPolicy`]: [read, read, write],
    ...Object.fromEntries(["Binding", "Member"].map((form) => [`create ${kind}Iam${form}`, [read, write, read]])),
    [`update ${kind}IamBinding`]: [read, read, write, read],
    ...Object.fromEntries(["Binding", "Member"].map((form) => [`delete ${kind}Iam${form}`, [read, write]])),
  };
};

test("the calls that are struck are all that the resources make", () => {
  const lines = plans.map(({ subject, verb, call }) => [`${verb} ${subject.title}`, call] as const);
  const calls = Object.fromEntries(lines.map(([key]) => [key, lines.filter(([other]) => other === key).map(([, call]) => call)]));
  expect(calls).toEqual({
    ...expectedCalls("Trigger", "triggers"),
    ...expectedCalls("Channel", "channels"),
    ...expectedCalls("ChannelConnection", "channelConnections"),
  });
});

test.each([...mishaps, ...refusals].map((strike) => [strike.title, strike] as const))("%s", async (_title, strike) => {
  expect(await strikeAll(strike)).toEqual([]);
});
