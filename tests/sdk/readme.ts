/** The first program of a README, which the tests compile. */
import { readFileSync } from "node:fs";

/** Returns the only block of the language in the README. */
export function programIn(readme: string, language: string): string {
  const blocks = [...readFileSync(readme, "utf8").matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, "gm"))];
  const [block] = blocks;
  if (blocks.length !== 1 || block?.[1] === undefined) throw new Error(`${readme} has ${blocks.length} blocks of ${language}, expected one.`);
  return block[1];
}
