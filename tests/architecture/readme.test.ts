// The README shows programs that run: what stands in it is what stands in examples/.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(__dirname, "..", "..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

test("the program in the README is the example's", () => {
  const shown = /```typescript\n([\s\S]*?)```/.exec(read("README.md"))?.[1];
  expect(shown).toBe(read("examples/search-logs-typescript/index.ts"));
});

test("every file that the README links to is there", () => {
  const links = [...read("README.md").matchAll(/\]\(([^)#:]+)\)/g)].map(([, path]) => path!);
  expect(links.length).toBeGreaterThan(3);
  for (const path of links) expect(() => read(path.includes(".") ? path : join(path, ".")).length).not.toThrow(/ENOENT/);
});
