/** The guide to a first program as a user follows it: each command of `docs/guides/first-program.md`, in one shell, on a machine without Node.js. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../package.json";
import { openSearch, type Search } from "../support/search";
import { openMachine, type Machine } from "./machine";
import { describePart } from "./parts";
import { root } from "./toolchain";

/** Building the archive, the SDK and the environment takes two minutes on two idle cores. */
jest.setTimeout(900_000);

const guide = readFileSync(join(root, "docs", "guides", "first-program.md"), "utf8");
const description = "Access logs of the shop";
const files: Readonly<Record<string, string>> = { yaml: "Pulumi.yaml", python: "__main__.py" };

interface Block {
  language: string;
  text: string;
}

/** Returns the blocks of code of a document, in order. */
function blocksOf(document: string): Block[] {
  return [...document.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, language = "", text = ""]) => ({ language, text }));
}

/** Returns a script that follows the blocks: it writes the files, and changes the program before the last commands, as in the guide. */
function scriptOf(blocks: readonly Block[]): string {
  const change = `sed -i.bak 's/${description}/Access logs/' __main__.py\npulumi preview --diff\n`;
  const steps = blocks.map(({ language, text }) => {
    const file = files[language];
    return file === undefined ? text : `cat > ${file} <<'END_OF_FILE'\n${text}END_OF_FILE\n`;
  });
  return [...steps.slice(0, -1), change, ...steps.slice(-1)].join("");
}

describePart("python", "the guide to a first program", (python) => {
  let machine: Machine;
  let search: Search;
  beforeAll(async () => {
    search = await openSearch({ security: { apiKeys: { guide: { key: "first-program", cluster: ["all"] } } } });
    machine = await openMachine(python);
  });
  afterAll(async () => {
    await search?.stop();
    machine?.remove();
  });

  it("leads from the archive to a deployed pipeline, and back to nothing", async () => {
    const blocks = blocksOf(guide);
    expect(blocks.map(({ language }) => language)).toEqual(["sh", "sh", "yaml", "python", "sh", "sh"]);
    const script = scriptOf(blocks)
      .replaceAll("https://my-cluster:9200", search.url)
      .replaceAll("BASE64_OF_ID_AND_KEY", Buffer.from("guide:first-program").toString("base64"))
      .replaceAll(`pulumi-resource-quartet-v${version}-linux-amd64.tar.gz`, machine.archive);
    const output = await machine.run(script);
    expect(output).toMatch(/SearchIngestPipeline +access +create/);
    expect(output).toMatch(/pipeline *: "access-[0-9a-f]{7}"/);
    expect(output).toContain(`"${description}" => "Access logs"`);
    expect(search.requests.filter(({ method }) => method === "PUT")).toHaveLength(2);
    expect(search.emulator.pipelines.names()).toEqual([]);
  });
});
