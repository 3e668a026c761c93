/** Custom domains in the emulator. */
import type { JsonObject } from "../../exchange";
import { rejection } from "../caller";
import type { Setup } from "./setup";
import { createSetup } from "./setup";

let setup: Setup;
let key: JsonObject;
let good: JsonObject;

beforeEach(() => {
  setup = createSetup();
  key = { ServiceId: setup.serviceId, SubDomain: "api.example.com" };
  const { OuterSubDomain } = setup.call("DescribeService", { ServiceId: setup.serviceId });
  good = { ...key, Protocol: "http", NetType: "OUTER", IsDefaultMapping: true, NetSubDomain: OuterSubDomain ?? null };
});

const bind = (more: JsonObject = {}): JsonObject => setup.call("BindSubDomain", { ...good, ...more });
const listed = (params: JsonObject = {}): JsonObject =>
  setup.result("DescribeServiceSubDomains", { ServiceId: setup.serviceId, ...params });
const mappings = (): JsonObject => setup.result("DescribeServiceSubDomainMappings", key);
const own = (...paths: [string, string][]): JsonObject => ({
  IsDefaultMapping: false,
  PathMappingSet: paths.map(([Path, Environment]) => ({ Path, Environment })),
});

describe("binding a domain", () => {
  it("returns a request ID only, and lists the domain", () => {
    expect(bind({ Protocol: "https", CertificateId: "c9Xk2m4Q", ...own(["/good", "test"], ["/root", "release"]) })).toEqual({});
    const shown = { DomainName: "api.example.com", Status: 1, CertificateId: "c9Xk2m4Q", IsDefaultMapping: false, Protocol: "https" };
    const row = { ...shown, NetType: "OUTER", IsForcedHttps: false, RegistrationStatus: true };
    expect(listed()).toEqual({ TotalCount: 1, DomainSet: [row] });
    const given = [
      { Path: "/root", Environment: "release" },
      { Path: "/good", Environment: "test" },
    ];
    expect(mappings()).toEqual({ IsDefaultMapping: false, PathMappingSet: given });
  });

  it("shows the default mappings of a domain without own ones", () => {
    bind();
    const standard = ["test", "prepub", "release"].map((name) => ({ Path: `/${name}`, Environment: name }));
    expect(mappings()).toEqual({ IsDefaultMapping: true, PathMappingSet: standard });
  });

  it("is delayed", () => {
    setup.gateway.delays.visible = 1500;
    bind();
    expect(listed().TotalCount).toBe(0);
    setup.pass(1500);
    expect(listed().TotalCount).toBe(1);
  });

  const four = [
    ["/a", "test"],
    ["/b", "test"],
    ["/c", "test"],
    ["/d", "test"],
  ] as [string, string][];

  it.each<[JsonObject, string]>([
    [{ SubDomain: "example" }, "FailedOperation.SubDomainFormatError"],
    [{ SubDomain: "-api.example.com" }, "FailedOperation.SubDomainFormatError"],
    [{ Protocol: "ftp" }, "InvalidParameterValue.InvalidProcotol"],
    [{ NetType: "BOTH" }, "InvalidParameter.FormatError"],
    [{ NetType: "INNER" }, "FailedOperation.NetSubDomainError"],
    [{ NetSubDomain: "other.example.com" }, "FailedOperation.NetSubDomainError"],
    [{ NetSubDomain: null }, "MissingParameter"],
    [{ IsForcedHttps: true }, "UnsupportedOperation.ForceHttps"],
    [{ Protocol: "http&https" }, "FailedOperation.CertificateIsNull"],
    [{ IsDefaultMapping: false }, "FailedOperation.DefineMappingNotNull"],
    [own(["good", "test"]), "FailedOperation.DefineMappingPathError"],
    [own(["/good", "live"]), "FailedOperation.DefineMappingEnvironmentError"],
    [own(["/good", "test"], ["/good", "release"]), "FailedOperation.DefineMappingParamRepeat"],
    [own(...four), "LimitExceeded.ExceededDefineMappingLimit"],
    [{ PathMappingSet: [] }, "InvalidParameterValue"],
    [{ ServiceId: "service-00000000" }, "ResourceNotFound.InvalidService"],
  ])("with %p is rejected", (wrong, code) => {
    expect(bind(wrong)).toEqual(rejection(code));
    expect(listed().TotalCount).toBe(0);
  });

  it("needs the address, the filing and the certificate", () => {
    setup.gateway.rejectedDomains.set("api.example.com", "FailedOperation.DomainResolveError");
    expect(bind()).toEqual(rejection("FailedOperation.DomainResolveError"));
    setup.gateway.rejectedDomains.clear();
    setup.gateway.rejectedCertificates.set("old", "FailedOperation.CertificateIdExpired");
    expect(bind({ Protocol: "https", CertificateId: "old" })).toEqual(rejection("FailedOperation.CertificateIdExpired"));
    expect(bind({ Protocol: "https", CertificateId: "new" })).toEqual({});
  });

  it("is done once, for one service", () => {
    bind();
    expect(bind()).toEqual(rejection("FailedOperation.DomainAlreadyBindService"));
    const { ServiceId, OuterSubDomain } = setup.call("CreateService", { ServiceName: "other", Protocol: "http", NetTypes: ["OUTER"] });
    const there = { ServiceId: ServiceId ?? null, NetSubDomain: OuterSubDomain ?? null };
    expect(bind(there)).toEqual(rejection("FailedOperation.DomainAlreadyBindOtherService"));
    setup.result("UnBindSubDomain", key);
    expect(bind(there)).toEqual({});
    setup.call("DeleteService", { ServiceId: ServiceId ?? null });
    expect(bind()).toEqual({});
  });

  it("stops at five domains", () => {
    for (const name of ["a", "b", "c", "d", "e"]) expect(bind({ SubDomain: `${name}.example.com` })).toEqual({});
    expect(bind()).toEqual(rejection("LimitExceeded.ExceededDomainLimit"));
    expect(listed({ Limit: 2, Offset: 4 })).toMatchObject({ TotalCount: 5, DomainSet: [{ DomainName: "e.example.com" }] });
  });

  it("waits while the service is in operation", () => {
    setup.gateway.delays.busy = 1000;
    bind();
    expect(bind({ SubDomain: "b.example.com" })).toEqual(rejection("FailedOperation.ServiceInOperation"));
  });
});

