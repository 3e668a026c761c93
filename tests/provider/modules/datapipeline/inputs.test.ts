// Inputs of the functions of module datapipeline: rejected, sent, and ignored ones. See docs/modules/datapipeline.md#requests and docs/modules/datapipeline.md#ignored-inputs.
import { hasNoEffect, type ObjectSpec } from "../../../../provider/core/schema/schema";
import { Secret, unknown, type PlainMap, type Value } from "../../../../provider/core/values/value";
import { pipelineSample, pipelineSamples } from "../../../samples/datapipeline";
import { lookupCaller, page, line, replaying, schema, success } from "./support";

const shapeOf = (name: string): ObjectSpec => schema.function(`quartet:datapipeline:${name}`)?.inputs ?? {};

const ignored = pipelineSamples.flatMap(({ name }) =>
  Object.entries(shapeOf(name).properties ?? {})
    .filter(([, spec]) => hasNoEffect(spec))
    .map(([input]): [string, string] => [name, input]),
);
const values: Value[] = ["text", 7, true, [], [{ own: ["x"] }], {}, { own: { deeper: null } }, unknown, new Secret({ key: "x" })];

test("some inputs have no effect", () => expect(ignored).not.toEqual([]));

test.each(ignored)("%s: %s is accepted with any value and changes nothing", async (name, input) => {
  const { inputs, exchanges, found } = pipelineSample(name);
  for (const value of values) {
    const { send, paths } = replaying(exchanges);
    const { outputs, failures } = await (await lookupCaller(send))(name, { ...inputs, [input]: value });
    expect(failures).toEqual([]);
    expect(outputs).toEqual(found);
    expect(paths()).toEqual(exchanges.map(({ request }) => request));
  }
});

test.each(["getTeams", "getUsers"])("%s: an id has no effect", async (name) => {
  const { exchanges, found } = pipelineSample(name);
  const { outputs } = await (await lookupCaller(replaying(exchanges).send))(name, { id: "mine" });
  expect(outputs).toEqual(found);
});

const owned = pipelineSamples.flatMap(({ name }) => (shapeOf(name).required ?? []).map((input): [string, string] => [name, input]));

test.each(owned)("%s: an empty or a missing %s is a failure of that input, and no request is sent", async (name, input) => {
  const { send, sent } = line([success({})]);
  const invoke = await lookupCaller(send);
  expect((await invoke(name, { [input]: "" })).failures).toEqual([{ property: input, reason: expect.stringMatching(/empty|at least 1/) }]);
  expect((await invoke(name, {})).failures).toEqual([{ property: input, reason: expect.stringContaining("required") }]);
  expect(sent).toEqual([]);
});

test.each([
  ["a/b", "a%2Fb"],
  ["..%2f", "..%252f"],
  ["a b?c#d&e", "a%20b%3Fc%23d%26e"],
  ["ключ", "%D0%BA%D0%BB%D1%8E%D1%87"],
  ["\ud800", "%EF%BF%BD"],
])("the id %j is one segment of the path", async (id, segment) => {
  const { lookUp, paths } = line([page([])]);
  await lookUp("getGroupUsers", { id });
  expect(paths()).toEqual([`/groups/${segment}/users?limit=1000`]);
});

test.each([".", ".."])("the ID %j would address another path: it is rejected, and no request is sent", async (id) => {
  const { lookUp, sent } = line([page([])]);
  await expect(lookUp("getGroupUsers", { id })).rejects.toMatchObject({
    code: "invalid_argument",
    message: `id: "${id}" cannot be part of a path. Use the ID of an object.`,
  });
  expect(sent).toEqual([]);
});

describe("filters and repeated inputs", () => {
  const rows: [string, PlainMap, string, PlainMap][] = [
    ["getConnections", {}, "/connections?limit=1000", {}],
    ["getConnections", { groupId: "", schemaName: "" }, "/connections?limit=1000", {}],
    [
      "getConnections",
      { groupId: "g h", schemaName: "a&b.c=d" },
      "/connections?group_id=g%20h&schema=a%26b.c%3Dd&limit=1000",
      { groupId: "g h", schemaName: "a&b.c=d" },
    ],
    ["getGroupConnections", { id: "g", schema: "s.t" }, "/groups/g/connections?schema=s.t&limit=1000", { schema: "s.t" }],
    ["getGroupConnectors", { id: "g" }, "/groups/g/connections?limit=1000", {}],
  ];

  test.each(rows)("%s %j", async (name, inputs, request, echo) => {
    const { send, paths } = line([page([])]);
    const { outputs } = await (await lookupCaller(send))(name, inputs);
    expect(paths()).toEqual([request]);
    const { id: _, connections: _c, connectors: _d, ...rest } = outputs;
    expect(rest).toEqual(echo);
  });

  test("runSetupTests is returned as given, and is not sent", async () => {
    const { inputs, exchanges, found } = pipelineSample("getExternalLogging");
    const { send, paths } = replaying(exchanges);
    const invoke = await lookupCaller(send);
    expect((await invoke("getExternalLogging", { ...inputs, runSetupTests: false })).outputs).toEqual({ ...found, runSetupTests: false });
    expect((await invoke("getExternalLogging", inputs)).outputs).toEqual(found);
    expect(paths()).toEqual(["/external-logging/projected_sickle", "/external-logging/projected_sickle"]);
  });

  test("an output that repeats a secret input is secret", async () => {
    const { marked } = await (await lookupCaller(line([page([])]).send))("getConnections", { groupId: new Secret("hidden_group") });
    expect(marked["groupId"]).toEqual(new Secret("hidden_group"));
  });
});
