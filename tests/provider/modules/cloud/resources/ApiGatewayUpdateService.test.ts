/** The switch of an environment to another version. See docs/modules/cloud.md#service-updates. */
import { setupOf, errorMessageOf } from "./setup";

test("it cannot be imported, and the message has a remedy", async () => {
  const { stack, serviceId, actions } = setupOf("ApiGatewayUpdateService");
  expect(await errorMessageOf(stack.import(serviceId))).toMatch(
    /^Import failed: quartet:cloud:ApiGatewayUpdateService .*Let the program create it/,
  );
  expect(actions()).toEqual([]);
});
