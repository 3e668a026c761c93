/** Breaking changes of the schema are reported; additions and wider inputs are not. */
import { breakingChanges, type ReleasedSchema } from "../../../provider/tools/schema-changes";

const token = "quartet:search:Index";
const kind = { $ref: "#/types/quartet:search:Kind" };

/** A package with one resource, one function, one setting and three types. */
const base: ReleasedSchema = {
  name: "quartet",
  version: "0.1.0",
  language: { nodejs: { packageName: "pulumi-quartet", packageDescription: "first" } },
  config: { variables: { region: { type: "string", defaultInfo: { environment: ["REGION", "OLD_REGION"] } } } },
  provider: { methods: { export: "pulumi:providers:quartet/export" } },
  resources: {
    [token]: {
      inputProperties: { name: { type: "string" }, size: { type: "integer", default: 1 }, kinds: { type: "array", items: kind } },
      requiredInputs: ["name"],
      properties: { name: { type: "string" }, kind, token: { type: "string", secret: true } },
      required: ["name", "kind"],
      listInputs: { properties: { prefix: { type: "string" } } },
    },
  },
  functions: {
    "quartet:search:getIndex": {
      inputs: { properties: { name: { type: "string" }, body: { $ref: "#/types/quartet:search:Body" } } },
      outputs: { properties: { found: { $ref: "#/types/quartet:search:Found" } }, required: ["found"] },
    },
  },
  types: {
    "quartet:search:Kind": { type: "string", enum: [{ value: "a" }, { value: "b" }] },
    "quartet:search:Body": { type: "object", properties: { text: { type: "string" } } },
    "quartet:search:Found": { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
  },
};

/** Returns the changes of a copy of `base` in which one place has another value, or none. */
function changesOf(place: string, value: unknown) {
  const current = structuredClone(base);
  const steps = place.split(" ");
  const last = steps.pop()!;
  const holder = steps.reduce((at, step) => at[step] as Record<string, unknown>, current as unknown as Record<string, unknown>);
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return breakingChanges(base, current).map(({ path, change }) => `${path} ${change}`);
}

const index = `resources ${token}`;

test.each<[place: string, value: unknown, change: string]>([
  [index, undefined, `${token} was removed`],
  ["functions quartet:search:getIndex", undefined, "quartet:search:getIndex was removed"],
  ["types quartet:search:Body", undefined, "quartet:search:Body was removed"],
  ["provider methods export", undefined, "provider.methods.export was removed"],
  ["config variables region", undefined, "config.region was removed"],
  [`${index} properties token`, undefined, `${token}.outputs.token was removed`],
  [`${index} listInputs`, undefined, `${token}.listInputs was removed`],
  ["types quartet:search:Kind enum", [{ value: "a" }], "quartet:search:Kind.b was removed"],
  [`${index} inputProperties size type`, "string", `${token}.inputs.size has the type string; it was integer`],
  [
    `${index} properties kind`,
    { oneOf: [{ type: "string" }, kind] },
    `${token}.outputs.kind has the type string | quartet:search:Kind; it was quartet:search:Kind`,
  ],
  ["types quartet:search:Body required", ["text"], "quartet:search:Body.text became required"],
  ["types quartet:search:Found required", [], "quartet:search:Found.id became optional"],
  [`${index} properties name secret`, true, `${token}.outputs.name became secret`],
  [`${index} properties token secret`, undefined, `${token}.outputs.token is no longer secret`],
  [`${index} inputProperties name replaceOnChanges`, true, `${token}.inputs.name is replaced on changes; it was updated in place`],
  [`${index} inputProperties size default`, 2, `${token}.inputs.size has the default 2; it was 1`],
  ["config variables region defaultInfo environment", ["REGION"], "config.region no longer reads the environment variable OLD_REGION"],
  ["language nodejs packageName", "quartet", "language.nodejs.packageName was changed"],
])("%s: %j breaks programs", (place, value, change) => expect(changesOf(place, value)).toEqual([change]));

test.each<[place: string, value: unknown]>([
  ["resources quartet:search:Other", {}],
  [`${index} inputProperties other`, { type: "string" }],
  [`${index} inputProperties kinds items`, { oneOf: [{ type: "string" }, kind] }],
  [`${index} inputProperties name`, { $ref: "pulumi.json#/Any" }],
  ["types quartet:search:Kind enum", [{ value: "a" }, { value: "b" }, { value: "c" }]],
  ["language nodejs packageDescription", "second"],
])("%s: %j is compatible", (place, value) => expect(changesOf(place, value)).toEqual([]));
