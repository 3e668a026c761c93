/** Custom domains that are deleted between two requests of a read. See docs/modules/cloud.md#write-retries. */
import { setupOf, errorMessageOf } from "./setup";

const gone = ["ResourceNotFound.InvalidService", "FailedOperation.ServiceNotExist", "FailedOperation.DomainNotBindService"];

function emulatorFixture() {
  const fixture = setupOf("ApiGatewayCustomDomain");
  const own = { isDefaultMapping: false, pathMappings: ["/good#test"] };
  const defaultDomain = String(fixture.callAction("DescribeService", { ServiceId: fixture.serviceId })["OuterSubDomain"]);
  const program = { serviceId: fixture.serviceId, subDomain: "api.example.com", protocol: "http", netType: "OUTER", defaultDomain, ...own };
  return { ...fixture, program, id: `${fixture.serviceId}#api.example.com` };
}

test.each(gone)("%s for its mappings means that it is deleted", async (code) => {
  const { stack, rejectAction, program } = emulatorFixture();
  await stack.up(program);
  rejectAction("DescribeServiceSubDomainMappings", code);
  expect(await stack.refresh()).toEqual(["gone"]);
});

test("without its service there is nothing to import", async () => {
  const { stack, rejectAction, program, id } = emulatorFixture();
  await stack.up(program);
  rejectAction("DescribeService", "ResourceNotFound.InvalidService");
  expect(await errorMessageOf(stack.import(id))).toBe("nothing to import");
});

test("another code is a failure", async () => {
  const { stack, rejectAction, program } = emulatorFixture();
  await stack.up(program);
  rejectAction("DescribeServiceSubDomainMappings", "ResourceNotFound");
  expect(await errorMessageOf(stack.refresh())).toContain("ResourceNotFound");
});
