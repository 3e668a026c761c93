// When tracing is loaded, and that its failures do not prevent a start.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTracing } from "../../../provider/tracing/spans";

const endpoint = { PULUMI_OTEL_EXPORTER_OTLP_ENDPOINT: "127.0.0.1:4317" };
const redact = (text: string): string => text;
let folder: string;
let logged: jest.SpyInstance;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "quartet-spans-"));
  logged = jest.spyOn(process.stderr, "write").mockReturnValue(true);
});
afterEach(() => {
  logged.mockRestore();
  rmSync(folder, { recursive: true });
});

const written = (code: string): void => writeFileSync(join(folder, "tracing.cjs"), code);

test.each([[{}], [{ PULUMI_OTEL_EXPORTER_OTLP_ENDPOINT: "" }]])("without an endpoint nothing is loaded: %j", async (env) => {
  written("throw new Error('loaded')");
  expect(await openTracing({ env, folder, version: "1", redact })).toBeUndefined();
  expect(logged).not.toHaveBeenCalled();
});

test("endpoint, version and the context of the process are passed", async () => {
  written("exports.createTracing = (options) => ({ options })");
  const tracing = await openTracing({ env: { ...endpoint, TRACEPARENT: "00-a-b-01" }, folder, version: "1", redact });
  expect(tracing).toMatchObject({ options: { endpoint: "127.0.0.1:4317", version: "1", fallback: "00-a-b-01" } });
});

test.each([
  ["missing", undefined],
  ["broken", "throw new Error('broken')"],
  ["rejecting the endpoint", "exports.createTracing = () => { throw new TypeError('Invalid URL'); }"],
])("the tracing bundle is %s: one line, and no traces", async (_title, code) => {
  if (code !== undefined) written(code);
  expect(await openTracing({ env: endpoint, folder, version: "1", redact })).toBeUndefined();
  expect(logged).toHaveBeenCalledTimes(1);
  expect(logged).toHaveBeenCalledWith(
    expect.stringMatching(/^pulumi-resource-quartet: tracing failed: tracing\.cjs cannot be loaded .*\n$/),
  );
});
