/** Results without their secret members. See docs/protocol.md#without-secrets. */
import { dropSecrets } from "../../../../provider/core/secrets/without-secrets";
import { hasSecret } from "../../../../provider/core/values/value";
import { pipelineSamples } from "../../../samples/datapipeline";
import { lookupCaller, replaying, schema } from "./support";

const samples = pipelineSamples.filter(
  ({ name }) => schema.function(`quartet:datapipeline:${name}`)?.inputs?.properties?.["withoutSecrets"] !== undefined,
);

test("five functions can return secrets", () => {
  expect(new Set(samples.map(({ name }) => name)).size).toBe(5);
});

test.each(samples)("$name: everything but the secrets", async ({ name, inputs, exchanges }) => {
  const invoke = async (more: object) => (await lookupCaller(replaying(exchanges).send))(name, { ...inputs, ...more });
  const whole = await invoke({});
  const plain = await invoke({ withoutSecrets: true });
  expect(plain.failures).toEqual([]);
  expect(hasSecret(plain.marked)).toBe(false);
  expect(plain.marked).toEqual(dropSecrets(whole.marked));
});
