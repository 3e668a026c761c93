/** Results without their secret members. See docs/protocol.md#without-secrets. */
import type { ValueMap } from "../../../provider/core/values/value";
import { Secret } from "../../../provider/core/values/value";
import { invoke, type InvokeResponse } from "../../../provider/verbs/invoke";
import { newCall, openShop } from "../../support/fake-module";
import { shown } from "../../support/values";

test("a result has no secret members, and shares the request of a caller with them", async () => {
  const { shop, runtime } = openShop();
  const run = (args: ValueMap): Promise<InvokeResponse> =>
    invoke(runtime, { token: "quartet:shop:getNote", args, preview: false }, newCall().call);
  const [{ result }] = await Promise.all([run({ name: "n", withoutSecrets: true }), run({ name: "n" })]);
  expect(shop.calls).toHaveLength(1);
  expect(shown(result)).toBe(shown({ name: "n", text: "text of n", box: { label: "l" }, all: ["n", "with undefined"] }));
  const fromSecret = await run({ name: new Secret("secret-name"), withoutSecrets: true });
  expect(JSON.stringify(fromSecret.result)).not.toContain("secret-name");
});
