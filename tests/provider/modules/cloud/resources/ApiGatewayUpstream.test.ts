/** Back-end channels: update. See docs/modules/cloud.md#upstreams. */
import type { PlainMap } from "../../../../../provider/core/values/value";
import { healthChecker, createFixture, node, program, read, sentChecker, sentNode } from "./upstream-setup";

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
});
