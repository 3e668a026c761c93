/** Publications of a service. See docs/modules/cloud.md#service-releases. */
import type { Cloud } from "../../../../../provider/core/gen/types";
import { ApiGatewayServiceRelease } from "../../../../../provider/modules/cloud/resources/ApiGatewayServiceRelease";
import { clientOver, operation } from "../support";
import { readAlone } from "../../../../support/contexts";
import { setupOf, errorMessageOf, type Setup } from "./setup";

const kind = "ApiGatewayServiceRelease";
const sequence = ["DescribeService", "ReleaseService", "DescribeService", "DescribeServiceEnvironmentList"];

interface DomainSetup extends Setup {
  program: Record<"serviceId" | "environmentName" | "releaseDesc", string>;
  /** Returns the environment at the emulator. */
  environment: { status: 0 | 1; version: string; history: { version: string }[] };
}

function emulatorFixture(): DomainSetup {
  const fixture = setupOf(kind);
  const { serviceId, emulator } = fixture;
  const program = { serviceId, environmentName: "test", releaseDesc: "trial" };
  return Object.assign(fixture, { program, environment: emulator.gateway.services.get(serviceId)!.publications.test });
}

/** Creates the release; the waits take no time. */
async function release(program: DomainSetup["program"], send: DomainSetup["send"]): Promise<void> {
  const inputs = program as Cloud.ApiGatewayServiceReleaseInputs;
  const context = { ...operation(), client: clientOver(send), load: readAlone, differences: () => [] };
  await ApiGatewayServiceRelease.create({ inputs, created: () => undefined }, context);
}

describe("create", () => {
  test("publishes, waits until it is visible, and leaves no difference", async () => {
    const { stack, actions, sent, program, serviceId, environment } = emulatorFixture();
    expect(await stack.up(program)).toBe("create");
    expect(actions()).toEqual(sequence);
    expect(sent("ReleaseService")).toEqual({ ServiceId: serviceId, EnvironmentName: "test", ReleaseDesc: "trial" });
    expect(sent("DescribeServiceEnvironmentList")).toEqual({ ServiceId: serviceId, Limit: 100, Offset: 0 });
    const id = `${serviceId}#test#${environment.version}`;
    expect(stack.stored!.id).toBe(id);
    expect(stack.outputs).toEqual({ ...program, apiGatewayServiceReleaseId: id, releaseVersion: environment.version });
    expect(await stack.up(program)).toBe("same");
    expect(await stack.refresh()).toEqual([]);
    const place = { ServiceId: serviceId, EnvironmentName: "test", Limit: 100, Offset: 0 };
    expect(sent("DescribeServiceEnvironmentReleaseHistory")).toEqual(place);
  });

  test("a service without APIs is not published, and the message has a remedy", async () => {
    const { stack, emulator, actions, program } = emulatorFixture();
    emulator.gateway.apis.clear();
    expect(await errorMessageOf(stack.up(program))).toMatch(/has no API to publish\. Add the APIs of the service to the dependsOn/);
    expect(actions()).toEqual(["DescribeService"]);
    expect(stack.stored).toBeUndefined();
  });

  test("a missing service is an error", async () => {
    const { stack, program } = emulatorFixture();
    expect(await errorMessageOf(stack.up({ ...program, serviceId: "service-other" }))).toContain("ResourceNotFound.InvalidService");
    expect(stack.stored).toBeUndefined();
  });

  test.each([
    ["DescribeService", 2],
    ["DescribeServiceEnvironmentList", 1],
  ])("partial create: the ID is kept when %s fails for the %i. time, and the next update finds it", async (action, nth) => {
    const fixture = emulatorFixture();
    const { stack, recover, program, environment } = fixture;
    let calls = 0;
    const denied = { Error: { Code: "UnauthorizedOperation", Message: "no" } };
    fixture.override = (call) => (call.action === action && ++calls >= nth ? denied : undefined);
    expect(await errorMessageOf(stack.up(program))).toContain(`${action} failed`);
    const { version } = environment;
    expect(stack.outputs).toEqual({
      ...program,
      releaseVersion: version,
      apiGatewayServiceReleaseId: `${program.serviceId}#test#${version}`,
    });
    recover();
    expect(await stack.up(program)).toBe("update");
    expect(environment.history).toHaveLength(1);
  });

  test("waits until the environment is visible", async () => {
    const fixture = emulatorFixture();
    let calls = 0;
    fixture.override = ({ action, params }) =>
      action === "DescribeService" && ++calls === 2 ? { ...params, ApiTotalCount: 2, AvailableEnvironments: ["release"] } : undefined;
    expect(await fixture.stack.up(fixture.program)).toBe("create");
    expect(calls).toBe(3);
  });

  test("an environment that is never visible ends the wait after three minutes", async () => {
    const fixture = emulatorFixture();
    const { program } = fixture;
    fixture.override = ({ action, params }) =>
      action === "DescribeService" ? { ...params, ApiTotalCount: 2, AvailableEnvironments: [] } : undefined;
    const text = await errorMessageOf(release(program, fixture.send));
    expect(text).toBe(`Wait failed: environment test of ${program.serviceId}: time limit of 180 s exceeded. Run \`pulumi up\` again.`);
  });

  test("a lost response is not repeated, and the message names the possible outcome", async () => {
    const { stack, loseResponse, actions, program } = emulatorFixture();
    loseResponse("ReleaseService", true);
    expect(await errorMessageOf(stack.up(program))).toMatch(/may have been created\. Look for a new version of service service-/);
    expect(actions()).toEqual(["DescribeService", "ReleaseService"]);
    expect(stack.stored).toBeUndefined();
  });

  test("a response without a version is an error", async () => {
    const fixture = emulatorFixture();
    fixture.override = ({ action }) =>
      action === "ReleaseService" ? { Result: { ReleaseDesc: "trial", ReleaseVersion: null } } : undefined;
    expect(await errorMessageOf(fixture.stack.up(fixture.program))).toContain("the response contains no ID");
    expect(fixture.stack.stored).toBeUndefined();
  });
});

