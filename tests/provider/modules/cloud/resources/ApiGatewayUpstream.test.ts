/** Back-end channels: create, update, delete, check. See docs/modules/cloud.md#back-end-channels. */
import type { PlainMap } from "../../../../../provider/core/values/value";
import { errorMessageOf } from "./setup";
import {
  emulatorFixture,
  healthChecker,
  kubernetes,
  minimal,
  createFixture,
  node,
  program,
  read,
  sentChecker,
  sentNode,
} from "./upstream-setup";

describe("create", () => {
  test("sends the inputs, tags, reads, and leaves no difference", async () => {
    const { stack, actions, sent, channel, emulator } = emulatorFixture();
    expect(await stack.up(program)).toBe("create");
    expect(actions()).toEqual(["CreateUpstream", "ModifyResourceTags", ...read]);
    expect(sent("CreateUpstream")).toEqual({
      Scheme: "HTTP",
      Algorithm: "ROUND-ROBIN",
      UniqVpcId: "vpc-8j2k5n1c",
      UpstreamName: "orders-vpc",
      UpstreamDescription: "Order nodes",
      UpstreamType: "IP_PORT",
      Retries: 5,
      UpstreamHost: "orders.local",
      Nodes: [sentNode],
      HealthChecker: sentChecker,
    });
    const { id } = channel();
    expect(sent("ModifyResourceTags")).toMatchObject({ Resource: `qcs::apigateway:ap-guangzhou:uin/:upstreamId/${id}` });
    expect(sent("DescribeUpstreams")).toEqual({ Filters: [{ Name: "UpstreamId", Values: [id] }], Limit: 100, Offset: 0 });
    expect(stack.stored!.id).toBe(id);
    expect(stack.outputs).toEqual({ ...program, apiGatewayUpstreamId: id });
    expect(emulator.tags.of(id)).toEqual({ team: "shop" });
    expect(await stack.up(program)).toBe("same");
    expect(await stack.refresh()).toEqual([]);
    expect(stack.outputs).toEqual({ ...program, apiGatewayUpstreamId: id });
  });

  test("with required inputs only: defaults of the service are in the outputs, and are no difference", async () => {
    const { stack, sent, id } = await createFixture(minimal);
    expect(sent("CreateUpstream")).toEqual({ Scheme: "HTTP", Algorithm: "ROUND-ROBIN", UniqVpcId: "vpc-8j2k5n1c" });
    expect(stack.outputs).toEqual({ ...minimal, apiGatewayUpstreamId: id, retries: 3, upstreamType: "IP_PORT" });
    expect(await stack.refresh()).toEqual([]);
    expect(await stack.up(minimal)).toBe("same");
    const empty = { upstreamName: "", upstreamDescription: "", upstreamHost: "", nodes: [], k8sServices: [], tags: {} };
    expect(await stack.up({ ...minimal, ...empty })).toBe("same");
  });

  test("nodes keep their address if the program gives no type", async () => {
    const { stack, sent } = await createFixture({ ...minimal, nodes: [{ ...node, serviceName: "orders", source: "K8S" }] });
    expect(sent("CreateUpstream")!["Nodes"]).toEqual([{ ...sentNode, ServiceName: "orders", Source: "K8S" }]);
    expect(await stack.refresh()).toEqual([]);
    expect(await stack.preview({ ...minimal, nodes: [{ ...node, serviceName: "orders", source: "K8S", nameSpace: "" }] })).toEqual([]);
  });

  test("of Kubernetes services: nodes of the service are not inputs", async () => {
    const { stack, sent } = await createFixture(kubernetes);
    expect(sent("CreateUpstream")).toMatchObject({
      UpstreamType: "K8S",
      K8sService: [
        {
          Weight: 10,
          ClusterId: "cls-1",
          Namespace: "shop",
          ServiceName: "orders",
          Port: 80,
          ExtraLabels: [{ Key: "app", Value: "orders" }],
        },
      ],
    });
    expect(stack.outputs).not.toHaveProperty("nodes");
    expect(await stack.refresh()).toEqual([]);
    expect(await stack.up(kubernetes)).toBe("same");
  });

  test("another spelling of the algorithm keeps that of the program", async () => {
    const inputs = { ...minimal, algorithm: "round_robin" };
    const { stack } = await createFixture(inputs);
    expect(stack.outputs["algorithm"]).toBe("round_robin");
    expect(await stack.refresh()).toEqual([]);
    expect(await stack.up(minimal)).toBe("same");
  });

  test("partial create: the ID is kept when the tags fail, and the next update writes only the tags", async () => {
    const { stack, rejectAction, recover, actions, channel } = emulatorFixture();
    rejectAction("ModifyResourceTags", "FailedOperation");
    expect(await errorMessageOf(stack.up(program))).toContain("ModifyResourceTags failed: FailedOperation");
    expect(stack.stored!.id).toBe(channel().id);
    expect(stack.outputs).not.toHaveProperty("tags");
    recover();
    actions();
    expect(await stack.up(program)).toBe("update");
    expect(actions()).toEqual([...read, "ModifyResourceTags", ...read]);
    expect(await stack.refresh()).toEqual([]);
  });

  test("partial create: the inputs are the state if the read fails", async () => {
    const { stack, rejectAction, channel } = emulatorFixture();
    rejectAction("DescribeUpstreams", "UnsupportedOperation.InvalidAction");
    await errorMessageOf(stack.up(program));
    const { tags: _tags, ...rest } = program;
    expect(stack.outputs).toMatchObject({ ...rest, apiGatewayUpstreamId: channel().id });
  });

  test("a lost response is not repeated, and the message describes how to find the object", async () => {
    const { stack, loseResponse, actions } = emulatorFixture();
    loseResponse("CreateUpstream", true);
    expect(await errorMessageOf(stack.up(program))).toContain(
      'Look for a channel named "orders-vpc" in vpc-8j2k5n1c in the API Gateway console',
    );
    expect(actions()).toEqual(["CreateUpstream"]);
    expect(stack.stored).toBeUndefined();
  });

  test("a rejection creates nothing", async () => {
    const { stack } = emulatorFixture();
    expect(await errorMessageOf(stack.up({ ...minimal, uniqVpcId: "net-1" }))).toContain("InvalidParameterValue.InvalidVpcConfig");
    expect(stack.stored).toBeUndefined();
  });
});

