// Preview checks with the real CLI: inputs that a service rejects fail the preview; an unavailable service does not. See docs/protocol.md#preview-checks.
import type { Cli, Program, Stack } from "../support/cli";
import { openCli } from "../support/cli";
import type { Events } from "../support/events";
import { closeEvents, openEvents } from "../support/events";
import type { Search } from "../support/search";
import { openSearch } from "../support/search";

let cli: Cli;
let search: Search;
let events: Events;
let stack: Stack;

beforeAll(async () => {
  const users = {
    reader: { password: "pass-4711", cluster: ["read_pipeline" as const] },
    admin: { password: "pass-4711", cluster: ["all" as const] },
  };
  [search, events] = [await openSearch({ security: { users } }), await openEvents()];
  cli = await openCli();
  stack = await cli.stack("preview-checks");
});
beforeEach(() => {
  const connection = { ...search.environment, ELASTICSEARCH_USERNAME: "admin", ELASTICSEARCH_PASSWORD: "pass-4711" };
  stack.environment = { ...events.environment, ...connection, QUARTET_SEARCH_PREVIEW_CHECKS: "true", QUARTET_EVENT_PREVIEW_CHECKS: "true" };
  search.requests.length = 0;
});
afterAll(async () => {
  await cli?.workspace.remove();
  await search?.stop();
  await closeEvents();
});

const grok = (pattern: string): string => JSON.stringify({ grok: { field: "message", patterns: [pattern] } });
/** A pipeline, the component and the template that refer to each other, with a mistake in one of them. */
const program = ({ pattern = "%{IP:client}", type = "keyword", shards = "number_of_shards" } = {}): Program => ({
  resources: {
    access: {
      type: "quartet:search:SearchIngestPipeline",
      properties: { name: "access", processors: ['{"drop":{"if":"false"}}', grok(pattern)] },
    },
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
  },
});
const paths = (): string[] => search.requests.map(({ path }) => path).filter((path) => path !== "/");

/** The diagnostics of a preview, and whether it succeeded. */
async function preview(written: Program): Promise<{ succeeded: boolean; diagnostics: string }> {
  stack.program(written);
  const { code, stdout, stderr } = await stack.run(["preview"]);
  expect(stdout + stderr).not.toMatch(/pass-4711|\{<nil>\}/);
  return { succeeded: code === 0, diagnostics: stdout.split("Diagnostics:")[1] ?? "" };
}

describe("searchPreviewChecks", () => {
  it("valid definitions that refer to each other pass, before any of them exists", async () => {
    expect(await preview(program())).toEqual({ succeeded: true, diagnostics: "" });
    expect(paths().sort()).toEqual([
      "/_index_template/_simulate",
      "/_index_template/_simulate/logs",
      // Without the component, which does not exist yet.
      "/_index_template/_simulate/logs",
      "/_ingest/pipeline/_simulate",
    ]);
  });

  it.each([
    ["a pipeline", { pattern: "%{IPADDRESS:client}" }, 'processors[1]: Elasticsearch rejects the processor "grok": '],
    ["a component template", { type: "txt" }, "template.mappings: Elasticsearch rejects the template: "],
    ["an index template", { shards: "number_of_shardz" }, "template.settings: Elasticsearch rejects the template: "],
  ])("what is wrong in %s fails the preview at its property", async (_, mistake, sentence) => {
    const { succeeded, diagnostics } = await preview(program(mistake));
    expect(succeeded).toBe(false);
    expect(diagnostics).toContain(sentence);
    expect(search.emulator.pipelines.names()).toEqual([]);
  });

  it("a missing privilege is a warning that names it", async () => {
    stack.environment["ELASTICSEARCH_USERNAME"] = "reader";
    const { succeeded, diagnostics } = await preview(program({ shards: "number_of_shardz" }));
    expect(succeeded).toBe(true);
    expect(diagnostics).toMatch(/warning: Preview check skipped: quartet:search:SearchIndexTemplate: .*HTTP 403.*manage_index_templates/);
    expect(diagnostics).not.toContain("SearchIngestPipeline");
  });

  it("a server that cannot be reached is a warning", async () => {
    stack.environment["ELASTICSEARCH_ENDPOINTS"] = "http://127.0.0.1:9";
    const { succeeded, diagnostics } = await preview(program({ pattern: "%{IPADDRESS:client}" }));
    expect(succeeded).toBe(true);
    expect(diagnostics).toMatch(/warning: Preview check skipped: quartet:search:SearchIngestPipeline: .*127\.0\.0\.1:9/);
  });

  it("is off by default: no request is sent, and what is wrong is found by up; the setting takes precedence over the variable", async () => {
    stack.environment["QUARTET_SEARCH_PREVIEW_CHECKS"] = undefined;
    const broken = program({ pattern: "%{IPADDRESS:client}" });
    expect(await preview(broken)).toEqual({ succeeded: true, diagnostics: "" });
    expect(search.requests).toEqual([]);
    await stack.ok("config", "set", "quartet:searchPreviewChecks", "true");
    expect((await preview(broken)).succeeded).toBe(false);
    stack.environment["QUARTET_SEARCH_PREVIEW_CHECKS"] = "true";
    await stack.ok("config", "set", "quartet:searchPreviewChecks", "false");
    expect((await preview(broken)).succeeded).toBe(true);
    await stack.ok("config", "rm", "quartet:searchPreviewChecks");
  });
});

describe("eventPreviewChecks", () => {
  const trigger: Program = {
    resources: {
      uploads: {
        type: "quartet:eventrouting/v1:Trigger",
        properties: {
          location: "us-central1",
          destination: { containerService: { service: "orders", region: "us-central1" } },
          serviceAccount: "runner@demo-project.iam.gserviceaccount.com",
          eventFilters: [
            { attribute: "type", value: "google.cloud.storage.object.v1.finalised" },
            { attribute: "bucket", value: "uploads" },
          ],
        },
      },
    },
  };

  it("an unknown event type is a warning with the nearest one; without the setting nothing is requested", async () => {
    const { succeeded, diagnostics } = await preview(trigger);
    expect(succeeded).toBe(true);
    expect(diagnostics).toContain(
      'unknown event type "google.cloud.storage.object.v1.finalised" in us-central1; did you mean "google.cloud.storage.object.v1.finalized"?',
    );
    stack.environment["QUARTET_EVENT_PREVIEW_CHECKS"] = "false";
    events.emulator.calls.length = 0;
    expect(await preview(trigger)).toEqual({ succeeded: true, diagnostics: "" });
    expect(events.emulator.calls).toEqual([]);
  });
});
