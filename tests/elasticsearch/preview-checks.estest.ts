/**
 * Preview checks on the real node: a table of invalid definitions, each rejected at its property, and of valid ones, none of which is rejected. See
 * docs/modules/search.md#preview-checks.
 */
import { status } from "@grpc/grpc-js";
import samples from "../samples/processors.json";
import { failureOf } from "../support/failure";
import { settingsFor } from "../support/fixture";
import type { Properties } from "../support/structs";
import { until } from "../support/waiting";
import { clean } from "./agree";
import { overHttp } from "./agreement";
import { UNKNOWN } from "./node-processors";
import table from "./preview-checks.json";
import { good, pluginOfFile, restOf } from "./provider";

const url = process.env.ELASTICSEARCH_NODE ?? "";
const rest = restOf(url);
const fixture = pluginOfFile(() => ({ endpoints: [url] }));

const types: Readonly<Record<string, string>> = {
  pipeline: "quartet:search:SearchIngestPipeline",
  template: "quartet:search:SearchIndexTemplate",
  component: "quartet:search:SearchComponentTemplate",
};

const accepted = table["broken but accepted"];

/** A definition of the table: JSON texts of the inputs are objects there. */
interface Definition {
  case: string;
  kind: string;
  inputs: object;
}

/** Members of inputs that are JSON texts. */
const jsonMembers = new Set(["metadata", "settings", "mappings", "filter"]);
const jsonLists = new Set(["processors", "onFailures"]);

/** Returns the inputs with JSON texts in the place of objects. */
function withTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withTexts);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, textMember(key, member)]));
}

function textMember(key: string, member: unknown): unknown {
  if (jsonMembers.has(key)) return JSON.stringify(member);
  return jsonLists.has(key) ? (member as unknown[]).map((entry) => JSON.stringify(entry)) : withTexts(member);
}

const inputsOf = ({ inputs }: Definition): Properties => ({ name: "preview", ...(withTexts(inputs) as Properties) });

beforeAll(async () => {
  await clean(overHttp(url));
  const part = { mappings: { properties: { level: { type: "keyword" } } } };
  await good(rest("PUT /_component_template/stored", { template: part }));
  await good(rest("PUT /_index_template/taken", { index_patterns: ["taken-*"], priority: 50 }));
  await fixture.rpc.configure({ ...settingsFor({ endpoints: [url] }), searchPreviewChecks: true });
});
afterAll(() => clean(overHttp(url)));

const preview = async (definition: Definition): Promise<void> => {
  const subject = { type: types[definition.kind]! };
  await fixture.rpc.create({ ...subject, inputs: await fixture.rpc.inputs(subject, inputsOf(definition)), preview: true });
};

describe("broken definitions", () => {
  it.each(table.broken)("$kind: $case", async (definition) => {
    const { code, message } = await failureOf(preview(definition));
    const property = message.slice(0, message.indexOf(": "));
    expect({ code, property }).toEqual({ code: status.INVALID_ARGUMENT, property: definition.property });
  });
});

it.each(["pipeline", "template", "component"])("the preview of an update finds a broken %s", async (kind) => {
  const subject = { type: types[kind]! };
  const [broken, valid] = [table.broken, table.valid].map((rows) => inputsOf(rows.find((row) => row.kind === kind)!));
  const olds = await fixture.rpc.inputs(subject, valid!);
  const news = await fixture.rpc.inputs(subject, broken!);
  const failed = await failureOf(fixture.rpc.update({ ...subject, id: "u/preview", olds, oldInputs: olds, news, preview: true }));
  expect(failed).toMatchObject({
    code: status.INVALID_ARGUMENT,
    message: expect.stringMatching(/^(processors\[0\]|template\.mappings): /),
  });
});

describe("definitions that the server reads with the first document only", () => {
  it.each(accepted)("$kind: $case", async ({ warning, ...definition }: Definition & { warning?: string }) => {
    const before = fixture.engine.lines.length;
    await preview(definition);
    if (warning === undefined) return;
    await until("warning", () =>
      fixture.engine.lines.slice(before).some(({ severity, message }) => severity === "warning" && message.includes(warning)),
    );
  });
});

const processors = samples
  .filter(({ processor }) => !(processor in UNKNOWN))
  .map(({ name, json }) => ({ case: `processor of ${name}`, kind: "pipeline", inputs: { processors: [JSON.parse(json) as unknown] } }));

describe("valid definitions", () => {
  it.each([...table.valid, ...processors])("$kind: $case", (definition) => preview(definition));
});

it("nine of ten broken definitions are found, and none of fifty valid ones", () => {
  expect(table.broken.length).toBeGreaterThanOrEqual(45);
  expect(accepted.length).toBeLessThanOrEqual((table.broken.length + accepted.length) / 10);
  expect(table.valid.length + processors.length).toBeGreaterThanOrEqual(50);
});
