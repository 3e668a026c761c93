/** What cannot be changed in place: the new object is made first, unless the two cannot exist at the same time. */
import { cloudSamples, prepare } from "../../../../samples/cloud";
import { cloudStack } from "../support";

/** Two of these would have one identity, path or binding. */
const exclusive = ["API", "key of the program's own", "domain", "binding of a plan", "import of a document"];

test.each(cloudSamples.filter(({ replacing }) => replacing).map((sample) => [sample.title, sample] as const))(
  "%s",
  async (title, { type, inputs, replacing }) => {
    const fixture = cloudStack(type.slice(type.lastIndexOf(":") + 1));
    const prerequisites = prepare(fixture.emulator, { domain: "tencentcloudapi.com" });
    await fixture.stack.up(inputs(prerequisites));
    const next = replacing!(prerequisites);
    expect(await fixture.stack.preview(next)).toEqual(expect.arrayContaining([expect.stringMatching(/!$/)]));
    expect(await fixture.stack.up(next)).toBe(exclusive.includes(title) ? "delete first" : "replace");
    expect(await fixture.stack.refresh()).toEqual([]);
    expect(await fixture.stack.up(next)).toBe("same");
  },
);
