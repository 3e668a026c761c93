/** Fixtures for the tests of back-end channels: inputs, the expected parameters, a stack. */
import type { Upstream } from "../../../../emulators/cloud/gateway/upstreams";
import { setupOf, type Setup } from "./setup";

/** A node. */
export const node = { host: "10.0.4.11", port: 9090, weight: 10, vmInstanceId: "ins-2f8h3k9d", tags: ["blue"] };
/** A health check. */
export const healthChecker = {
  enableActiveCheck: true,
  enablePassiveCheck: true,
  healthyHttpStatus: "200",
  unhealthyHttpStatus: "500",
  tcpFailureThreshold: 5,
  timeoutThreshold: 5,
  httpFailureThreshold: 3,
};
/** Minimal inputs. */
export const minimal = { scheme: "HTTP", algorithm: "ROUND-ROBIN", uniqVpcId: "vpc-8j2k5n1c" };
/** All inputs of a channel of nodes. */
export const program = {
  ...minimal,
  upstreamName: "orders-vpc",
  upstreamDescription: "Order nodes",
  upstreamType: "IP_PORT",
  retries: 5,
  upstreamHost: "orders.local",
  nodes: [node],
  healthChecker,
  tags: { team: "shop" },
};
/** The node in requests. */
export const sentNode = { Host: "10.0.4.11", Port: 9090, Weight: 10, VmInstanceId: "ins-2f8h3k9d", Tags: ["blue"] };
/** The health check in requests. */
export const sentChecker = {
  EnableActiveCheck: true,
  EnablePassiveCheck: true,
  HealthyHttpStatus: "200",
  UnhealthyHttpStatus: "500",
  TcpFailureThreshold: 5,
  TimeoutThreshold: 5,
  HttpFailureThreshold: 3,
};
/** The calls of a read. */
export const read = ["DescribeUpstreams", "DescribeResourceTagsByResourceIds"];

/** A stack, and the one channel of the emulator. */
export function emulatorFixture(): Setup & { channel: () => Upstream } {
  const fixture = setupOf("ApiGatewayUpstream");
  return Object.assign(fixture, { channel: (): Upstream => fixture.emulator.gateway.upstreams.entries()[0]![1] });
}

/** A stack with a channel. */
export async function createFixture(inputs: object = program): Promise<ReturnType<typeof emulatorFixture> & { id: string }> {
  const fixture = emulatorFixture();
  await fixture.stack.up(inputs);
  fixture.actions();
  return Object.assign(fixture, { id: fixture.stack.stored!.id });
}
