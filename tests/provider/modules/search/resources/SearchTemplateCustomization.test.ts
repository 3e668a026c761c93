/** Parts of component templates on other servers than those of cases/SearchTemplateCustomization. See docs/modules/search.md#template-customizations. */
import { stackFixture } from "./stack-fixture";

const token = "quartet:search:SearchTemplateCustomization";
const name = "logs@custom";
const replicas = { name, settings: '{"number_of_replicas":0}' };

test("data 100: a lifecycle policy is attached to the template of an integration, and detached", async () => {
  const { stack, emulator } = stackFixture(token);
  const ofIntegration = { template: { settings: { index: { codec: "best_compression" } } }, _meta: { managed_by: "fleet" } };
  emulator.componentTemplates.set(name, structuredClone(ofIntegration));
  await stack.up({ name, settings: '{"index.lifecycle.name":"logs"}' });
  expect(emulator.componentTemplates.get(name)!.template.settings).toEqual({
    index: { codec: "best_compression", lifecycle: { name: "logs" } },
  });
  await stack.destroy();
  expect(emulator.componentTemplates.get(name)).toEqual(ofIntegration);
});

test("members that the server adds are not written back", async () => {
  const { stack, emulator, bodies } = stackFixture(token, { version: "9.2.0" });
  await stack.up(replicas);
  expect(emulator.componentTemplates.get(name)).toMatchObject({
    template: { settings: { index: { number_of_replicas: "0" } } },
    created_date_millis: expect.any(Number),
  });
  await stack.up({ ...replicas, settings: '{"number_of_replicas":1}' });
  expect(Object.values(bodies())).toEqual([{ template: { settings: { "index.number_of_replicas": 1 } } }]);
});

test("options of data streams need 8.19", async () => {
  const { stack } = stackFixture(token, { version: "8.16.0" });
  const inputs = { name, dataStreamOptions: { failureStore: { enabled: true } } };
  await expect(stack.up(inputs)).rejects.toThrow("dataStreamOptions: the server has version 8.16.0. Use Elasticsearch 8.19.0 or later.");
});
