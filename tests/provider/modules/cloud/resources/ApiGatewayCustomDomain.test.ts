/** Custom domains of a service. See docs/modules/cloud.md#custom-domains. */
import { staged, wordsOf, type Staged } from "./stage";

const kind = "ApiGatewayCustomDomain";
const mappings = [
  { Path: "/good", Environment: "test" },
  { Path: "/root", Environment: "release" },
];

interface Held extends Staged {
  /** The least that a program says. */
  program: { serviceId: string; subDomain: string; protocol: string; netType: string; defaultDomain: string };
  /** With own mappings and a certificate. */
  full: Record<string, unknown>;
  id: string;
}

function bench(): Held {
  const held = staged(kind);
  const { serviceId } = held;
  const defaultDomain = String(held.ask("DescribeService", { ServiceId: serviceId })["OuterSubDomain"]);
  const program = { serviceId, subDomain: "api.example.com", protocol: "http", netType: "OUTER", defaultDomain };
  const own = { protocol: "https", certificateId: "c9Xk2m4Q", isDefaultMapping: false, pathMappings: ["/good#test", "/root#release"] };
  return Object.assign(held, { program, full: { ...program, ...own }, id: `${serviceId}#api.example.com` });
}

const domainOf = ({ emulator }: Held): object => emulator.world.domains.get("api.example.com")!;

