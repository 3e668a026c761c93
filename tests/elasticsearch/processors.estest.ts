/** Every processor example of the specification, put into a pipeline on the genuine node: accepted, or the reason why this node does not know it. */
import examples from "../samples/processors.json";
import { clean } from "./agree";
import { overHttp } from "./agreement";

const node = overHttp(process.env.ELASTICSEARCH_NODE ?? "");

const OTHER_MODULE = "the module is not part of the node that the tests can have";
const LATER = "the processor came after 8.19";
const FLAGGED = "the released 8.19 has it behind a feature flag that is off";

/** Types that the node refuses, and why. Nothing else may be refused. */
const UNKNOWN: Readonly<Record<string, string>> = {
  attachment: OTHER_MODULE,
  cef: LATER,
  circle: OTHER_MODULE,
  enrich: OTHER_MODULE,
  geo_grid: OTHER_MODULE,
  geoip: OTHER_MODULE,
  inference: OTHER_MODULE,
  ip_location: OTHER_MODULE,
  normalize_for_stream: FLAGGED,
  recover_failure_document: LATER,
  user_agent: OTHER_MODULE,
};

beforeEach(() => clean(node));

describe("examples that the node accepts", () => {
  it.each(examples.filter(({ processor }) => !(processor in UNKNOWN)))("$processor", async ({ json }) => {
    const pipeline = { processors: [JSON.parse(json) as unknown] };
    expect(await node({ ask: "PUT /_ingest/pipeline/p", body: pipeline })).toMatchObject({ status: 200 });
    const { body } = await node({ ask: "GET /_ingest/pipeline/p" });
    expect(JSON.parse(body)).toEqual({ p: pipeline });
  });
});

describe("examples of processors that the node was built without", () => {
  it.each(examples.filter(({ processor }) => processor in UNKNOWN))("$processor", async ({ processor, json }) => {
    const answer = await node({ ask: "PUT /_ingest/pipeline/p", body: { processors: [JSON.parse(json) as unknown] } });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({
      error: { type: "parse_exception", reason: `No processor type exists with name [${processor}]` },
    });
  });
});

it("has all 48 examples", () => {
  expect(examples).toHaveLength(48);
  expect(Object.keys(UNKNOWN).every((type) => examples.some(({ processor }) => processor === type))).toBe(true);
});
