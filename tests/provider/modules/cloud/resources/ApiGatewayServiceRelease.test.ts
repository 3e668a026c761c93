/** Publications of a service. See docs/modules/cloud.md#service-releases. */
import type { PlainMap } from "../../../../../provider/core/values/value";
import { inVirtualTime, useRealTime, useVirtualTime } from "../../../../support/virtual-time";
import { created, setupOf } from "./setup";

const title = "release";
const list = "DescribeServiceEnvironmentList";

test("a service without APIs is not published, and the message has a remedy", async () => {
  const { stack, emulator, actions, program } = setupOf(title);
  emulator.gateway.apis.clear();
  await expect(stack.up(program)).rejects.toThrow(/has no API to publish\. Add the APIs of the service to the dependsOn/);
  expect(actions()).toEqual(["DescribeService"]);
});

test("a create waits until the environment is online with its version", async () => {
  const fixture = await created(title);
  const { stack, program, prerequisites, emulator } = fixture;
  const environment = emulator.gateway.services.get(prerequisites.serviceId)!.publications.prepub;
  const old = { EnvironmentName: "prepub", Status: 1, VersionName: environment.version };
  const looks: Record<string, number> = { DescribeService: 0, [list]: 0 };
  fixture.override = ({ action, params }): PlainMap | undefined => {
    const look = (looks[action] = (looks[action] ?? 0) + 1);
    if (action === "DescribeService" && look === 2) return { ...params, ApiTotalCount: 2, AvailableEnvironments: ["test"] };
    return action === list && look <= 3 ? { Result: { TotalCount: 1, EnvironmentList: [old] } } : undefined;
  };
  expect(await stack.up({ ...program, releaseDesc: "again" })).toBe("replace");
  expect(looks).toMatchObject({ DescribeService: 3, [list]: 6 });
  expect(environment.status).toBe(1);
  expect(stack.stored!.id).toBe(`${prerequisites.serviceId}#prepub#${environment.version}`);
});

test("the former version is kept while it is the one in force", async () => {
  useVirtualTime();
  const { stack, program, prerequisites, respond, emulator, actions } = await created(title);
  const environment = emulator.gateway.services.get(prerequisites.serviceId)!.publications.prepub;
  const old = { EnvironmentName: "prepub", Status: 1, VersionName: environment.version };
  respond(list, { Result: { TotalCount: 1, EnvironmentList: [old] } });
  await expect(inVirtualTime(stack.up({ ...program, releaseDesc: "again" }))).rejects.toThrow("time limit of 180 s exceeded");
  useRealTime();
  expect(actions()).not.toContain("UnReleaseService");
});

async function superseded(inForce: "former" | "unknown"): Promise<string[]> {
  const { stack, program, prerequisites, respond, emulator, actions } = await created(title);
  const environment = emulator.gateway.services.get(prerequisites.serviceId)!.publications.prepub;
  const VersionName = inForce === "former" ? environment.version : null;
  const former = stack.stored!;
  await stack.up({ ...program, releaseDesc: "again" });
  respond(list, { Result: { TotalCount: 1, EnvironmentList: [{ EnvironmentName: "prepub", Status: 1, VersionName }] } });
  stack.stored = former;
  await stack.destroy();
  return actions();
}

test("a release with a successor is unpublished if the environment was switched back to it", async () => {
  expect(await superseded("former")).toContain("UnReleaseService");
});

test("a release with a successor is not unpublished if the service does not return the running version", async () => {
  expect(await superseded("unknown")).not.toContain("UnReleaseService");
});

test("a publication that returns the version in force succeeds", async () => {
  const { stack, program, respond, emulator, prerequisites, actions } = await created(title);
  const { version } = emulator.gateway.services.get(prerequisites.serviceId)!.publications.prepub;
  respond("ReleaseService", { Result: { ReleaseVersion: version } });
  stack.stored = undefined;
  expect(await stack.up({ ...program })).toBe("create");
  expect(actions().filter((action) => action === list)).toHaveLength(3);
});

test("a note that the service returns as null keeps the value of the program", async () => {
  const { stack, program, respond } = await created(title);
  const row = { VersionName: stack.outputs["releaseVersion"] as string, VersionDesc: null };
  respond("DescribeServiceEnvironmentReleaseHistory", { Result: { TotalCount: 1, VersionList: [row] } });
  expect(await stack.refresh()).toEqual([]);
  expect(stack.outputs).toMatchObject(program);
});

test("a delete unpublishes also if the service does not return the running version", async () => {
  const { stack, respond, emulator, prerequisites } = await created(title);
  respond(list, { Result: { EnvironmentList: [{ EnvironmentName: "prepub", Status: 1, VersionName: null }] } });
  await stack.destroy();
  expect(emulator.gateway.services.get(prerequisites.serviceId)!.publications.prepub.status).toBe(0);
});

test("a delete ignores that nothing is published, but no other error", async () => {
  const { stack, rejectAction } = await created(title);
  rejectAction("UnReleaseService", "FailedOperation.ServiceError");
  await expect(stack.destroy()).rejects.toThrow("FailedOperation.ServiceError");
  rejectAction("UnReleaseService", "ResourceNotFound");
  await stack.destroy();
});