describe("create", () => {
  test("required inputs only: defaults are sent, the mappings of the default are not adopted", async () => {
    const { stack, actions, sent, program, serviceId, id } = bench();
    expect(await stack.up(program)).toBe("create");
    const look = "DescribeServiceSubDomains";
    expect(actions()).toEqual(["BindSubDomain", look, look, "DescribeServiceSubDomainMappings"]);
    expect(sent("BindSubDomain")).toEqual({
      ServiceId: serviceId,
      SubDomain: "api.example.com",
      Protocol: "http",
      NetType: "OUTER",
      NetSubDomain: program.defaultDomain,
      IsDefaultMapping: true,
      IsForcedHttps: false,
    });
    expect(sent(look)).toEqual({ ServiceId: serviceId, Limit: 100, Offset: 0 });
    expect(sent("DescribeServiceSubDomainMappings")).toEqual({ ServiceId: serviceId, SubDomain: "api.example.com" });
    expect(stack.kept!.id).toBe(id);
    const defaults = { isDefaultMapping: true, isForcedHttps: false };
    expect(stack.outputs).toEqual({ ...program, ...defaults, apiGatewayCustomDomainId: id, status: 1 });
    expect(await stack.up(program)).toBe("same");
    expect(await stack.refresh()).toEqual([]);
  });

  test("all inputs: mappings keep the order of the program", async () => {
    const { stack, sent, full, id } = bench();
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
    const { stack, sent, program } = bench();
    const shouted = { ...program, subDomain: "API.Example.com", pathMappings: [] };
    await stack.up(shouted);
    expect(sent("BindSubDomain")).not.toHaveProperty("PathMappingSet");
    expect(await stack.refresh()).toEqual([]);
    expect(await stack.up(shouted)).toBe("same");
    expect(await stack.up(program)).toBe("same");
    await stack.destroy();
  });

  test("waits until the domain is visible", async () => {
    const held = bench();
    let looks = 0;
    held.instead = ({ action }) => (action === "DescribeServiceSubDomains" && ++looks === 1 ? { Result: { DomainSet: null } } : undefined);
    expect(await held.stack.up(held.program)).toBe("create");
    expect(looks).toBe(3);
  });

  test("reads its own among two domains of the service", async () => {
    const { stack, ask, program } = bench();
    const first = { SubDomain: "other.example.com", Protocol: "http", NetType: "OUTER", IsDefaultMapping: true };
    ask("BindSubDomain", { ServiceId: program.serviceId, NetSubDomain: program.defaultDomain, ...first });
    await stack.up(program);
    expect(stack.outputs["subDomain"]).toBe("api.example.com");
    expect(await stack.refresh()).toEqual([]);
  });

  test.each(["DescribeServiceSubDomains", "DescribeServiceSubDomainMappings"])(
    "partial create: the ID is kept when %s fails",
    async (action) => {
      const held = bench();
      const { stack, refuse, recover, program, emulator, id } = held;
      refuse(action, "FailedOperation.ServiceError");
      expect(await wordsOf(stack.up(program))).toContain(`${action} failed`);
      const defaults = { isDefaultMapping: true, isForcedHttps: false };
      expect(stack.outputs).toEqual({ ...program, ...defaults, apiGatewayCustomDomainId: id, status: 0 });
      recover();
      expect(await stack.up(program)).toBe("update");
      expect(stack.outputs).toMatchObject({ status: 1 });
      expect(emulator.world.domains.size).toBe(1);
    },
  );

  test.each([true, false])("a lost response is repeated; an applied one (%s) is adopted", async (carriedOut) => {
    const { stack, lose, actions, program, id } = bench();
    lose("BindSubDomain", carriedOut, 1);
    expect(await stack.up(program)).toBe("create");
    expect(stack.kept!.id).toBe(id);
    expect(actions().filter((action) => action === "BindSubDomain")).toHaveLength(2);
  });

  test("an existing domain is not changed, and the error has the import command", async () => {
    const { stack, program, id } = bench();
    await stack.up(program);
    stack.kept = undefined;
    expect(await wordsOf(stack.up(program))).toMatch(/DomainAlreadyBindService[^]*Import it with the ID/);
    expect(stack.kept).toBeUndefined();
    await stack.import(id);
  });

  test.each([
    "FailedOperation.DomainResolveError",
    "FailedOperation.DomainNeedBeian",
    "FailedOperation.CertificateIdExpired",
    "FailedOperation.CertificateIdUnderVerify",
    "LimitExceeded.ExceededDefineMappingLimit",
    "LimitExceeded.ExceededDomainLimit",
  ])("%s fails", async (code) => {
    const { stack, refuse, actions, program } = bench();
    refuse("BindSubDomain", code);
    expect(await wordsOf(stack.up(program))).toContain(code);
    expect(actions()).toEqual(["BindSubDomain"]);
    expect(stack.kept).toBeUndefined();
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
    const held = bench();
    const { stack, actions, full, serviceId } = held;
    await stack.up(full);
    actions();
    const next = { ...full, ...other };
    expect(await stack.up(next)).toBe("update");
    expect(actions()).toContain("ModifySubDomain");
    expect(held.sent("ModifySubDomain")).toEqual({
      ...{ ServiceId: serviceId, SubDomain: "api.example.com", Protocol: "https", NetType: "OUTER", CertificateId: "c9Xk2m4Q" },
      ...{ IsDefaultMapping: false, IsForcedHttps: false, PathMappingSet: mappings },
      ...sent,
    });
    expect(await stack.refresh()).toEqual([]);
    expect(await stack.up(next)).toBe("same");
  });

  test("a removed certificate and removed mappings stay unchanged", async () => {
    const { stack, full, actions } = bench();
    await stack.up({ ...full, isDefaultMapping: true });
    actions();
    expect(await stack.up({ ...full, isDefaultMapping: true, certificateId: undefined, pathMappings: undefined })).toBe("same");
    expect(actions()).toEqual([]);
  });

  test.each(["serviceId", "subDomain", "defaultDomain"])("of %s replaces", async (key) => {
    const { stack, program } = bench();
    await stack.up(program);
    expect(await stack.preview({ ...program, [key]: "other.example.com" })).toEqual([`${key}!`]);
  });

  test("a replacement is created after the old one is deleted", async () => {
    const { stack, actions, program, emulator } = bench();
    await stack.up(program);
    actions();
    expect(await stack.up({ ...program, subDomain: "new.example.com" })).toBe("delete first");
    expect(actions().slice(0, 2)).toEqual(["UnBindSubDomain", "BindSubDomain"]);
    expect(emulator.world.domains.names()).toEqual(["new.example.com"]);
  });

  test("a rejected change leaves the state unchanged", async () => {
    const { stack, refuse, recover, program, full } = bench();
    await stack.up(program);
    refuse("ModifySubDomain", "FailedOperation.CertificateIdError");
    expect(await wordsOf(stack.up(full))).toContain("CertificateIdError");
    expect(stack.outputs).toMatchObject({ ...program, isDefaultMapping: true });
    recover();
    expect(await stack.up(full)).toBe("update");
    expect(stack.outputs).toMatchObject(full);
  });
});