describe("change", () => {
  const changes: [string, object, PlainMap][] = [
    ["scheme", { scheme: "HTTPS" }, { Scheme: "HTTPS" }],
    ["uniqVpcId", { uniqVpcId: "vpc-11111111" }, { UniqVpcId: "vpc-11111111" }],
    ["upstreamName", { upstreamName: "other" }, { UpstreamName: "other" }],
    ["no upstreamName", { upstreamName: undefined }, { UpstreamName: "" }],
    ["no upstreamDescription", { upstreamDescription: undefined }, { UpstreamDescription: "" }],
    ["upstreamHost", { upstreamHost: "other.local" }, { UpstreamHost: "other.local" }],
    ["retries", { retries: 0 }, { Retries: 0 }],
    ["a node", { nodes: [{ ...node, weight: 0 }] }, { Nodes: [{ ...sentNode, Weight: 0 }] }],
    ["more nodes", { nodes: [{ host: "a", port: 1, weight: 1 }, node] }, { Nodes: [{ Host: "a", Port: 1, Weight: 1 }, sentNode] }],
    ["no nodes", { nodes: undefined }, { Nodes: [] }],
    [
      "the health check",
      { healthChecker: { ...healthChecker, enableActiveCheck: false, activeCheckTimeout: 9 } },
      // The action takes the whole object: members that the service filled in are kept.
      {
        HealthChecker: {
          ...sentChecker,
          EnableActiveCheck: false,
          ActiveCheckTimeout: 9,
          ActiveCheckHttpPath: "/",
          ActiveCheckInterval: 5,
          UnhealthyTimeout: 30,
        },
      },
    ],
  ];
  test.each(changes)("only %s is sent, beside the type", async (_name, other, params) => {
    const { stack, actions, sent, id } = await createFixture();
    const next = { ...program, ...other };
    expect(await stack.up(next)).toBe("update");
    // Lists and objects are merged with those of the service.
    const isMerged = Object.values(other).some((value) => typeof value === "object");
    expect(actions()).toEqual([...(isMerged ? read : []), "ModifyUpstream", ...read]);
    expect(sent("ModifyUpstream")).toEqual({ UpstreamId: id, UpstreamType: "IP_PORT", ...params });
    expect(await stack.refresh()).toEqual([]);
    expect(await stack.up(next)).toBe("same");
  });

  test("a health check that the program removes is disabled, which is no difference", async () => {
    const { stack, sent } = await createFixture();
    const { healthChecker: _checker, ...rest } = program;
    expect(await stack.up(rest)).toBe("update");
    expect(sent("ModifyUpstream")).toMatchObject({
      HealthChecker: { ...sentChecker, EnableActiveCheck: false, EnablePassiveCheck: false },
    });
    expect(stack.outputs["healthChecker"]).toMatchObject({ enableActiveCheck: false, enablePassiveCheck: false });
    expect(await stack.refresh()).toEqual([]);
    expect(await stack.up(rest)).toBe("same");
    expect(
      await stack.preview({ ...rest, healthChecker: { ...healthChecker, enableActiveCheck: false, enablePassiveCheck: false } }),
    ).toEqual([]);
    expect(await stack.up(program)).toBe("update");
    expect(sent("ModifyUpstream")).toMatchObject({ HealthChecker: sentChecker });
    expect(await stack.refresh()).toEqual([]);
  });

  test("from nodes to Kubernetes services", async () => {
    const { stack, sent, id } = await createFixture({ ...minimal, nodes: [node] });
    expect(await stack.up(kubernetes)).toBe("update");
    expect(sent("ModifyUpstream")).toEqual({
      UpstreamId: id,
      UpstreamType: "K8S",
      Nodes: [],
      K8sService: [expect.objectContaining({ ServiceName: "orders" }) as unknown],
    });
    expect(await stack.refresh()).toEqual([]);
  });

  test("removed inputs keep the values of the service", async () => {
    const { stack, sent, channel } = await createFixture({ ...program, healthChecker: { ...healthChecker, unhealthyTimeout: 60 } });
    const { retries: _retries, upstreamType: _type, ...rest } = program;
    expect(await stack.preview(rest)).toEqual([]);
    expect(await stack.up({ ...rest, upstreamName: "other" })).toBe("update");
    expect(sent("ModifyUpstream")).toEqual({
      UpstreamId: expect.any(String) as unknown,
      UpstreamType: "IP_PORT",
      UpstreamName: "other",
    });
    expect(channel().settings["Retries"]).toBe(5);
    expect(stack.outputs).toMatchObject({ retries: 5, upstreamType: "IP_PORT" });
  });

  test("a change of tags calls the tag service only", async () => {
    const { stack, actions, emulator, id } = await createFixture();
    expect(await stack.up({ ...program, tags: { crew: "a" } })).toBe("update");
    expect(actions()).toEqual([...read, "ModifyResourceTags", ...read]);
    expect(emulator.tags.of(id)).toEqual({ crew: "a" });
  });

  test("an update that fails after a part reports the live state; a rejected one leaves the state unchanged", async () => {
    const { stack, rejectAction, recover } = await createFixture();
    const next = { ...program, retries: 9, tags: {} };
    rejectAction("ModifyResourceTags", "FailedOperation");
    await errorMessageOf(stack.up(next));
    expect(stack.outputs).toMatchObject({ retries: 9, tags: { team: "shop" } });
    recover();
    expect(await stack.up(next)).toBe("update");
    expect(await errorMessageOf(stack.up({ ...next, scheme: "gRPC" }))).toContain("InvalidParameterValue.NotInOptions");
    expect(stack.outputs).toMatchObject({ scheme: "HTTP", retries: 9 });
    expect(stack.stored!.unfinished).toEqual([]);
  });
});

