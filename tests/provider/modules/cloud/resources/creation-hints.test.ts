/** After a create whose outcome is unknown, the error names an existing function that requires inputs of the resource only. */
import type { PlainMap } from "../../../../../provider/core/values/value";
import { TransportError } from "../../../../../provider/http/transport-error";
import { cloudSamples, prepare } from "../../../../samples/cloud";
import { cloudStack, schema } from "../support";
import { errorMessageOf } from "./setup";

/** The service generates the ID, so an object whose creation was not confirmed can be found by other properties only. */
const generated = cloudSamples.filter(({ nameless }) => nameless === true);

/** Returns the message of a create in which every write fails after it was sent. */
async function messageOf({ type, inputs }: (typeof cloudSamples)[number]): Promise<{ message: string; given: PlainMap }> {
  const fixture = cloudStack(type.slice(type.lastIndexOf(":") + 1));
  const given = inputs(prepare(fixture.emulator, { domain: "tencentcloudapi.com" })) as PlainMap;
  fixture.override = ({ action }) =>
    action.startsWith("Describe") ? undefined : new TransportError("sent", "ECONNRESET", "connection closed", { ambiguous: true });
  return { message: await errorMessageOf(fixture.stack.up(given)), given };
}

test.each(generated.map((sample) => [sample.title, sample] as const))("%s", async (_title, sample) => {
  const { message, given } = await messageOf(sample);
  const hint = /may have been created\. (Look for .*)$/s.exec(message)?.[1] ?? "no hint";
  const names = hint.match(/\bget[A-Z]\w+/g) ?? [];
  if (names.length === 0) expect(hint).toContain("API Gateway console");
  for (const name of names) {
    const spec = schema.function(`quartet:cloud:${name}`);
    expect(spec).toBeDefined();
    expect(Object.keys(given)).toEqual(expect.arrayContaining([...(spec?.inputs?.required ?? [])]));
  }
});

test("all resources with a generated ID are covered", () => {
  expect(new Set(generated.map(({ type }) => type)).size).toBe(11);
});
