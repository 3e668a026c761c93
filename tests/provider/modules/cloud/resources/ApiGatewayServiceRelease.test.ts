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
  await ApiGatewayServiceRelease.create({ inputs, created: () => undefined, attempt: () => undefined }, context);
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

  test("an environment that is never visible ends the wait after three minutes", async () => {
    const fixture = emulatorFixture();
    const { program } = fixture;
    fixture.override = ({ action, params }) =>
      action === "DescribeService" ? { ...params, ApiTotalCount: 2, AvailableEnvironments: [] } : undefined;
    const text = await errorMessageOf(release(program, fixture.send));
    expect(text).toBe(`Wait failed: environment test of ${program.serviceId}: time limit of 180 s exceeded. Run \`pulumi up\` again.`);
  });
});

describe("change", () => {
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
});

describe("changes by another writer", () => {
  test("a note that the service returns as null keeps the value of the program", async () => {
    const fixture = emulatorFixture();
    await fixture.stack.up(fixture.program);
    const row = { VersionName: fixture.environment.version, VersionDesc: null };
    fixture.override = ({ action }) => (action.endsWith("History") ? { Result: { TotalCount: 1, VersionList: [row] } } : undefined);
    expect(await fixture.stack.refresh()).toEqual([]);
    expect(fixture.stack.outputs).toMatchObject(fixture.program);
  });
});

describe("delete", () => {
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

test("notes of more than 200 characters are reported by Check", async () => {
  const { stack, program, calls } = emulatorFixture();
  expect(await errorMessageOf(stack.up({ ...program, releaseDesc: "x".repeat(201) }))).toBe(
    "releaseDesc | expected at most 200 characters; got 201",
  );
  expect(calls).toEqual([]);
});
