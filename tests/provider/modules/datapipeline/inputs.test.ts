// Inputs of the functions of module datapipeline: rejected, sent, and ignored ones; ../required-inputs.test.ts has the required ones. See docs/modules/datapipeline.md#requests and docs/modules/datapipeline.md#ignored-inputs.
import { hasNoEffect } from "../../../../provider/core/schema/schema";
import { Secret, unknown } from "../../../../provider/core/values/value";
import { pipelineSample, pipelineSamples } from "../../../samples/datapipeline";
import { expectFailure, invoked, page, line, replaying, schema } from "./support";

const ignored = pipelineSamples.flatMap(({ name }) =>
  Object.entries(schema.function(`quartet:datapipeline:${name}`)?.inputs?.properties ?? {})
    .filter(([, spec]) => hasNoEffect(spec))
    .map(([input]) => [name, input]),
);
const values = ["text", [], { own: { deeper: null } }, unknown, new Secret({ key: "x" })];

test.each([...ignored, ["getTeams", "id"], ["getUsers", "id"]])(
  "%s: %s is accepted with any value and changes nothing",
  async (name, input) => {
    const { inputs, exchanges, found } = pipelineSample(name);
    for (const value of input === "id" ? ["mine"] : values) {
      const { send, paths } = replaying(exchanges);
      const { outputs, failures } = await invoked(name, { ...inputs, [input]: value }, send);
      expect({ outputs, failures }).toEqual({ outputs: found, failures: [] });
      expect(paths()).toEqual(exchanges.map(({ request }) => request));
    }
  },
);

test("an ID is one segment of the path", async () => {
  const { lookUp, paths } = line([page([])]);
  await lookUp("getGroupUsers", { id: "a/b c?d#e&ю\ud800" });
  expect(paths()).toEqual(["/groups/a%2Fb%20c%3Fd%23e%26%D1%8E%EF%BF%BD/users?limit=1000"]);
});

test.each([".", ".."])("the ID %j would address another path: it is rejected, and no request is sent", async (id) => {
  const { lookUp, sent } = line([page([])]);
  const message = `id: "${id}" cannot be part of a path. Use the ID of an object.`;
  await expectFailure(lookUp("getGroupUsers", { id }), "invalid_argument", message);
  expect(sent).toEqual([]);
});

test("an empty filter counts as absent; runSetupTests is returned as given, and is not sent", async () => {
  const { lookUp, paths } = line([page([])]);
  expect(await lookUp("getConnections", { groupId: "", schemaName: "" })).toEqual({ connections: [], id: "0" });
  expect(paths()).toEqual(["/connections?limit=1000"]);
  const { inputs, exchanges, found } = pipelineSample("getExternalLogging");
  for (const more of [{ runSetupTests: false }, {}])
    expect((await invoked("getExternalLogging", { ...inputs, ...more }, replaying(exchanges).send)).outputs).toEqual({ ...found, ...more });
});