describe("a bound domain", () => {
  beforeEach(() => void bind({ Protocol: "https", CertificateId: "c9Xk2m4Q", ...own(["/good", "test"]) }));

  const modify = (more: JsonObject): JsonObject => setup.call("ModifySubDomain", { ...key, IsDefaultMapping: false, ...more });

  it("changes only what is sent", () => {
    expect(modify({ Protocol: "http&https", IsForcedHttps: true, ...own(["/other", "release"]) })).toEqual({ Result: true });
    expect(listed().DomainSet).toMatchObject([
      { Protocol: "http&https", IsForcedHttps: true, CertificateId: "c9Xk2m4Q", NetType: "OUTER" },
    ]);
    expect(modify({ CertificateId: "other" })).toEqual({ Result: true });
    expect(mappings().PathMappingSet).toEqual([{ Path: "/other", Environment: "release" }]);
    expect(modify({ IsDefaultMapping: true, PathMappingSet: [] })).toEqual({ Result: true });
    expect(mappings()).toMatchObject({ IsDefaultMapping: true, PathMappingSet: [{ Path: "/test" }, {}, {}] });
  });

  it.each<[JsonObject, string]>([
    [{ Protocol: "ftp" }, "FailedOperation.UnknownProtocolTypeError"],
    [{ CertificateId: "" }, "FailedOperation.CertificateIdBindError"],
    [{ PathMappingSet: [] }, "FailedOperation.SetCustomPathMappingError"],
    [own(["good", "test"]), "FailedOperation.PathMappingSetError"],
    [{ Protocol: "http", IsForcedHttps: true }, "UnsupportedOperation.ForceHttps"],
    [{ SubDomain: "b.example.com" }, "FailedOperation.ServiceError"],
    [{ SubDomain: "b" }, "FailedOperation.SubDomainFormatError"],
    [{ ServiceId: "service-00000000" }, "ResourceNotFound.InvalidService"],
    [{ NetSubDomain: "x.example.com" }, "UnknownParameter"],
    [{ IsDefaultMapping: null }, "MissingParameter"],
  ])("is not changed with %p", (wrong, code) => {
    const before = [listed(), mappings()];
    expect(modify(wrong)).toEqual(rejection(code));
    expect([listed(), mappings()]).toEqual(before);
  });

  it("is unbound once", () => {
    expect(setup.result("UnBindSubDomain", key)).toBe(true);
    expect(setup.call("UnBindSubDomain", key)).toEqual(rejection("FailedOperation.DomainNotBindService"));
    expect(setup.call("DescribeServiceSubDomainMappings", key)).toEqual(rejection("FailedOperation.ServiceError"));
    const nowhere = { ...key, ServiceId: "service-00000000" };
    expect(setup.call("UnBindSubDomain", nowhere)).toEqual(rejection("ResourceNotFound.InvalidService"));
    expect(setup.call("DescribeServiceSubDomainMappings", nowhere)).toEqual(rejection("FailedOperation.ServiceNotExist"));
    expect(setup.call("DescribeServiceSubDomains", { ServiceId: "service-00000000" })).toEqual(
      rejection("ResourceNotFound.InvalidService"),
    );
  });
});
