// Many objects over a slow or limited network, with the real CLI: requests and seconds of each operation, beside resources that do nothing, and beside
// another build of the plugin if BASE names its folder provider/bin. SIZES names other numbers of objects than 100, 1,000; run alone with
// `npm run bench -- network`.
import { resolve } from "node:path";
import { latency } from "../tests/emulators/faults";
import { openCloud } from "../tests/support/cloud";
import { openEvents } from "../tests/support/events";
import { openSearch, type Search } from "../tests/support/search";
import { Figures } from "./figures";
import type { Row } from "./results";
import type { BenchCli, Program } from "./stacks";

/** An emulator, of which only the port matters. */
type Service = Pick<Search, "environment" | "faults" | "requests" | "stop">;

/** A kind of objects, and where they are. */
interface Kind {
  /** The token without the name of the package. */
  name: string;
  plural: string;
  /** The delays of each response in ms. */
  latencies: readonly number[];
  open(): Promise<Service>;
  resource(name: string, version: number): object;
  lookup?(name: string): object;
}

const limit = 20;

const kinds: readonly Kind[] = [
  {
    name: "search:SearchIngestPipeline",
    plural: "pipelines",
    latencies: [0, 50],
    open: () => openSearch(),
    resource: (name, version) => ({ name, processors: [JSON.stringify({ set: { field: "a", value: `v${version}` } })] }),
    lookup: (name) => ({ name }),
  },
  {
    name: "eventrouting/v1:Trigger",
    plural: "triggers",
    latencies: [0, 50],
    async open() {
      const events = await openEvents();
      // How long an operation takes, and how often it is polled, is the service's own.
      events.emulator.operations.usual = { pending: 0 };
      return events;
    },
    resource: (triggerId, version) => ({
      triggerId,
      eventFilters: [{ attribute: "type", value: "google.cloud.pubsub.topic.v1.messagePublished" }],
      destination: { workflow: "orders" },
      labels: { version: `v${version}` },
    }),
    lookup: (triggerId) => ({ triggerId, location: "us-central1" }),
  },
  {
    name: "cloud:ApiGatewayPlugin",
    plural: `plugins, ${limit} requests per second`,
    latencies: [50],
    open: () => openCloud({ actionsPerSecond: limit }),
    resource: (pluginName, version) => ({
      pluginName,
      pluginType: "Cors",
      pluginData: '{"allow_origins":"*","max_age":600}',
      description: `v${version}`,
    }),
  },
];

const operations = ["up", "refresh", "update", "lookups"] as const;
type Operation = (typeof operations)[number];

const lookups = 100;
const nameOf = (n: number): string => `bench-${n}`;
const membersOf = (count: number, member: (name: string) => object): Record<string, object> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [nameOf(n), member(nameOf(n))]));

const resourcesOf = ({ name, resource }: Kind, count: number, version: number): Program => ({
  resources: membersOf(count, (object) => ({ type: `quartet:${name}`, properties: resource(object, version) })),
});

const lookupsOf = ({ name, lookup }: Kind): Program => ({
  variables: membersOf(lookups, (object) => ({
    "fn::invoke": { function: `quartet:${name.replace(/(\w+)$/, "get$1")}`, arguments: lookup!(object) },
  })),
});

/** The compared plugins. */
type Plugin = "now" | "before" | "engine";

/** Measures each kind with each latency and size; `rounds` times where there are 100 objects or fewer. */
export async function measureNetwork(cli: BenchCli, sizes: readonly number[], rounds: number): Promise<Row[]> {
  const base = process.env["BASE"];
  const plugins: [Plugin, string][] = [
    ["now", cli.ours],
    ...(base ? [["before", resolve(base)] satisfies [Plugin, string]] : []),
    ["engine", cli.plugin("floor.cjs")],
  ];
  const settings = kinds.flatMap((kind) =>
    kind.latencies.flatMap((latencyMs) => sizes.map((size): Setting => ({ kind, latencyMs, size }))),
  );
  const rows: Row[] = [];
  for (const setting of settings) {
    const figures = new Figures();
    for (let round = 0; round < (setting.size > 100 ? 1 : rounds); round++)
      for (const [plugin, path] of plugins) await measureOnce(cli, figures, { ...setting, plugin, path });
    rows.push(...rowsOf(figures, setting));
  }
  return rows;
}

interface Setting {
  kind: Kind;
  latencyMs: number;
  size: number;
}

let stacks = 0;

