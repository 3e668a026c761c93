/** The emulator responds as the real node does, request by request; where it need not, contract/ gives the reason. */
import { createSearchEmulator, type SearchEmulatorOptions } from "../emulators/search/index";
import { agree, clean } from "./agree";
import { inProcess, overHttp } from "./agreement";
import { groups, processorGroups } from "./contract/index";
import { stepsOf } from "./contract/step";

/** Modules that the node is built without, and the emulator therefore too. */
const BUILT: SearchEmulatorOptions = { without: ["connector", "enrich"] };

const node = overHttp(process.env.ELASTICSEARCH_NODE ?? "");

interface Ingest {
  nodes: Record<string, { ingest: { processors: { type: string }[] } }>;
}

/** The processor types that this node has. */
const knownTypes = async () => {
  const { body } = await node({ line: "GET /_nodes/ingest" });
  return new Set(Object.values((JSON.parse(body) as Ingest).nodes).flatMap(({ ingest }) => ingest.processors.map(({ type }) => type)));
};

beforeEach(() => clean(node));

describe("the emulator responds like the node", () => {
  it.each(Object.entries(groups))("%s", (_title, steps) => agree(steps, node, inProcess(createSearchEmulator(BUILT))));
});

describe("the emulator validates processors like the node", () => {
  it.each(processorGroups)("%s", async (type, steps) => {
    const known = await knownTypes();
    const emulator = createSearchEmulator(BUILT);
    // A type that this node was built without is rejected by name there, and cannot be compared.
    if (known.has(type)) return agree(steps, node, inProcess(emulator));
    const { status, body } = await node(stepsOf(steps)[0]!);
    expect({ status, body: JSON.parse(body) as unknown }).toMatchObject({
      status: 400,
      body: { error: { reason: `No processor type exists with name [${type}]` } },
    });
  });
});

it("GET / returns the same members, in the same order", async () => {
  const members = (value: unknown): unknown =>
    value !== null && typeof value === "object" ? Object.entries(value).map(([key, member]) => [key, members(member)]) : typeof value;
  const [fromNode, fromEmulator] = await Promise.all(
    [node, inProcess(createSearchEmulator(BUILT))].map((server) => server({ line: "GET /" })),
  );
  expect(members(JSON.parse(fromEmulator!.body))).toEqual(members(JSON.parse(fromNode!.body)));
});
