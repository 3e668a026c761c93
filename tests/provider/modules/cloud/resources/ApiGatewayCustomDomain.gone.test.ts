/** Custom domains that are deleted between two requests of a read. See docs/modules/cloud.md#write-retries. */
import { setupOf, errorMessageOf } from "./setup";

const gone = ["ResourceNotFound.InvalidService", "FailedOperation.ServiceNotExist", "FailedOperation.DomainNotBindService"];

function emulatorFixture() {
  const held = setupOf("ApiGatewayCustomDomain");
  const own = { isDefaultMapping: false, pathMappings: ["/good#test"] };
  const defaultDomain = String(held.callAction("DescribeService", { ServiceId: held.serviceId })["OuterSubDomain"]);
  const program = { serviceId: held.serviceId, subDomain: "api.example.com", protocol: "http", netType: "OUTER", defaultDomain, ...own };
  return { ...held, program, id: `${held.serviceId}#api.example.com` };
}

test.each(gone)("%s for its mappings means that it is deleted", async (code) => {
  const { stack, refuse, program } = emulatorFixture();
  await stack.up(program);
  refuse("DescribeServiceSubDomainMappings", code);
  expect(await stack.refresh()).toEqual(["gone"]);
});

test("without its service there is nothing to import", async () => {
  const { stack, refuse, program, id } = emulatorFixture();
  await stack.up(program);
  refuse("DescribeService", "ResourceNotFound.InvalidService");
  expect(await errorMessageOf(stack.import(id))).toBe("nothing to import");
});

test("another code is a failure", async () => {
  const { stack, refuse, program } = emulatorFixture();
  await stack.up(program);
  refuse("DescribeServiceSubDomainMappings", "ResourceNotFound");
  expect(await errorMessageOf(stack.refresh())).toContain("ResourceNotFound");
});
