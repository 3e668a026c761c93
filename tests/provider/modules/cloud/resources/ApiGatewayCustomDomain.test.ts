/** Custom domains of a service. See docs/modules/cloud.md#custom-domains and docs/modules/cloud.md#write-retries. */
import { emulatorFixture, domainOf, mappings } from "./domain-setup";
import { errorMessageOf } from "./setup";

describe("create", () => {
  test("required inputs only: defaults are sent, the mappings of the default are not adopted", async () => {
    const { stack, actions, sent, program, serviceId, id } = emulatorFixture();
    expect(await stack.up(program)).toBe("create");
    const readAction = "DescribeServiceSubDomains";
    expect(actions()).toEqual([readAction, "BindSubDomain", readAction, "DescribeServiceSubDomainMappings"]);
    expect(sent("BindSubDomain")).toEqual({
      ServiceId: serviceId,
      SubDomain: "api.example.com",
      Protocol: "http",
      NetType: "OUTER",
      NetSubDomain: program.defaultDomain,
      IsDefaultMapping: true,
      IsForcedHttps: false,
    });
    expect(sent(readAction)).toEqual({ ServiceId: serviceId, Limit: 100, Offset: 0 });
    expect(sent("DescribeServiceSubDomainMappings")).toEqual({ ServiceId: serviceId, SubDomain: "api.example.com" });
    expect(stack.stored!.id).toBe(id);
    const defaults = { isDefaultMapping: true, isForcedHttps: false };
    expect(stack.outputs).toEqual({ ...program, ...defaults, apiGatewayCustomDomainId: id, status: 1 });
    expect(await stack.up(program)).toBe("same");
    expect(await stack.refresh()).toEqual([]);
  });

  test("an empty list of mappings is absent; the domain is case-insensitive", async () => {
    const { stack, sent, program } = emulatorFixture();
    const shouted = { ...program, subDomain: "API.Example.com", pathMappings: [] };
    await stack.up(shouted);
    expect(sent("BindSubDomain")).not.toHaveProperty("PathMappingSet");
    expect(await stack.refresh()).toEqual([]);
    expect(await stack.up(shouted)).toBe("same");
    expect(await stack.up(program)).toBe("same");
    await stack.destroy();
  });
});

describe("changes by another writer", () => {
  test("drift is reported and reverted", async () => {
    const fixture = emulatorFixture();
    const { stack, program } = fixture;
    await stack.up(program);
    const other = { protocol: "http&https", certificateId: "cOther", netType: "INNER", isDefaultMapping: false, isForcedHttps: true };
    Object.assign(domainOf(fixture), { ...other, mappings: [mappings[0]], status: 0 });
    expect((await stack.refresh()).sort()).toEqual(["isDefaultMapping", "isForcedHttps", "netType", "protocol"]);
    expect(stack.outputs).toMatchObject({ status: 0, certificateId: "cOther", pathMappings: ["/good#test"] });
    expect(await stack.up(program)).toBe("update");
    expect(domainOf(fixture)).toMatchObject({
      protocol: "http",
      netType: "OUTER",
      isDefaultMapping: true,
      isForcedHttps: false,
      mappings: [],
    });
    expect(await stack.refresh()).toEqual([]);
  });

  test("a mapping without a path is an error", async () => {
    const fixture = emulatorFixture();
    const { stack, full } = fixture;
    await stack.up(full);
    const Result = { IsDefaultMapping: false, PathMappingSet: [...mappings, { Path: null, Environment: "test" }] };
    fixture.override = ({ action }) => (action === "DescribeServiceSubDomainMappings" ? { Result } : undefined);
    expect(await errorMessageOf(stack.refresh())).toContain("ClientError.UnexpectedResponse");
  });
});

describe("import", () => {
  test("with required inputs only, in either network: the default domain is that of the service", async () => {
    const { stack, callAction, program, id } = emulatorFixture();
    const defaultDomain = String(callAction("DescribeService", { ServiceId: program.serviceId })["InternalSubDomain"]);
    expect(defaultDomain).not.toBe(program.defaultDomain);
    for (const given of [program, { ...program, netType: "INNER", defaultDomain }]) {
      await stack.up(given);
      await stack.import(id);
      expect(stack.inputs).toEqual(given);
      expect(await stack.up(given)).toBe("same");
      await stack.destroy();
    }
  });

  test("of a missing object, and by an invalid ID", async () => {
    const { stack, id } = emulatorFixture();
    expect(await errorMessageOf(stack.import(id))).toBe("nothing to import");
    expect(await errorMessageOf(stack.import("api.example.com"))).toContain("expected <serviceId>#<subDomain>, for example");
  });
});

describe("a domain that is deleted between two requests of a read", () => {
  test.each(["ResourceNotFound.InvalidService", "FailedOperation.ServiceNotExist", "FailedOperation.DomainNotBindService"])(
    "%s for its mappings means that it is deleted",
    async (code) => {
      const { stack, rejectAction, full } = emulatorFixture();
      await stack.up(full);
      rejectAction("DescribeServiceSubDomainMappings", code);
      expect(await stack.refresh()).toEqual(["gone"]);
    },
  );

  test("without its service there is nothing to import", async () => {
    const { stack, rejectAction, full, id } = emulatorFixture();
    await stack.up(full);
    rejectAction("DescribeService", "ResourceNotFound.InvalidService");
    expect(await errorMessageOf(stack.import(id))).toBe("nothing to import");
  });

  test("another code is a failure", async () => {
    const { stack, rejectAction, full } = emulatorFixture();
    await stack.up(full);
    rejectAction("DescribeServiceSubDomainMappings", "ResourceNotFound");
    expect(await errorMessageOf(stack.refresh())).toContain("ResourceNotFound");
  });
});
