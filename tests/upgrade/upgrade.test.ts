/** The stack that a release records; tests/cli/upgrade.test.ts runs it with later builds. */
import { schema } from "../provider/tools/schema-file";
import { openRemotes, wholeProgram } from "./stack";

test("the next release records every resource", async () => {
  const remotes = await openRemotes();
  const { resources = {} } = wholeProgram(remotes);
  await remotes.stop();
  const types = Object.values(resources).map((resource) => (resource as { type: string }).type);
  expect([...new Set(types)].sort()).toEqual(Object.keys(schema.resources!).sort());
});
