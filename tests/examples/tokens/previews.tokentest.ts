/** The YAML host previews examples of each module on the emulators. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cliOfFile } from "../../support/cli";
import { openCloud } from "../../support/cloud";
import { documentPrograms } from "../../support/document-programs";
import { openEvents } from "../../support/events";
import { openPipeline } from "../../support/pipeline";
import { openSearch } from "../../support/search";
import { root } from "./programs";

/** Programs that read no object that has to exist. */
const previewed = [
  "cloud/ApiGatewayApiDoc",
  "cloud/ApiGatewayUsagePlanAttachment",
  "cloud/getApiGatewayServices",
  "datapipeline/getGroups",
  "eventrouting/v1/Trigger",
  "search/SearchIndexTemplate",
  "search/SearchIngestPipeline",
  "search/getSearchIngestProcessorEnrich",
  "search/getSearchIngestProcessorForeach",
  "search/getSearchIngestProcessorGsub",
  "search/getSearchIngestProcessorPipeline",
  "search/getSearchIngestProcessorRedact",
];

const cli = cliOfFile();
let environment: Record<string, string>;

beforeAll(async () => {
  const services = [await openSearch(), await openCloud(), await openEvents(), await openPipeline()];
  environment = Object.assign({}, ...services.map((service) => service.environment)) as Record<string, string>;
});

const ofDocuments = documentPrograms("yaml").map(([place, code]) => {
  const program = code.replace(/^(?:name|runtime|plugins):.*\n(?: .*\n)*/gm, "");
  return [place, `runtime: yaml\n${program}`] as const;
});
const ofTokens = previewed.map((path) => {
  const program = readFileSync(join(root, "examples", "tokens", `${path}.yaml`), "utf8");
  return [path, program.replace(/^name: .*\n/, "")] as const;
});

it.each([...ofDocuments, ...ofTokens])("%s", async (place, code) => {
  const name = place.replace(/\W/g, "-");
  const stack = await cli.stack(name, environment);
  stack.write("Pulumi.yaml", `name: ${name}\nplugins: { providers: [{ name: quartet, path: ../../provider/bin }] }\n${code}`);
  expect(await stack.ok("preview")).toMatch(/to create|Outputs:|unchanged/);
});
