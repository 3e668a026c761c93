// Preview checks with the real CLI: inputs that a service rejects fail the preview, if the checks are on. See docs/protocol.md#preview-checks.
import { cliOfFile, type Program, type Stack } from "../support/cli";
import { openSearch, type Search } from "../support/search";

const cli = cliOfFile();
let search: Search;
let stack: Stack;

beforeAll(async () => {
  search = await openSearch();
  stack = await cli.stack("preview-checks", { ...search.environment, QUARTET_SEARCH_PREVIEW_CHECKS: "true" });
});
beforeEach(() => void (search.requests.length = 0));

const grok = (pattern: string) => JSON.stringify({ grok: { field: "message", patterns: [pattern] } });
/** A pipeline, the component and the template that refer to each other; each with a mistake. */
const program = ({ pattern = "%{IP:client}", type = "keyword" } = {}): Program => ({
  resources: {
    access: { type: "quartet:search:SearchIngestPipeline", properties: { name: "access", processors: ['{"drop":{}}', grok(pattern)] } },
    part: {
      type: "quartet:search:SearchComponentTemplate",
      properties: { name: "part", template: { mappings: JSON.stringify({ properties: { client: { type } } }) } },
    },
    logs: {
      type: "quartet:search:SearchIndexTemplate",
      properties: {
        name: "logs",
        indexPatterns: ["logs-*"],
        composedOfs: ["${part.name}"],
        template: { settings: '{"default_pipeline":"access"}' },
      },
    },
  },
});

/** The diagnostics of a preview, and whether it succeeded. */
async function preview(written: Program) {
  stack.program(written);
  const { code, stdout, stderr } = await stack.run(["preview"]);
  expect(stdout + stderr).not.toContain("{<nil>}");
  return { succeeded: code === 0, diagnostics: stdout.split("Diagnostics:")[1] ?? "" };
}

it("valid definitions that refer to each other pass, before any of them exists", async () => {
  expect(await preview(program())).toEqual({ succeeded: true, diagnostics: "" });
});

it.each([
  [{ pattern: "%{IPADDRESS:client}" }, 'processors[1]: Elasticsearch rejects the processor "grok": '],
  [{ type: "txt" }, "template.mappings: Elasticsearch rejects the template: "],
])("the mistake %j fails the preview at its property", async (mistake, sentence) => {
  const { succeeded, diagnostics } = await preview(program(mistake));
  expect([succeeded, diagnostics]).toEqual([false, expect.stringContaining(sentence)]);
});

it("is off by default: no request is sent; the setting takes precedence over the variable", async () => {
  stack.environment["QUARTET_SEARCH_PREVIEW_CHECKS"] = undefined;
  const broken = program({ pattern: "%{IPADDRESS:client}" });
  expect(await preview(broken)).toEqual({ succeeded: true, diagnostics: "" });
  expect(search.requests).toEqual([]);
  stack.environment["QUARTET_SEARCH_PREVIEW_CHECKS"] = "false";
  await stack.ok("config", "set", "quartet:searchPreviewChecks", "true");
  expect((await preview(broken)).succeeded).toBe(false);
});
