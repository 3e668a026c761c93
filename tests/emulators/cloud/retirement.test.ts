/** The mode "retired": every action of the API gateway is rejected, the state and the other services stay. */
import { callerOf, rejection } from "./caller";
import { createCloudEmulator } from "./index";
import { retiredCodes } from "./retirement";

test.each(retiredCodes)("%s: reads and writes of the gateway are rejected, the others are not", (code) => {
  const emulator = createCloudEmulator();
  const callAction = callerOf(emulator);
  const { Result: plan } = callAction("apigateway/CreateUsagePlan", { UsagePlanName: "gold" });
  const id = (plan as { UsagePlanId: string }).UsagePlanId;
  emulator.retire(code);
  for (const action of ["DescribeUsagePlan", "DeleteUsagePlan"])
    expect(callAction(`apigateway/${action}`, { UsagePlanId: id })).toEqual(rejection(code));
  expect(callAction("apigateway/DescribeServicesStatus")).toEqual(rejection(code));
  expect(callAction("vpc/DescribeAddressTemplates")).toHaveProperty("AddressTemplateSet");
  expect(emulator.gateway.plans.size).toBe(1);
  emulator.retire(undefined);
  expect(callAction("apigateway/DescribeUsagePlan", { UsagePlanId: id })).toHaveProperty("Result");
});

test("an action that never existed is rejected as before", () => {
  const emulator = createCloudEmulator();
  emulator.retire("ActionOffline");
  expect(callerOf(emulator)("apigateway/DescribeNothing")).toEqual(rejection("InvalidAction"));
});
