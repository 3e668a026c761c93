/** Custom domains of a service. See docs/modules/cloud.md#custom-domains. */
import { emulatorFixture } from "./domain-setup";

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
