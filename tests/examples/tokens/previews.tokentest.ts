/** The YAML host previews examples of each module on the emulators. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Cli } from "../../support/cli";
import { openCli } from "../../support/cli";
import { closeClouds, openCloud } from "../../support/cloud";
import { closeEvents, openEvents } from "../../support/events";
import { closePipelines, openPipeline } from "../../support/pipeline";
import { documentPrograms } from "../../support/document-programs";
import type { Search } from "../../support/search";
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

let cli: Cli;
let search: Search;
let environment: Record<string, string>;

beforeAll(async () => {
  cli = await openCli();
  search = await openSearch();
  const others = [await openCloud(), await openEvents(), await openPipeline()];
  environment = Object.assign({}, search.environment, ...others.map((service) => service.environment)) as Record<string, string>;
});
afterAll(async () => {
  await Promise.all([search?.stop(), closeClouds(), closeEvents(), closePipelines()]);
  await cli?.workspace.remove();
});

it.each(documentPrograms("yaml").map(([place, code]) => [place, code] as const))("%s", async (place, code) => {
  const name = place.replace(/\W/g, "-");
  const stack = await cli.stack(name, environment);
  const program = code.replace(/^(?:name|runtime|plugins):.*\n(?: .*\n)*/gm, "");
  stack.write(
    "Pulumi.yaml",
    `name: ${name}\nplugins: { providers: [{ name: quartet, path: ../../provider/bin }] }\nruntime: yaml\n${program}`,
  );
  expect(await stack.ok("preview")).toMatch(/to create|Outputs:|unchanged/);
});

it.each(previewed)("%s", async (path) => {
  const name = path.replaceAll("/", "-");
  const stack = await cli.stack(name, environment);
  const program = readFileSync(join(root, "examples", "tokens", `${path}.yaml`), "utf8");
  stack.write(
    "Pulumi.yaml",
    program.replace(/^name: .*\n/, `name: ${name}\nplugins: { providers: [{ name: quartet, path: ../../provider/bin }] }\n`),
  );
  expect(await stack.ok("preview")).toMatch(/to create|Outputs:|unchanged/);
});
