/** The mode "retired": every action of the API gateway is refused, the state and the other services stay. */
import { asking, refusal } from "./asking";
import { createCloudEmulator } from "./index";
import { retiredCodes } from "./retirement";

test.each(retiredCodes)("%s: reads and writes of the gateway are refused, the others are not", (code) => {
  const emulator = createCloudEmulator();
  const ask = asking(emulator);
  const { Result: plan } = ask("apigateway/CreateUsagePlan", { UsagePlanName: "gold" });
  const id = (plan as { UsagePlanId: string }).UsagePlanId;
  emulator.retire(code);
  for (const action of ["DescribeUsagePlan", "DeleteUsagePlan"])
    expect(ask(`apigateway/${action}`, { UsagePlanId: id })).toEqual(refusal(code));
  expect(ask("apigateway/DescribeServicesStatus")).toEqual(refusal(code));
  expect(ask("vpc/DescribeAddressTemplates")).toHaveProperty("AddressTemplateSet");
  expect(emulator.world.plans.size).toBe(1);
  emulator.retire(undefined);
  expect(ask("apigateway/DescribeUsagePlan", { UsagePlanId: id })).toHaveProperty("Result");
});

test("an action that never existed is refused as before", () => {
  const emulator = createCloudEmulator();
  emulator.retire("ActionOffline");
  expect(asking(emulator)("apigateway/DescribeNothing")).toEqual(refusal("InvalidAction"));
});
