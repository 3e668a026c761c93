/** Upstreams: a health check cannot be removed, only disabled; empty members are no drift. See docs/modules/cloud.md#upstreams. */
import { healthChecker } from "../../../../samples/cloud/variants";
import { created, expectNoDrift, expectSettled } from "./setup";

test("a health check that the program removes is disabled, which is no difference", async () => {
  const { stack, program, sent } = await created("channel", { healthChecker });
  const { healthChecker: _checker, ...rest } = program;
  expect(await stack.up(rest)).toBe("update");
  const off = { enableActiveCheck: false, enablePassiveCheck: false };
  expect(sent("ModifyUpstream")!["HealthChecker"]).toMatchObject({
    EnableActiveCheck: false,
    EnablePassiveCheck: false,
    TcpFailureThreshold: 5,
  });
  expect(stack.outputs["healthChecker"]).toMatchObject(off);
  await expectSettled(stack, rest);
  expect(await stack.preview({ ...rest, healthChecker: { ...healthChecker, ...off } })).toEqual([]);
  expect(await stack.up(program)).toBe("update");
  expect(sent("ModifyUpstream")).toMatchObject({ HealthChecker: { EnableActiveCheck: true, EnablePassiveCheck: true } });
});

test("a health check that another writer removed too is not read again", async () => {
  const { stack, program, actions, emulator, id } = await created("channel", { healthChecker });
  emulator.gateway.upstreams.get(id)!.settings.HealthChecker = null;
  const { healthChecker: _checker, ...rest } = program;
  await stack.up(rest);
  expect(actions().filter((action) => action === "DescribeUpstreams")).toHaveLength(2);
});

test("an update sends the changed inputs and the type; other members of the health check are kept", async () => {
  const { stack, program, sent, callAction, id } = await created("channel", { healthChecker });
  const { retries: _retries, ...rest } = program;
  expect(await stack.preview(rest)).toEqual([]);
  expect(await stack.up({ ...rest, upstreamName: "other" })).toBe("update");
  expect(sent("ModifyUpstream")).toEqual({ UpstreamId: id, UpstreamType: "IP_PORT", UpstreamName: "other" });
  expect(stack.outputs).toMatchObject({ retries: 2, upstreamType: "IP_PORT" });
  callAction("ModifyUpstream", {
    UpstreamId: id,
    HealthChecker: { ...(sent("CreateUpstream")!["HealthChecker"] as object), ActiveCheckTimeout: 9, ActiveRequestHeader: [{}] },
  });
  await stack.up({ ...rest, upstreamName: undefined, nodes: undefined, healthChecker: { ...healthChecker, tcpFailureThreshold: 7 } });
  expect(sent("ModifyUpstream")).toMatchObject({
    UpstreamName: "",
    Nodes: [],
    HealthChecker: { TcpFailureThreshold: 7, ActiveCheckTimeout: 9, ActiveRequestHeader: [{}] },
  });
});

test("null, empty and zero members are no drift, and are not imported", async () => {
  const nodes = [{ host: "a", port: 1, weight: 0 }];
  const { stack, id, respond } = await created("channel", { nodes, retries: undefined, tags: undefined });
  const Nodes = [{ Host: "a", Port: 1, Weight: 0, VmInstanceId: "", Tags: [], Source: "" }];
  const HealthChecker = { EnableActiveCheck: false, EnablePassiveCheck: false, HealthyHttpStatus: "", TcpFailureThreshold: 0 };
  const row = { UpstreamId: id, Scheme: "http", Algorithm: null, UniqVpcId: null, UpstreamName: "users", Nodes, HealthChecker };
  respond("DescribeUpstreams", { Result: { TotalCount: 1, UpstreamSet: [row] } });
  await expectNoDrift(stack);
  await stack.import(id);
  expect(stack.inputs).toMatchObject({ nodes });
  expect(JSON.stringify(stack.inputs)).not.toMatch(/vmInstanceId|tags|source/);
});
