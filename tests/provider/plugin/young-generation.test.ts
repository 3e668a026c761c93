/** The limit of the young generation. See docs/decisions/code-cache.md#memory-of-long-runs. */
import { createGrowthLimit } from "../../../provider/plugin/young-generation";

test("a long run sets the flag once, and restores the default at the exit", () => {
  const flags: string[] = [];
  const exits: (() => void)[] = [];
  const onRequest = createGrowthLimit({ setFlags: (text) => void flags.push(text), onExit: (action) => void exits.push(action) });
  for (let i = 0; i < 199; i++) onRequest();
  expect(flags).toEqual([]);
  for (let i = 0; i < 5000; i++) onRequest();
  expect(flags).toEqual(["--semi-space-growth-factor=1"]);
  exits.forEach((action) => action());
  expect(flags).toEqual(["--semi-space-growth-factor=1", "--semi-space-growth-factor=2"]);
});
