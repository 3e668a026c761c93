/** Upstreams: changes by another writer, and import. See docs/modules/cloud.md#upstreams. */
import { healthChecker, minimal, createFixture, program, sentChecker } from "./upstream-setup";

describe("changes by another writer", () => {
  test("null, empty and zero members are no drift", async () => {
    const fixture = await createFixture({ ...minimal, nodes: [{ host: "a", port: 1, weight: 0 }] });
    const empty = { VmInstanceId: "", Tags: [], ServiceName: null, Source: "", Healthy: "HEALTHY" };
    const nothing = { EnableActiveCheck: false, EnablePassiveCheck: false, HealthyHttpStatus: "", TcpFailureThreshold: 0 };
    const row = {
      UpstreamId: fixture.id,
      Scheme: "http",
      Algorithm: null,
      UniqVpcId: null,
      UpstreamName: "",
      Retries: null,
      Nodes: [{ Host: "a", Port: 1, Weight: 0, ...empty }],
      HealthChecker: nothing,
      K8sServices: null,
    };
    fixture.override = ({ action }) => (action === "DescribeUpstreams" ? { Result: { TotalCount: 1, UpstreamSet: [row] } } : undefined);
    expect(await fixture.stack.refresh()).toEqual([]);
    expect(fixture.stack.outputs).toMatchObject({ ...minimal, nodes: [{ host: "a", port: 1, weight: 0 }] });
    await fixture.stack.import(fixture.id);
    expect(fixture.stack.inputs).toMatchObject({ nodes: [{ host: "a", port: 1, weight: 0 }] });
    expect(JSON.stringify(fixture.stack.inputs)).not.toMatch(/vmInstanceId|tags|source/);
  });
});

describe("import", () => {
  test("members of the health check that another writer changed are kept by an update of another member", async () => {
    const { stack, id, callAction, sent } = await createFixture(program);
    callAction("ModifyUpstream", { UpstreamId: id, HealthChecker: { ...sentChecker, ActiveCheckTimeout: 9 } });
    expect(await stack.up({ ...program, healthChecker: { ...healthChecker, tcpFailureThreshold: 7 } })).toBe("update");
    expect(sent("ModifyUpstream")).toMatchObject({ HealthChecker: { TcpFailureThreshold: 7, ActiveCheckTimeout: 9 } });
  });
});