describe("changes by another writer", () => {
  test("drift is reported and reverted", async () => {
    const held = bench();
    const { stack, program } = held;
    await stack.up(program);
    const other = { protocol: "http&https", certificateId: "cOther", netType: "INNER", isDefaultMapping: false, isForcedHttps: true };
    Object.assign(domainOf(held), { ...other, mappings: [mappings[0]], status: 0 });
    expect((await stack.refresh()).sort()).toEqual(["isDefaultMapping", "isForcedHttps", "netType", "protocol"]);
    expect(stack.outputs).toMatchObject({ status: 0, certificateId: "cOther", pathMappings: ["/good#test"] });
    expect(await stack.up(program)).toBe("update");
    expect(domainOf(held)).toMatchObject({
      protocol: "http",
      netType: "OUTER",
      isDefaultMapping: true,
      isForcedHttps: false,
      mappings: [],
    });
    expect(await stack.refresh()).toEqual([]);
  });

  test("other mappings are drift", async () => {
    const held = bench();
    const { stack, full } = held;
    await stack.up(full);
    Object.assign(domainOf(held), { mappings: [mappings[1]] });
    expect(await stack.refresh()).not.toEqual([]);
    expect(stack.inputs["pathMappings"]).toEqual(["/root#release"]);
    expect(await stack.up(full)).toBe("update");
    expect(domainOf(held)).toMatchObject({ mappings });
  });

  test("a mapping without a path is ignored", async () => {
    const held = bench();
    const { stack, full } = held;
    await stack.up(full);
    const Result = { IsDefaultMapping: false, PathMappingSet: [...mappings, { Path: null, Environment: "test" }] };
    held.instead = ({ action }) => (action === "DescribeServiceSubDomainMappings" ? { Result } : undefined);
    expect(await stack.refresh()).toEqual([]);
  });

  test.each(["domains", "services"] as const)("without its entry in %s it is deleted, and its delete succeeds", async (store) => {
    const { stack, emulator, program } = bench();
    await stack.up(program);
    const kept = stack.kept!;
    emulator.world[store].clear();
    expect(await wordsOf(stack.up({ ...program, protocol: "https" }))).toContain("Run `pulumi refresh`");
    expect(await stack.refresh()).toEqual(["gone"]);
    stack.kept = kept;
    await stack.destroy();
  });

  test.each(["FailedOperation.ServiceNotExist", "FailedOperation.DomainNotBindService", "FailedOperation.ServiceError"])(
    "%s of a delete",
    async (code) => {
      const { stack, refuse, program } = bench();
      await stack.up(program);
      refuse("UnBindSubDomain", code);
      const words = await wordsOf(stack.destroy());
      expect(words).toEqual(code === "FailedOperation.ServiceError" ? expect.stringContaining(code) : "it succeeded");
    },
  );
});

describe("import", () => {
  test("with all inputs", async () => {
    const { stack, full, id } = bench();
    await stack.up(full);
    await stack.import(id);
    expect(stack.inputs).toEqual({ ...full, pathMappings: ["/root#release", "/good#test"] });
    expect(await stack.up(full)).toBe("same");
  });

  test("with required inputs only, in either network: the default domain is that of the service", async () => {
    const { stack, ask, program, id } = bench();
    const defaultDomain = String(ask("DescribeService", { ServiceId: program.serviceId })["InternalSubDomain"]);
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
    const { stack, id } = bench();
    expect(await wordsOf(stack.import(id))).toBe("nothing to import");
    expect(await wordsOf(stack.import("api.example.com"))).toContain("expected <serviceId>#<subDomain>, for example");
  });
});