/** Runs all operations against a service of their own. */
async function measureOnce(
  cli: BenchCli,
  figures: Figures,
  { kind, latencyMs, size, plugin, path }: Setting & { plugin: Plugin; path: string },
): Promise<void> {
  const service = await kind.open();
  if (latencyMs > 0) service.faults.add({ match: () => true, fault: latency(latencyMs) });
  const resources = await cli.stack(`network-${++stacks}`, { path }, resourcesOf(kind, size, 1));
  const run = async (operation: Operation, folder: string, args: readonly string[]): Promise<void> => {
    service.requests.length = 0;
    const elapsedMs = await cli.time(folder, args, { ...service.environment, ...withoutCheckpoints });
    figures.add(`${operation} ${plugin} seconds`, elapsedMs / 1000);
    figures.add(`${operation} ${plugin} requests`, service.requests.length);
  };
  const change = ["--yes", "--skip-preview", "--parallel", "8"];
  await run("up", resources, ["up", ...change]);
  await run("refresh", resources, ["refresh", ...change]);
  cli.change(resources, { path }, resourcesOf(kind, size, 2));
  await run("update", resources, ["up", ...change]);
  if (kind.lookup) await run("lookups", await cli.stack(`network-${++stacks}`, { path }, lookupsOf(kind)), ["preview"]);
  await service.stop();
}

/** Otherwise the CLI writes the whole state after each resource, which grows with the square of their number. */
const withoutCheckpoints = { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" };

/** Returns a row for the requests of each operation, and one for its seconds where these have a goal. */
function rowsOf(figures: Figures, setting: Setting): Row[] {
  const { kind, latencyMs, size } = setting;
  return operations.flatMap((operation) => {
    if (operation === "lookups" && !kind.lookup) return [];
    const of = (plugin: Plugin, what: "seconds" | "requests"): number => figures.median(`${operation} ${plugin} ${what}`);
    const isCompared = figures.all(`${operation} before seconds`).length > 0;
    const before = (text: string): string => (isCompared ? `; before ${text}` : "");
    const seconds = `${of("now", "seconds").toFixed(2)} s${before(`${of("before", "seconds").toFixed(2)} s`)}`;
    const subject = operation === "lookups" ? `${lookups} lookups among ${thousands(size)}` : `\`${operation}\` of ${thousands(size)}`;
    const row = { section: "network", measurement: `${subject} ${kind.plural}, ${latencyMs} ms each` };
    const goals = goalsOf(operation, setting, {
      engine: of("engine", "seconds"),
      ...(isCompared && { before: of("before", "seconds") }),
    });
    const requests: Row = {
      ...row,
      measurement: `${row.measurement}: requests`,
      value: of("now", "requests"),
      unit: "count",
      ...(goals.requests !== undefined && { goal: goals.requests }),
      detail: `${of("now", "requests")}${before(`${of("before", "requests")}`)}; ${seconds}; engine alone ${of("engine", "seconds").toFixed(2)} s`,
    };
    if (goals.seconds === undefined) return [requests];
    return [requests, { ...row, value: of("now", "seconds"), unit: "s", goal: goals.seconds, detail: seconds }];
  });
}

const thousands = (count: number): string => count.toLocaleString("en");

/** Rows in a page of the API gateway; other services return 500 or more. */
const pluginsPerPage = 100;
/** What a refresh may take beside the work of the engine. */
const refreshSeconds = 0.3;

/** Returns the goals of an operation; see docs/benchmarks.md#many-objects. */
function goalsOf(
  operation: Operation,
  { kind: { name }, latencyMs, size }: Setting,
  seconds: { engine: number; before?: number },
): { requests?: number; seconds?: number | undefined } {
  const isSlow = latencyMs > 0;
  const isLimited = name.startsWith("cloud:");
  if (operation === "lookups") return { requests: 5, ...(isSlow && { seconds: 1.7 }) };
  if (operation === "refresh" && isLimited) return { requests: Math.max(5, 3 + size / pluginsPerPage), seconds: size > 100 ? 4 : 1.5 };
  if (operation === "refresh") return { requests: 5, ...(isSlow && { seconds: seconds.engine + refreshSeconds }) };
  if (name.startsWith("search:")) return isSlow ? { requests: 2.5 * size, seconds: seconds.before } : {};
  // The conditions of a trigger are determined after the write.
  const writes = isLimited ? 1 : 2;
  return { requests: (operation === "up" ? writes : writes + 1) * size };
}