describe("change", () => {
  test.each(["serviceId", "environmentName", "releaseDesc"])("of %s replaces", async (key) => {
    const { stack, program } = emulatorFixture();
    await stack.up(program);
    expect(await stack.preview({ ...program, [key]: key === "environmentName" ? "prepub" : "other" })).toEqual([`${key}!`]);
  });

  test("another note publishes again, and the old one does not unpublish the new one", async () => {
    const { stack, actions, program, environment } = emulatorFixture();
    await stack.up(program);
    actions();
    expect(await stack.up({ ...program, releaseDesc: "again" })).toBe("replace");
    expect(actions()).toEqual([...sequence, "DescribeServiceEnvironmentList"]);
    expect(environment).toMatchObject({ status: 1, version: stack.outputs["releaseVersion"] });
    expect(environment.history).toHaveLength(2);
  });

  test("nor if the service returns the old version for a time", async () => {
    const fixture = emulatorFixture();
    const { stack, program, environment, serviceId } = fixture;
    await stack.up(program);
    const old = { EnvironmentName: "test", Status: 1, VersionName: environment.version };
    let looks = 0;
    fixture.override = ({ action }) =>
      action === "DescribeServiceEnvironmentList" && ++looks <= 2 ? { Result: { TotalCount: 1, EnvironmentList: [old] } } : undefined;
    expect(await stack.up({ ...program, releaseDesc: "again" })).toBe("replace");
    expect(looks).toBe(4);
    expect(environment.status).toBe(1);
    expect(stack.stored!.id).toBe(`${serviceId}#test#${environment.version}`);
  });

  test("another running version is no failure", async () => {
    const fixture = emulatorFixture();
    const other = { EnvironmentName: "test", Status: 1, VersionName: "20260101000000-other" };
    fixture.override = ({ action }) =>
      action === "DescribeServiceEnvironmentList" ? { Result: { TotalCount: 1, EnvironmentList: [other] } } : undefined;
    await release(fixture.program, fixture.send);
    expect(fixture.actions().filter((action) => action === "DescribeServiceEnvironmentList").length).toBeGreaterThan(2);
  });

  test("to another environment unpublishes the old one", async () => {
    const { stack, program, environment, emulator } = emulatorFixture();
    await stack.up(program);
    expect(await stack.up({ ...program, environmentName: "prepub" })).toBe("replace");
    expect(environment.status).toBe(0);
    expect(emulator.gateway.services.get(program.serviceId)!.publications.prepub.status).toBe(1);
  });
});

