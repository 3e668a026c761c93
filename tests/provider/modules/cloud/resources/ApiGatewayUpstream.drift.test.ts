/** Back-end channels: changes by another writer, deletion, import. See docs/modules/cloud.md#back-end-channels. */
import { errorMessageOf } from "./setup";
import { healthChecker, kubernetes, minimal, createFixture, program, sentChecker, sentNode } from "./upstream-setup";

describe("changes by another writer", () => {
  test("drift in every input is reported and reverted", async () => {
    const { stack, channel, emulator, id } = await createFixture();
    channel().name = "x";
    Object.assign(channel().settings, {
      Scheme: "HTTPS",
      UniqVpcId: "vpc-2",
      UpstreamDescription: null,
      Retries: 7,
      UpstreamHost: "",
      Nodes: [{ ...sentNode, Weight: 1 }],
      HealthChecker: { ...sentChecker, TimeoutThreshold: 9 },
    });
    emulator.tags.put({ serviceType: "apigateway", prefix: "upstreamId", region: "ap-guangzhou", id }, "team", {
      value: "x",
      category: "Custom",
    });
    const reported = ["healthChecker.timeoutThreshold", "nodes[0].weight", "retries", "scheme", "tags.team", "uniqVpcId"];
    expect(await stack.refresh()).toEqual([...reported, "upstreamDescription", "upstreamHost", "upstreamName"]);
    expect(await stack.up(program)).toBe("update");
    expect(stack.outputs).toMatchObject(program);
    expect(await stack.refresh()).toEqual([]);
  });

  test("undeclared nodes and an undeclared health check are drift", async () => {
    const { stack, channel } = await createFixture(minimal);
    Object.assign(channel().settings, { Nodes: [sentNode], HealthChecker: sentChecker, Retries: 9 });
    expect(await stack.refresh()).toEqual(["healthChecker", "nodes"]);
    expect(stack.outputs["retries"]).toBe(9);
    expect(await stack.up(minimal)).toBe("update");
    expect(await stack.refresh()).toEqual([]);
  });

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

  test("deleted: an empty set, and nothing else", async () => {
    const { stack, emulator, rejectAction, recover, channel } = await createFixture();
    const stored = stack.stored!;
    rejectAction("DescribeUpstreams", "ResourceNotFound.InvalidAccessKeyId");
    expect(await errorMessageOf(stack.refresh())).toContain("ResourceNotFound.InvalidAccessKeyId");
    rejectAction("DescribeResourceTagsByResourceIds", "FailedOperation");
    expect(await errorMessageOf(stack.refresh())).toContain("FailedOperation");
    recover();
    const other = { ...channel(), id: "upstream-other" };
    emulator.gateway.upstreams.clear();
    emulator.gateway.upstreams.set(other.id, other);
    expect(await errorMessageOf(stack.up({ ...program, retries: 1 }))).toContain("object not found");
    expect(await stack.refresh()).toEqual(["gone"]);
    stack.stored = stored;
    await stack.destroy();
  });
});

describe("import", () => {
  test("imports the existing object, except for defaults of the service", async () => {
    const { stack, id } = await createFixture({ ...program, retries: 3 });
    await stack.import(id);
    const { retries: _retries, upstreamType: _type, ...reported } = program;
    expect(stack.inputs).toEqual(reported);
    expect(await stack.up(program)).toBe("update");
    expect(await errorMessageOf(stack.import("a#b"))).toContain("expected <upstreamId>, for example upstream-n5j8c1xg");
  });

  test("imports values that differ from defaults, and no nodes of Kubernetes", async () => {
    const { stack, id } = await createFixture({ ...kubernetes, retries: 9, healthChecker: { ...healthChecker, unhealthyTimeout: 60 } });
    await stack.import(id);
    expect(stack.inputs).toEqual({ ...kubernetes, retries: 9, healthChecker: { ...healthChecker, unhealthyTimeout: 60 } });
  });

  test("explicit defaults of the health check equal absent ones, after create and after import", async () => {
    const explicit = { ...healthChecker, activeCheckHttpPath: "/", activeCheckTimeout: 5, activeCheckInterval: 5, unhealthyTimeout: 30 };
    const { stack, id } = await createFixture(program);
    expect(await stack.preview({ ...program, healthChecker: explicit })).toEqual([]);
    await stack.import(id);
    expect(await stack.preview({ ...program, healthChecker: explicit })).toEqual(await stack.preview(program));
    const other = await createFixture({ ...program, healthChecker: explicit });
    expect(await other.stack.preview(program)).toEqual([]);
    expect(await other.stack.refresh()).toEqual([]);
  });

  test("members of the health check that another writer changed are kept by an update of another member", async () => {
    const { stack, id, callAction, sent } = await createFixture(program);
    callAction("ModifyUpstream", { UpstreamId: id, HealthChecker: { ...sentChecker, ActiveCheckTimeout: 9 } });
    expect(await stack.up({ ...program, healthChecker: { ...healthChecker, tcpFailureThreshold: 7 } })).toBe("update");
    expect(sent("ModifyUpstream")).toMatchObject({ HealthChecker: { TcpFailureThreshold: 7, ActiveCheckTimeout: 9 } });
  });
});
