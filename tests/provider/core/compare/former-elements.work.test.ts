/** The limit for the work of finding the former elements of a list. See docs/protocol.md#secrets. */
import { FormerElements, maxCompared } from "../../../../provider/core/compare/former-elements";
import { shopSchema as schema } from "../../../support/packages";

test("an element of another spelling equals the former one, while the limit allows it; one of the same spelling needs no comparison", () => {
  const comparison = { schema, left: maxCompared };
  const formers = new FormerElements(['{"a":1,"b":2}', "[1]"], comparison, { spec: { type: "string" }, at: "list[*]" });
  expect(formers.equalTo('{ "b": 2, "a": 1 }')).toEqual(['{"a":1,"b":2}']);
  comparison.left = 0;
  expect([formers.equalTo("[ 1 ]"), formers.equalTo("[1]"), comparison.left < 0]).toEqual([[], ["[1]"], true]);
});
