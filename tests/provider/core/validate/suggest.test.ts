/** Suggestions for misspelled names. See docs/protocol.md#failure-messages. */
import { suggest } from "../../../../provider/core/validate/suggest";

const known = ["connectorId", "name", "indexName", "id", "description"];
it.each([
  ["connector_id", "connectorId"],
  ["nmae", "name"],
  ["descripitoin", "description"],
  ["sitting", undefined],
  ["di", "id"],
  ["", undefined],
])("the nearest name to %j is %j", (given, expected) => {
  expect(suggest(given, known)).toBe(expected === undefined ? "" : `; did you mean "${expected}"?`);
});

it("the nearest name is the first of equally near ones, so that suggestions are stable", () =>
  expect(suggest("nam", ["nama", "name"])).toContain("nama"));
