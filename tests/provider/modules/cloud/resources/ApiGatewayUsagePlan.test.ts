/** Usage plans. See docs/modules/cloud.md#usage-plans. */
import { created, expectNoDrift } from "./setup";

const title = "usage plan";

test("what the plan is bound to is returned: services first, then APIs", async () => {
  const { stack, callAction, id, prerequisites } = await created(title);
  const { serviceId, apiIds, keyIds } = prerequisites;
  callAction("BindSecretIds", { UsagePlanId: id, AccessKeyIds: [keyIds[0]] });
  const bind = { ServiceId: serviceId, UsagePlanIds: [id] };
  callAction("BindEnvironment", { ...bind, BindType: "API", Environment: "test", ApiIds: [apiIds[1]] });
  callAction("BindEnvironment", { ...bind, BindType: "SERVICE", Environment: "release" });
  await expectNoDrift(stack);
  expect(stack.outputs).toMatchObject({
    attachApiKeys: [keyIds[0]],
    attachLists: [
      { serviceId, serviceName: "orders", environment: "release" },
      { serviceId, environment: "test", apiId: apiIds[1], apiName: "two", path: "/two", method: "GET" },
    ],
  });
});
