/** Custom domains of a service. See docs/modules/cloud.md#custom-domains. */
import { emulatorFixture, mappings } from "./domain-setup";

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

  test("all inputs: mappings keep the order of the program", async () => {
    const { stack, sent, full, id } = emulatorFixture();
    expect(await stack.up({ ...full, isForcedHttps: true })).toBe("create");
    expect(sent("BindSubDomain")).toMatchObject({
      CertificateId: "c9Xk2m4Q",
      PathMappingSet: mappings,
      IsDefaultMapping: false,
      IsForcedHttps: true,
    });
    expect(stack.outputs).toEqual({ ...full, isForcedHttps: true, apiGatewayCustomDomainId: id, status: 1 });
    expect(await stack.refresh()).toEqual([]);
    expect(await stack.up({ ...full, isForcedHttps: true })).toBe("same");
    expect(await stack.up({ ...full, isForcedHttps: true, pathMappings: ["/root#release", "/good#test"] })).toBe("same");
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

  test("waits until the domain is visible", async () => {
    const fixture = emulatorFixture();
    let looks = 0;
    fixture.override = ({ action }) =>
      action === "DescribeServiceSubDomains" && ++looks === 2 ? { Result: { DomainSet: null, TotalCount: 0 } } : undefined;
    expect(await fixture.stack.up(fixture.program)).toBe("create");
    expect(looks).toBe(3);
  });

  test("reads its own among two domains of the service", async () => {
    const { stack, callAction, program } = emulatorFixture();
    const first = { SubDomain: "other.example.com", Protocol: "http", NetType: "OUTER", IsDefaultMapping: true };
    callAction("BindSubDomain", { ServiceId: program.serviceId, NetSubDomain: program.defaultDomain, ...first });
    await stack.up(program);
    expect(stack.outputs["subDomain"]).toBe("api.example.com");
    expect(await stack.refresh()).toEqual([]);
  });
});

describe("change", () => {
  test.each([
    [{ protocol: "http&https" }, { Protocol: "http&https" }],
    [{ netType: "INNER" }, { NetType: "INNER" }],
    [{ certificateId: "cOther" }, { CertificateId: "cOther" }],
    [{ isForcedHttps: true }, { IsForcedHttps: true }],
    [{ pathMappings: ["/good#prepub"] }, { PathMappingSet: [{ Path: "/good", Environment: "prepub" }] }],
    [{ isDefaultMapping: true }, { IsDefaultMapping: true }],
    [
      { isDefaultMapping: undefined, pathMappings: undefined },
      { IsDefaultMapping: true, PathMappingSet: [] },
    ],
  ])("%j in place, with all the settings", async (other, sent) => {
    const fixture = emulatorFixture();
    const { stack, actions, full, serviceId } = fixture;
    await stack.up(full);
    actions();
    const next = { ...full, ...other };
    expect(await stack.up(next)).toBe("update");
    expect(actions()).toContain("ModifySubDomain");
    expect(fixture.sent("ModifySubDomain")).toEqual({
      ServiceId: serviceId,
      SubDomain: "api.example.com",
      Protocol: "https",
      NetType: "OUTER",
      CertificateId: "c9Xk2m4Q",
      IsDefaultMapping: false,
      IsForcedHttps: false,
      PathMappingSet: mappings,
      ...sent,
    });
    expect(await stack.refresh()).toEqual([]);
    expect(await stack.up(next)).toBe("same");
  });
});
