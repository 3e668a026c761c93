// No orphan after any failure on the way to module eventrouting/v1's service: each call of each write of each resource fails in every way.
import { useVirtualTime } from "../virtual/time";
import type { Plan } from "../virtual/test-run";
import { attempt, plansOf } from "../virtual/test-run";
import { networkFailures, serviceErrors } from "./failures";
import type { EventSubject } from "./subjects";
import { eventSubjects } from "./subjects";
import { violations } from "./violations";

jest.setTimeout(600_000);
useVirtualTime();
const plans: Plan<EventSubject>[] = [];
beforeAll(async () => void plans.push(...(await plansOf(eventSubjects))));

const operation = (call: string, then: string[]): string[] => [call, "GET operations", ...then];

/** The calls of each operation without a failure. */
const expectedCalls = (kind: string, collection: string): Record<string, string[]> => {
  const one = `${collection}/orders`;
  const get = `GET ${one}`;
  const read = `GET ${one}:getIamPolicy`;
  const write = `POST ${one}:setIamPolicy`;
  // The conditions of a trigger are read, because the operation returns none.
  const later = kind === "Trigger" ? [get] : [];
  return {
    [`create ${kind}`]: operation(`POST ${collection}`, later),
    ...(kind !== "ChannelConnection" && { [`update ${kind}`]: [get, ...operation(`PATCH ${one}`, later)] }),
    [`delete ${kind}`]: operation(`DELETE ${one}`, []),
    [`create ${kind}IamPolicy`]: [read, write],
    [`update ${kind}IamPolicy`]: [read, write],
    ...Object.fromEntries(["Binding", "Member"].map((form) => [`create ${kind}Iam${form}`, [read, write]])),
    [`update ${kind}IamBinding`]: [read, read, write],
    ...Object.fromEntries(["Binding", "Member"].map((form) => [`delete ${kind}Iam${form}`, [read, write]])),
    [`refresh ${kind}`]: [get, get, `GET ${collection}`],
    ...Object.fromEntries(["Policy", "Binding", "Member"].map((form) => [`refresh ${kind}Iam${form}`, [read, read]])),
  };
};

test("the campaign covers all calls of the resources", () => {
  const lines = plans.map(({ subject, verb, call }) => [`${verb} ${subject.title}`, call] as const);
  const calls = Object.fromEntries(lines.map(([key]) => [key, lines.filter(([other]) => other === key).map(([, call]) => call)]));
  expect(calls).toEqual({
    ...expectedCalls("Trigger", "triggers"),
    ...expectedCalls("Channel", "channels"),
    ...expectedCalls("ChannelConnection", "channelConnections"),
  });
});

test.each([...networkFailures, ...serviceErrors].map((failure) => [failure.title, failure] as const))("%s", async (_title, failure) => {
  const wrong: string[] = [];
  for (const plan of plans) wrong.push(...(await violations(await attempt(plan, failure))));
  expect(wrong).toEqual([]);
});
