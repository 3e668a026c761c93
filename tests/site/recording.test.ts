/** The recording of the demo in the README, and the documents for the Pulumi Registry. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { withoutMachine, withRecording } from "../../tools/record-demo";

const read = (path: string) => readFileSync(join(__dirname, "..", "..", path), "utf8");
const recording = read("docs/images/demo.txt").replace("$ make demo\n", "").trimEnd();

test("the README shows the beginning of the recording", () => {
  expect(withRecording(read("README.md"), recording)).toBe(read("README.md"));
  expect(() => withRecording("# quartet", recording)).toThrow("Restore them.");
});

test("the recording has all parts of the demo and nothing of a machine", () => {
  expect(recording).toMatch(/^Elasticsearch:[\s\S]*destroy[\s\S]*That was all of it/m);
  expect(withoutMachine(recording)).toBe(recording);
  expect(recording).not.toMatch(/\/(home|root|work|Users|var)\//);
});

test("paths, ports and random names are replaced", () => {
  const output = "CLI      3.256.0, /opt/bin/pulumi\ncopied to /var/tmp/quartet-demo-aB3; 127.0.0.1:39623; quartet-demo-da6b-logs\n";
  expect(withoutMachine(output)).toBe("CLI      3.256.0, pulumi\ncopied to /tmp/quartet-demo; 127.0.0.1:9200; quartet-demo-1234-logs");
});

describe.each(["docs/_index.md", "docs/installation-configuration.md"])("%s", (path) => {
  const text = read(path);

  it("has the front matter of the Registry", () => {
    const front = /^---\n([\s\S]*?)\n---\n/
      .exec(text)?.[1]
      ?.split("\n")
      .map((line) => line.split(": ")[0]);
    expect(front).toEqual(["title", "meta_desc", "layout"]);
    expect(text).toContain("\nlayout: package\n");
  });

  it("closes each language that it opens", () => {
    const opened = [...text.matchAll(/\{\{% choosable language (\w+) %\}\}/g)].map(([, language]) => language!);
    expect(opened).toEqual(path.endsWith("_index.md") ? ["typescript", "python", "go", "csharp", "java", "yaml"] : []);
    expect([...text.matchAll(/\{\{% \/choosable %\}\}/g)].length).toBe(opened.length);
  });
});

test("the Registry's overview has the example of the reference", () => {
  const page = read("docs/reference/search/SearchIngestPipeline.md");
  const programs = [...read("docs/_index.md").matchAll(/^```(\w+)\n[\s\S]*?^```$/gm)].map(([program]) => program);
  for (const program of programs) expect(page).toContain(program);
});
