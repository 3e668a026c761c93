/** Publications of a service. See docs/modules/cloud.md#service-releases. */
import { inVirtualTime, useRealTime, useVirtualTime } from "../../../../support/virtual-time";
import { created, setupOf, expectNoDrift } from "./setup";

const title = "release";
const list = "DescribeServiceEnvironmentList";

/** The response with an environment that has this version in force. */
const listing = (VersionName: string | null) => ({
  Result: { TotalCount: 1, EnvironmentList: [{ EnvironmentName: "prepub", Status: 1, VersionName }] },
});

/** A release, and the environment of the service. */
async function released() {
  const fixture = await created(title);
  const { services } = fixture.emulator.gateway;
  return Object.assign(fixture, { environment: services.get(fixture.prerequisites.serviceId)!.publications.prepub });
}

test("a service without APIs is not published, and the message has a remedy", async () => {
  const { stack, emulator, actions, program } = setupOf(title);
  emulator.gateway.apis.clear();
  await expect(stack.up(program)).rejects.toThrow(/has no API to publish\. Add the APIs of the service to the dependsOn/);
  expect(actions()).toEqual(["DescribeService"]);
});

test("a create waits until the environment is online with its version", async () => {
  const fixture = await released();
  const { stack, program, prerequisites, environment } = fixture;
  const old = listing(environment.version);
  const looks: Record<string, number> = { DescribeService: 0, [list]: 0 };
  fixture.override = ({ action, params }) => {
    const look = (looks[action] = (looks[action] ?? 0) + 1);
    if (action === "DescribeService" && look === 2) return { ...params, ApiTotalCount: 2, AvailableEnvironments: ["test"] };
    return action === list && look <= 3 ? old : undefined;
  };
  expect(await stack.up({ ...program, releaseDesc: "again" })).toBe("replace");
  expect(looks).toMatchObject({ DescribeService: 3, [list]: 6 });
  expect(environment.status).toBe(1);
  expect(stack.stored!.id).toBe(`${prerequisites.serviceId}#prepub#${environment.version}`);
});

test("the former version is kept while it is the one in force", async () => {
  useVirtualTime();
  const { stack, program, respond, environment, actions } = await released();
  respond(list, listing(environment.version));
  await expect(inVirtualTime(stack.up({ ...program, releaseDesc: "again" }))).rejects.toThrow("time limit of 180 s exceeded");
  useRealTime();
  expect(actions()).not.toContain("UnReleaseService");
});

test.each([
  ["is unpublished if the environment was switched back to it", true],
  ["is not unpublished if the service does not return the running version", false],
])("a release with a successor %s", async (_title, isKnown) => {
  const { stack, program, respond, environment, actions } = await released();
  const inForce = listing(isKnown ? environment.version : null);
  const former = stack.stored!;
  await stack.up({ ...program, releaseDesc: "again" });
  respond(list, inForce);
  stack.stored = former;
  await stack.destroy();
  expect(actions().includes("UnReleaseService")).toBe(isKnown);
});

test("a publication that returns the version in force succeeds", async () => {
  const { stack, program, respond, environment, actions } = await released();
  respond("ReleaseService", { Result: { ReleaseVersion: environment.version } });
  stack.stored = undefined;
  expect(await stack.up({ ...program })).toBe("create");
  expect(actions().filter((action) => action === list)).toHaveLength(3);
});

test("a note that the service returns as null keeps the value of the program", async () => {
  const { stack, program, respond } = await created(title);
  const row = { VersionName: stack.outputs["releaseVersion"] as string, VersionDesc: null };
  respond("DescribeServiceEnvironmentReleaseHistory", { Result: { TotalCount: 1, VersionList: [row] } });
  await expectNoDrift(stack);
  expect(stack.outputs).toMatchObject(program);
});

test("a delete unpublishes also if the service does not return the running version", async () => {
  const { stack, respond, environment } = await released();
  respond(list, listing(null));
  await stack.destroy();
  expect(environment.status).toBe(0);
});

test("a delete ignores that nothing is published, but no other error", async () => {
  const { stack, rejectAction } = await created(title);
  rejectAction("UnReleaseService", "FailedOperation.ServiceError");
  await expect(stack.destroy()).rejects.toThrow("FailedOperation.ServiceError");
  rejectAction("UnReleaseService", "ResourceNotFound");
  await stack.destroy();
});
