/** Custom domains of a service. See docs/modules/cloud.md#custom-domains and docs/modules/cloud.md#write-retries. */
import { created, expectNoDrift, expectSettled } from "./setup";

/** Inputs without mappings: those of the default mapping belong to the service. */
const plain = { isDefaultMapping: undefined, pathMappings: undefined };

test("an empty list of mappings is absent; the domain is case-insensitive", async () => {
  const { stack, program } = await created("domain", { ...plain, subDomain: "API.Example.com", pathMappings: [] });
  await expectNoDrift(stack);
  expect(await stack.up({ ...program, subDomain: "api.example.com", pathMappings: undefined })).toBe("same");
});

test("an empty certificate removes the former one", async () => {
  const { stack, program } = await created("domain", { ...plain, protocol: "https", certificateId: "c9Xk2m4Q" });
  const without = { ...program, protocol: "http", certificateId: "" };
  expect(await stack.up(without)).toBe("update");
  await expectSettled(stack, without);
});

test("an import takes the default domain of its network", async () => {
  const { stack, callAction, program, prerequisites, id } = await created("domain", plain);
  const inner = String(callAction("DescribeService", { ServiceId: prerequisites.serviceId })["InternalSubDomain"]);
  for (const given of [program, { ...program, netType: "INNER", defaultDomain: inner }]) {
    await stack.up(given);
    await stack.import(id);
    expect(stack.inputs["defaultDomain"]).toBe(given["defaultDomain"]);
    expect(await stack.up(given)).toBe("same");
    await stack.destroy();
  }
});

test("a domain whose mappings or service are deleted during a read is deleted; a mapping without a path is an error", async () => {
  const { stack, respond, rejectAction, id } = await created("domain");
  const stored = stack.stored!;
  for (const row of [{ Path: null, Environment: "test" }, null]) {
    const PathMappingSet = [{ Path: "/good", Environment: "test" }, row];
    respond("DescribeServiceSubDomainMappings", { Result: { IsDefaultMapping: false, PathMappingSet } });
    await expect(stack.refresh()).rejects.toThrow("ClientError.UnexpectedResponse");
  }
  rejectAction("DescribeServiceSubDomainMappings", "ResourceNotFound");
  await expect(stack.refresh()).rejects.toThrow("ResourceNotFound");
  rejectAction("DescribeServiceSubDomainMappings", "FailedOperation.DomainNotBindService");
  expect(await stack.refresh()).toEqual(["gone"]);
  stack.stored = stored;
  rejectAction("DescribeService", "ResourceNotFound.InvalidService");
  await expect(stack.import(id)).rejects.toThrow("nothing to import");
});