describe("changes by another writer", () => {
  test("an unpublished environment is missing, and published again", async () => {
    const { stack, callAction, program, environment } = emulatorFixture();
    await stack.up(program);
    callAction("UnReleaseService", { ServiceId: program.serviceId, EnvironmentName: "test" });
    expect(await stack.refresh()).toEqual(["gone"]);
    expect(await stack.up(program)).toBe("create");
    expect(environment.status).toBe(1);
  });

  test("another running version is no drift, and is not unpublished", async () => {
    const { stack, callAction, actions, program, environment } = emulatorFixture();
    await stack.up(program);
    callAction("ReleaseService", { ServiceId: program.serviceId, EnvironmentName: "test", ReleaseDesc: "other" });
    expect(await stack.refresh()).toEqual([]);
    actions();
    await stack.destroy();
    expect(actions()).toEqual(["DescribeServiceEnvironmentList"]);
    expect(environment.status).toBe(1);
  });

  test("a version that is not in the history is missing, with and without others", async () => {
    const { stack, callAction, program, environment } = emulatorFixture();
    await stack.up(program);
    const stored = stack.stored!;
    callAction("ReleaseService", { ServiceId: program.serviceId, EnvironmentName: "test", ReleaseDesc: "other" });
    environment.history = environment.history.filter(({ version }) => version !== stored.outputs["releaseVersion"]);
    expect(await stack.refresh()).toEqual(["gone"]);
    environment.history = [];
    stack.stored = stored;
    expect(await stack.refresh()).toEqual(["gone"]);
  });

  test("a version on the second page of the history is found", async () => {
    const { stack, callAction, program } = emulatorFixture();
    await stack.up(program);
    for (let i = 0; i < 101; i++)
      callAction("ReleaseService", { ServiceId: program.serviceId, EnvironmentName: "test", ReleaseDesc: `${i}` });
    expect(await stack.refresh()).toEqual([]);
  });

  test("a note that the service returns as null keeps the value of the program", async () => {
    const fixture = emulatorFixture();
    await fixture.stack.up(fixture.program);
    const row = { VersionName: fixture.environment.version, VersionDesc: null };
    fixture.override = ({ action }) => (action.endsWith("History") ? { Result: { TotalCount: 1, VersionList: [row] } } : undefined);
    expect(await fixture.stack.refresh()).toEqual([]);
    expect(fixture.stack.outputs).toMatchObject(fixture.program);
  });

  test("without its service it is missing, and its delete succeeds", async () => {
    const { stack, emulator, program } = emulatorFixture();
    await stack.up(program);
    const stored = stack.stored!;
    emulator.gateway.services.clear();
    expect(await stack.refresh()).toEqual(["gone"]);
    stack.stored = stored;
    await stack.destroy();
  });
});

describe("delete", () => {
  test("unpublishes the environment; a second delete does nothing", async () => {
    const { stack, actions, sent, program, environment } = emulatorFixture();
    await stack.up(program);
    const stored = stack.stored!;
    actions();
    await stack.destroy();
    expect(actions()).toEqual(["DescribeServiceEnvironmentList", "UnReleaseService"]);
    expect(sent("UnReleaseService")).toEqual({ ServiceId: program.serviceId, EnvironmentName: "test" });
    expect(environment.status).toBe(0);
    stack.stored = stored;
    await stack.destroy();
    expect(actions()).toEqual(["DescribeServiceEnvironmentList"]);
  });

  test("unpublishes also if the service does not return the running version", async () => {
    const fixture = emulatorFixture();
    await fixture.stack.up(fixture.program);
    const row = { EnvironmentName: "test", Status: 1, VersionName: null };
    fixture.override = ({ action }) => (action.endsWith("EnvironmentList") ? { Result: { EnvironmentList: [row] } } : undefined);
    await fixture.stack.destroy();
    expect(fixture.environment.status).toBe(0);
  });

  test.each([
    ["ResourceNotFound", true],
    ["ResourceNotFound.InvalidService", true],
    ["ResourceNotFound.Other", false],
    ["FailedOperation.ServiceError", false],
  ])("%s counts as done: %j", async (code, done) => {
    const { stack, rejectAction, program } = emulatorFixture();
    await stack.up(program);
    rejectAction("UnReleaseService", code);
    const text = await errorMessageOf(stack.destroy());
    if (done) expect(text).toBe("it succeeded");
    else expect(text).toContain(code);
  });
});

test("import", async () => {
  const { stack, program } = emulatorFixture();
  await stack.up(program);
  const { id } = stack.stored!;
  await stack.import(id);
  expect(stack.inputs).toEqual(program);
  expect(stack.outputs).toMatchObject({ apiGatewayServiceReleaseId: id });
  expect(await stack.up(program)).toBe("same");
  expect(await errorMessageOf(stack.import("service-1#test"))).toContain("expected <serviceId>#<environmentName>#<releaseVersion>");
});

test("notes of more than 200 characters are reported by Check", async () => {
  const { stack, program, calls } = emulatorFixture();
  expect(await errorMessageOf(stack.up({ ...program, releaseDesc: "x".repeat(201) }))).toBe(
    "releaseDesc | expected at most 200 characters; got 201",
  );
  expect(calls).toEqual([]);
});
