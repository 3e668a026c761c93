/** Part one: a log platform whose objects need each other, from creation to deletion. */
import type { DemoContext } from "./context";
import { change, create, destroy, refuse, revertDrift, unchanged } from "./context";
import type { Rest } from "./rest";
import { adopt, isAnyLeft, type SearchStory } from "./search-steps";
import type { DemoServer } from "./server";

/** Returns the story on the server. */
export const platformStory = ({ title, environment, rest }: DemoServer): SearchStory => ({
  title: "Elasticsearch: a log platform, in order without dependsOn",
  example: "log-platform-yaml",
  server: title,
  environment,
  paths: pathsOf,
  steps: [
    ["Create a pipeline, a lifecycle policy, two templates, a data stream, its lifecycle and options, and an alias", create],
    ["Preview again: nothing is to be done", unchanged],
    ["Change one property of the program", change("dataRetention", "7d", "14d")],
    ["Somebody shortens the retention behind Pulumi's back: refresh finds it, up reverts it", (context) => drift(context, rest)],
    ["Take over a pipeline that exists already", (context) => adopt(context, rest)],
    ["Write a line into the stream, and remove everything: Pulumi keeps what has documents", (context) => guard(context, rest)],
    ["Permit it for this run, and remove everything", (context) => remove(context, rest)],
  ],
});

/** Returns why the server cannot run this story, or undefined. */
export async function obstacle({ rest, version }: DemoServer): Promise<string | undefined> {
  for (const [path, kind] of [
    ["/_ilm/policy/quartet-demo", "lifecycle policies"],
    ["/_data_stream/quartet-demo", "data streams"],
  ] as const) {
    const reason = await rest("GET", path).then(
      () => undefined,
      (error: unknown) => String(error).replace(/^Error: |: \{.*/g, ""),
    );
    if (reason !== undefined) return `the server does not offer ${kind} (${reason})`;
  }
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major < 8 || (major === 8 && minor < 19) ? `options of data streams need Elasticsearch 8.19, and this is ${version}` : undefined;
}

const streamOf = (prefix: string): string => `${prefix}-logs-access`;

/** The alias goes with the stream. */
const pathsOf = (prefix: string): string[] => [
  `/_data_stream/${streamOf(prefix)}`,
  `/_index_template/${prefix}-logs`,
  `/_component_template/${prefix}-logs-base`,
  `/_ilm/policy/${prefix}-logs`,
  ...["parse", "old"].map((name) => `/_ingest/pipeline/${prefix}-${name}`),
];

async function drift(context: DemoContext, rest: Rest): Promise<void> {
  const path = `/_data_stream/${streamOf(context.prefix)}/_lifecycle`;
  await rest("PUT", path, { data_retention: "1d" });
  context.log(`   PUT ${path}: data_retention 1d`);
  await revertDrift(context, /dataRetention: "14d" => "1d"/);
}

async function guard(context: DemoContext, rest: Rest): Promise<void> {
  const stream = streamOf(context.prefix);
  const message = '10.0.0.7 [24/Nov/2025:10:00:00 +0000] "GET /orders" 503';
  await rest("POST", `/${stream}/_doc`, { "@timestamp": "2025-11-24T10:00:00Z", message });
  context.log(`   POST /${stream}/_doc: ${message}`);
  await refuse(context, ["destroy", "--yes", "--skip-preview", "--suppress-outputs"], /it contains 1 document/);
}

async function remove(context: DemoContext, rest: Rest): Promise<void> {
  const permitted = { QUARTET_SEARCH_FORCE_DESTROY: streamOf(context.prefix) };
  context.log(`   QUARTET_SEARCH_FORCE_DESTROY=${permitted.QUARTET_SEARCH_FORCE_DESTROY}`);
  const environment = { ...context.environment, ...permitted };
  await destroy({ ...context, environment }, () => isAnyLeft(pathsOf(context.prefix), rest));
}
