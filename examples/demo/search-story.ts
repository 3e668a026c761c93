/** The first part on a server that cannot run the log platform: ingest pipelines and an index template, from creation to deletion. */
import type { DemoContext } from "./context";
import { change, create, destroy, revertDrift, unchanged } from "./context";
import type { Rest } from "./rest";
import { adopt, isAnyLeft, type SearchStory } from "./search-steps";
import type { DemoServer } from "./server";

/** Returns the story on the server. */
export const searchStory = ({ title, environment, rest }: DemoServer): SearchStory => ({
  title: "Elasticsearch: ingest pipelines and an index template",
  example: "search-logs-yaml",
  server: title,
  environment,
  paths: pathsOf,
  steps: [
    ["Create two ingest pipelines and an index template, look the template up", create],
    ["Preview again: nothing is to be done", unchanged],
    ["Change one property of the program", change("dataRetention", "30d", "90d")],
    ["Somebody changes a pipeline behind Pulumi's back: refresh finds it, up reverts it", (context) => drift(context, rest)],
    ["Take over a pipeline that exists already", (context) => adopt(context, rest)],
    ["Remove everything", (context) => destroy(context, () => isAnyLeft(pathsOf(context.prefix), rest))],
  ],
});

/** The template refers to a pipeline. */
const pathsOf = (prefix: string): string[] => [
  `/_index_template/${prefix}-logs`,
  ...["access", "stamp", "old"].map((name) => `/_ingest/pipeline/${prefix}-${name}`),
];

async function drift(context: DemoContext, rest: Rest): Promise<void> {
  const { prefix, log } = context;
  const path = `/_ingest/pipeline/${prefix}-stamp`;
  const { [`${prefix}-stamp`]: pipeline } = (await rest("GET", path)) as Record<string, object>;
  await rest("PUT", path, { ...withoutDates(pipeline ?? {}), description: "edited by hand" });
  log(`   PUT ${path}: another description`);
  await revertDrift(context, /description: ".*" => "edited by hand"/);
}

/** Newer servers return the dates of a pipeline, and reject them in requests. */
function withoutDates(pipeline: object): object {
  return Object.fromEntries(Object.entries(pipeline).filter(([key]) => !/^(created|modified)_date/.test(key)));
}
