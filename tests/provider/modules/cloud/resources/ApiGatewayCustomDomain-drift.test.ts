/** Custom domains: changes by another writer, and import. See docs/modules/cloud.md#custom-domains. */
import { emulatorFixture, domainOf, mappings } from "./domain-setup";
import { errorMessageOf } from "./setup";

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
