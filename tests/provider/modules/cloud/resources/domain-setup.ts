// Fixtures for the tests of custom domains: a stack of one domain with a service. See docs/modules/cloud.md#custom-domains.
import { setupOf, type Setup } from "./setup";

/** The resource. */
export const kind = "ApiGatewayCustomDomain";
/** The mappings of {@link Held.full}. */
export const mappings = [
  { Path: "/good", Environment: "test" },
  { Path: "/root", Environment: "release" },
];

/** A stack of one domain with a service. */
export interface DomainSetup extends Setup {
  /** Minimal inputs. */
  program: { serviceId: string; subDomain: string; protocol: string; netType: string; defaultDomain: string };
  /** Inputs with mappings and a certificate. */
  full: Record<string, unknown>;
  id: string;
}

/** Opens a stack without a domain. */
export function emulatorFixture(): DomainSetup {
  const fixture = setupOf(kind);
  const { serviceId } = fixture;
  const defaultDomain = String(fixture.callAction("DescribeService", { ServiceId: serviceId })["OuterSubDomain"]);
  const program = { serviceId, subDomain: "api.example.com", protocol: "http", netType: "OUTER", defaultDomain };
  const own = { protocol: "https", certificateId: "c9Xk2m4Q", isDefaultMapping: false, pathMappings: ["/good#test", "/root#release"] };
  return Object.assign(fixture, { program, full: { ...program, ...own }, id: `${serviceId}#api.example.com` });
}

/** The domain at the service. */
export const domainOf = ({ emulator }: DomainSetup): object => emulator.gateway.domains.get("api.example.com")!;
