/** The guide to a first program as a user follows it: each command of `docs/guides/first-program.md`, in one shell, on a machine with one language. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../package.json";
import { openSearch, type Search } from "../support/search";
import { goKit, nodeKit, openMachine, pythonKit, yamlKit, type Kit, type Machine } from "./machine";
import { describePart } from "./parts";
import { root } from "./toolchain";

/** Building the archive, an SDK and its environment takes two minutes on two idle cores. */
jest.setTimeout(900_000);

const guide = readFileSync(join(root, "docs", "guides", "first-program.md"), "utf8");

/** Returns what a reader of one language reads: of each group of blocks the one in that language. */
const read = (language: string) =>
  guide.replace(/^<!-- languages -->\n([^]*?)^<!-- end of languages -->$/gm, (_, blocks: string) => {
    const [, text] = new RegExp(`<summary>${language}</summary>\\n([^]*?)</details>`).exec(blocks) ?? [];
    if (text === undefined) throw new Error(`the guide has no block in ${language}: ${blocks}`);
    return text;
  });

/** Returns a script that follows the blocks of a reader: it runs commands, and writes the files that the line before a block names. */
function scriptOf(text: string) {
  const blocks = [...text.matchAll(/(?:^`([\w.]+)`:\n\n)?^```(\w+)\n([^]*?)^```$/gm)];
  return blocks
    .map(([, file, language, code = ""]) => {
      if (file === undefined && language !== "sh") throw new Error(`no line names the file of ${code}`);
      return file === undefined ? code : `cat > ${file} <<'END_OF_FILE'\n${code}END_OF_FILE\n`;
    })
    .join("");
}

describe("the guide to a first program", () => {
  let machine: Machine;
  let search: Search;
  beforeAll(async () => void (machine = await openMachine()));
  beforeEach(async () => {
    search = await openSearch({ security: { apiKeys: { guide: { key: "first-program", cluster: ["all"] } } } });
  });
  afterEach(() => search?.stop());
  afterAll(() => machine?.remove());

  async function follows(language: "TypeScript" | "Python" | "Go" | "YAML", kit: Kit) {
    const script = scriptOf(read(language))
      .replaceAll("https://my-cluster:9200", search.url)
      .replaceAll("BASE64_OF_ID_AND_KEY", Buffer.from("guide:first-program").toString("base64"))
      .replaceAll(`pulumi-resource-quartet-v${version}-linux-amd64.tar.gz`, machine.archive);
    const output = await machine.run(script, kit);
    expect(output).toMatch(/SearchIngestPipeline +access +create/);
    expect(output).toMatch(/pipeline *: "access-[0-9a-f]{7}"/);
    expect(output).toContain('"Access logs of the shop" => "Access logs"');
    expect(search.requests.filter(({ method }) => method === "PUT")).toHaveLength(3);
    expect([search.emulator.pipelines.names(), search.emulator.indexTemplates.names()]).toEqual([[], []]);
  }

  it("leads to a deployed YAML program, and back to nothing", () => follows("YAML", yamlKit));

  describePart("python", "in Python", (python) => {
    it("leads to a deployed program, and back to nothing", () => follows("Python", pythonKit(python, machine)));
  });

  describePart("npm", "in TypeScript", (npm) => {
    it("leads to a deployed program, and back to nothing", () => follows("TypeScript", nodeKit(npm, machine)));
  });

  describePart("go", "in Go", (go) => {
    it("leads to a deployed program, and back to nothing", () => follows("Go", goKit(go)));
  });
});
