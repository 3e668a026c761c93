/** An object that was made but cannot be read: its ID and the inputs are the state, and the next update needs no second create. */
import { cloudSamples, prepare } from "../../../../samples/cloud";
import { cloudStack } from "../support";
import { errorMessageOf } from "./setup";

/** Their create reads nothing: the response of the service is the state. */
const unread = ["plugin", "binding of a plugin", "binding of an application"];
const samples = cloudSamples.filter(({ operation, title }) => !operation && !unread.includes(title));
/** Inputs that are written after the first read, by sample. */
const later: Record<string, string[]> = {
  service: ["preLimit", "releaseLimit", "tags", "testLimit"],
  "binding of a plan": ["accessKeyIds"],
};

test.each(samples.map((sample) => [sample.title, sample] as const))("%s", async (title, { type, inputs, existing }) => {
  const fixture = cloudStack(type.slice(type.lastIndexOf(":") + 1));
  const prerequisites = prepare(fixture.emulator, { domain: "tencentcloudapi.com" });
  const given = inputs(prerequisites);
  let isMade = false;
  fixture.override = ({ action }) => {
    isMade ||= !action.startsWith("Describe");
    return isMade && action.startsWith("Describe") ? { Error: { Code: "UnauthorizedOperation", Message: "no" } } : undefined;
  };
  expect(await errorMessageOf(fixture.stack.up(given))).toContain("UnauthorizedOperation");
  const unwritten = later[title] ?? [];
  expect(fixture.stack.outputs).toMatchObject(Object.fromEntries(Object.entries(given).filter(([key]) => !unwritten.includes(key))));
  fixture.override = () => undefined;
  const made = existing(fixture.emulator.gateway, prerequisites);
  expect(made).toEqual([fixture.stack.stored!.id]);
  expect(await fixture.stack.up(given)).toBe("update");
  expect(existing(fixture.emulator.gateway, prerequisites)).toEqual(made);
  expect(await fixture.stack.up(given)).toBe("same");
});