test("delete waits while an API uses it; a second one succeeds", async () => {
  const fixture = await createFixture();
  const stored = fixture.stack.stored!;
  const inUse = { Error: { Code: "UnsupportedOperation.UnsupportedDeleteUpstream", Message: "used" } };
  let tries = 0;
  fixture.override = ({ action }) => (action === "DeleteUpstream" && tries++ === 0 ? inUse : undefined);
  await fixture.stack.destroy();
  expect(tries).toBe(2);
  expect(fixture.emulator.gateway.upstreams.size).toBe(0);
  fixture.recover();
  fixture.stack.stored = stored;
  await fixture.stack.destroy();
  fixture.rejectAction("DeleteUpstream", "InvalidParameterValue.InvalidUpstream");
  fixture.stack.stored = stored;
  await fixture.stack.destroy();
  fixture.rejectAction("DeleteUpstream", "FailedOperation");
  fixture.stack.stored = stored;
  expect(await errorMessageOf(fixture.stack.destroy())).toContain("DeleteUpstream failed: FailedOperation");
});

test.each([
  [{ uniqVpcId: "", algorithm: "" }, ["algorithm", "uniqVpcId"]],
  [{ nodes: [{ host: "", port: 65_536, weight: 101 }, node] }, ["nodes[0].host", "nodes[0].port", "nodes[0].weight"]],
  [
    { healthChecker: { ...healthChecker, tcpFailureThreshold: 255, timeoutThreshold: -1 } },
    ["healthChecker.tcpFailureThreshold", "healthChecker.timeoutThreshold"],
  ],
  [{ healthChecker: { ...healthChecker, enableActiveCheck: false, unhealthyTimeout: 0 } }, ["healthChecker.unhealthyTimeout"]],
])("check: %j", async (other, places) => {
  const { stack, calls } = emulatorFixture();
  const text = await errorMessageOf(stack.up({ ...program, ...other }));
  expect(text.split("\n").map((line) => line.split(" |")[0])).toEqual(places);
  expect(calls).toEqual([]);
});
