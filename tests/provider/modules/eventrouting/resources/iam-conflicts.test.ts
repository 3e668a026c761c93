/** Concurrent changes of policies: a mutex within a process, etags between processes. See docs/modules/eventrouting.md#errors and docs/modules/eventrouting.md#iam-resources. */
import { iamBindings } from "../../../../../provider/modules/eventrouting/resources/iam-bindings";
import { inContext, requestContext } from "../../../../support/contexts";
import { inVirtualTime, useRealTime, useVirtualTime } from "../../../../support/virtual-time";
import { clientOver, home, errorReply, type SentRequest, expectNoDrift } from "../support";
import { ana, iamSetup, ops, viewer } from "./iam-setup";

afterEach(useRealTime);

type Client = ReturnType<typeof clientOver>;

const { TriggerIamMember: resource } = iamBindings;

/** Creates a member without the provider around its resource, and returns the ID. */
async function create(inputs: ReturnType<typeof member>, client: Client) {
  let id = "";
  await resource.create(
    { inputs, created: (made) => void (id = made), attempt: () => undefined, differences: () => [] },
    inContext(client, client.context),
  );
  return id;
}

const name = `${home}/triggers/orders`;
const place = { project: "demo-project", location: "us-central1" };
const member = (who: string) => ({ name, ...place, role: viewer, member: `user:${who}@example.com` });
const isWrite = ({ line }: SentRequest) => line.endsWith(":setIamPolicy");
const aborted = errorReply(409, "ABORTED", "There were concurrent policy changes.");
const foreign = [{ role: viewer, members: [ops] }];

test("many members of one role, created and deleted at once in one process: each is written once, none is lost", async () => {
  const { send, policy, written } = iamSetup("TriggerIamMember");
  const client = clientOver(send);
  const inputs = Array.from({ length: 20 }, (_, n) => member(`p${n + 10}`));
  const ids = await Promise.all(inputs.map(async (each) => create(each, client)));
  expect(policy().bindings).toEqual([{ role: viewer, members: inputs.map((each) => each.member) }]);
  await Promise.all(ids.map(async (id) => resource.delete({ id, prior: { inputs: {}, state: {} } }, inContext(client, client.context))));
  expect(policy().bindings).toEqual([]);
  expect([written().length, client.waits]).toEqual([40, []]);
});

test("a conflict is retried with the new etag after a delay of 0.5 s and jitter that doubles", async () => {
  const fixture = iamSetup("TriggerIamMember");
  const client = clientOver(fixture.send);
  let faster = 3;
  fixture.override = (sent) => void (isWrite(sent) && faster-- > 0 && fixture.write(foreign));
  await create(member("ana"), client);
  const etags = fixture.written().map(({ policy }) => (policy as { etag: string }).etag);
  expect(new Set(etags).size).toBe(4);
  expect(fixture.policy().bindings).toEqual([{ role: viewer, members: [ops, ana].sort() }]);
  expect(client.waits).toEqual([500, 1000, 2000]);
});

test("a change fails after ten attempts, and reports each wait of some length in one column", async () => {
  const fixture = iamSetup("TriggerIamMember");
  fixture.override = (sent) => (isWrite(sent) ? aborted : undefined);
  const context = requestContext();
  const client = clientOver(fixture.send, context);
  await expect(create(member("ana"), client)).rejects.toMatchObject({ code: "aborted" });
  const long = client.waits.filter((wait) => wait >= 2000).map((wait) => Math.round(wait / 1000));
  expect(context.lines).toEqual(long.map((seconds) => `another writer changes the policy, next try in ${seconds}s`));
  expect([fixture.written(), fixture.requests]).toMatchObject([{ length: 10 }, { length: 20 }]);
});

const audits = (logType: string) => [{ service: "allServices", auditLogConfigs: [{ logType }] }];
const ignored = { triggerId: "orders", bindings: [{ role: viewer, members: [ana] }], auditConfigs: audits("DATA_READ") };

test.each([
  ["TriggerIamPolicy", "bindings", ignored, { ...ignored, auditConfigs: audits("DATA_WRITE") }],
  ["TriggerIamBinding", "members[0]", { name, role: viewer, members: [ana, "user:zoe@example.com"] }, { members: [ana, ops] }],
])("%s: an update keeps what another writer has set in the ignored %s at a conflict", async (kind, path, program, change) => {
  useVirtualTime();
  const fixture = iamSetup(kind);
  await fixture.stack.up(program);
  fixture.stack.ignoreChanges = [path];
  let writes = 0;
  fixture.override = (sent) => void (isWrite(sent) && ++writes === 1 && fixture.write(foreign));
  expect(await inVirtualTime(fixture.stack.up({ ...program, ...change }))).toBe("update");
  expect(fixture.written().at(-1)).toMatchObject({ policy: { bindings: foreign } });
});

const program = (etag: string) => ({ triggerId: "orders", etag, bindings: [{ role: viewer, members: [ana] }] });

test("an etag in the program replaces the etag that was read; one that is outdated is a failure, without a retry", async () => {
  const { stack, written } = iamSetup("TriggerIamPolicy");
  await expect(stack.up(program("BwOld"))).rejects.toMatchObject({ code: "aborted" });
  await stack.up(program("ACAB"));
  expect(written()).toMatchObject([{ policy: { etag: "BwOld" } }, { policy: { etag: "ACAB" } }]);
  await expectNoDrift(stack);
  expect(await stack.up(program("ACAB"))).toBe("same");
});
