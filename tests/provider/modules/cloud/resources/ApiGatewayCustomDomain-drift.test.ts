/** Custom domains: changes by another writer, and import. See docs/modules/cloud.md#custom-domains. */
import { emulatorFixture, mappings } from "./domain-setup";
import { errorMessageOf } from "./setup";

describe("changes by another writer", () => {
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
  test("with all inputs", async () => {
    const { stack, full, id } = emulatorFixture();
    await stack.up(full);
    await stack.import(id);
    expect(stack.inputs).toEqual({ ...full, pathMappings: ["/root#release", "/good#test"] });
    expect(await stack.up(full)).toBe("same");
  });

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
});
