// Preview checks with the real CLI: inputs that a service rejects fail the preview; an unavailable service does not. See docs/protocol.md#preview-checks.
import { cliOfFile, type Program, type Stack } from "../support/cli";
import { openEvents, type Events } from "../support/events";
import { openSearch, type Search } from "../support/search";

const cli = cliOfFile();
let search: Search;
let events: Events;
let stack: Stack;

beforeAll(async () => {
  const users = { reader: { password: "pass-4711", cluster: ["read_pipeline"] }, admin: { password: "pass-4711", cluster: ["all"] } };
  [search, events] = [await openSearch({ security: { users } }), await openEvents()];
  const connection = { ...search.environment, ELASTICSEARCH_USERNAME: "admin", ELASTICSEARCH_PASSWORD: "pass-4711" };
  const checks = { QUARTET_SEARCH_PREVIEW_CHECKS: "true", QUARTET_EVENT_PREVIEW_CHECKS: "true" };
  stack = await cli.stack("preview-checks", { ...events.environment, ...connection, ...checks });
});
beforeEach(() => void (search.requests.length = 0));

const grok = (pattern: string): string => JSON.stringify({ grok: { field: "message", patterns: [pattern] } });
/** A pipeline, the component and the template that refer to each other, and a trigger; each with a mistake. */
const program = ({ pattern = "%{IP:client}", type = "keyword", shards = "number_of_shards", event = "finalized" } = {}): Program => ({
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
        template: { settings: JSON.stringify({ [shards]: 1, default_pipeline: "access" }) },
      },
    },
    uploads: {
      type: "quartet:eventrouting/v1:Trigger",
      properties: {
        destination: { containerService: { service: "orders", region: "us-central1" } },
        eventFilters: [
          { attribute: "type", value: `google.cloud.storage.object.v1.${event}` },
          { attribute: "bucket", value: "uploads" },
        ],
      },
    },
  },
});

/** The diagnostics of a preview, and whether it succeeded. */
async function preview(written: Program): Promise<{ succeeded: boolean; diagnostics: string }> {
  stack.program(written);
  const { code, stdout, stderr } = await stack.run(["preview"]);
  expect(stdout + stderr).not.toMatch(/pass-4711|\{<nil>\}/);
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

it("a missing privilege is a warning that names it, and an unknown event type one with the nearest", async () => {
  stack.environment["ELASTICSEARCH_USERNAME"] = "reader";
  const { succeeded, diagnostics } = await preview(program({ shards: "number_of_shardz", event: "finalised" }));
  expect(succeeded).toBe(true);
  expect(diagnostics).toMatch(/warning: Preview check skipped: quartet:search:SearchIndexTemplate: .*HTTP 403.*manage_index_templates/);
  expect(diagnostics).toContain('finalised" in us-central1; did you mean "google.cloud.storage.object.v1.finalized"?');
});

it("is off by default: no request is sent; the setting takes precedence over the variable", async () => {
  Object.assign(stack.environment, { QUARTET_SEARCH_PREVIEW_CHECKS: undefined, QUARTET_EVENT_PREVIEW_CHECKS: undefined });
  const broken = program({ pattern: "%{IPADDRESS:client}", event: "finalised" });
  expect(await preview(broken)).toEqual({ succeeded: true, diagnostics: "" });
  expect(search.requests).toEqual([]);
  stack.environment["QUARTET_SEARCH_PREVIEW_CHECKS"] = "false";
  await stack.ok("config", "set", "quartet:searchPreviewChecks", "true");
  expect((await preview(broken)).succeeded).toBe(false);
});
