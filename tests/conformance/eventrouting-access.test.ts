// The nine IAM resources of module eventrouting/v1 over gRPC, from Check to Delete. See docs/modules/eventrouting.md#iam-resources and docs/modules/eventrouting.md#import.
import type { Policy } from "../emulators/eventrouting/policy-store";
import type { Collection } from "../emulators/eventrouting/state";
import { home } from "../emulators/eventrouting/caller";
import { schema } from "../provider/tools/schema-file";
import type { Events } from "../support/events";
import { closeEvents, openEvents } from "../support/events";
import { fixtureOfFile } from "../support/fixture";
import { shapeViolations } from "../support/schema-shape";
import type { Properties } from "../support/structs";
import { reveal, secretPaths, unknown, unknownPaths } from "../support/structs";

const fixture = fixtureOfFile();
let events: Events;

beforeEach(async () => {
  events = await openEvents();
  await fixture.rpc.configure(events.settings);
});
afterEach(closeEvents);

const viewer = "roles/eventarc.viewer";
const admin = "roles/eventarc.admin";
const [ana, zoe, ops] = ["user:ana@example.com", "user:zoe@example.com", "group:ops@example.com"] as const;
const night = { title: "by night", expression: "request.time.getHours() > 20" };
const place = { project: "demo-project", location: "us-central1" };

interface Sample {
  token: string;
  /** Full name of the object that the policy belongs to. */
  object: string;
  collection: Collection;
  id: string;
  inputs: Properties;
  /** A change in place. */
  news?: Properties;
  replacing: Properties;
  /** The bindings after the creation; before it, the policy has a viewer and a night shift. */
  created: Binding[];
  /** The bindings after the deletion. */
  left: Binding[];
}

const shown: Binding = { role: viewer, members: [ops] };
const shift: Binding = { role: admin, members: [ops], condition: night };
const before = [shown, shift];

type Binding = Policy["bindings"][number];

function ordered(all: readonly Binding[]): Binding[] {
  return all.map((each) => ({ ...each, members: [...each.members].sort() })).sort((one, other) => (one.role < other.role ? -1 : 1));
}

const samples = (
  [
    ["Trigger", "triggers", "triggerId"],
    ["Channel", "channels", "channelId"],
    ["ChannelConnection", "channelConnections", "channelConnectionId"],
  ] as const
).flatMap(([kind, collection, key]): Sample[] => {
  const object = `${home}/${collection}/orders`;
  const about = (form: string) => ({ token: `quartet:eventrouting/v1:${kind}${form}`, object, collection });
  const own = { role: admin, members: [ana] };
  return [
    {
      ...about("IamPolicy"),
      id: object,
      inputs: { [key]: "orders", bindings: [own] },
      created: [own],
      left: [own],
      news: { bindings: [{ role: viewer, members: [zoe, ana] }] },
      replacing: { location: "europe-west1" },
    },
    {
      ...about("IamBinding"),
      id: `${object} ${viewer}`,
      inputs: { name: "orders", role: viewer, members: [ana] },
      created: [{ role: viewer, members: [ana] }, shift],
      left: [shift],
      news: { members: [zoe, ana] },
      replacing: { role: admin },
    },
    {
      ...about("IamMember"),
      id: `${object} ${viewer} ${ana}`,
      inputs: { name: "orders", role: viewer, member: ana },
      created: [{ role: viewer, members: [ops, ana] }, shift],
      left: before,
      replacing: { member: zoe },
    },
    {
      ...about("IamMember"),
      id: `${object} ${admin} ${ana} by night`,
      inputs: { name: object, role: admin, member: ana, condition: night },
      created: [shown, { ...shift, members: [ops, ana] }],
      left: before,
      replacing: { condition: { ...night, title: "after dark" } },
    },
  ];
});

test("every access resource of every kind of object is covered", () => {
  const tokens = Object.keys(schema.resources!).filter((token) => /^quartet:eventrouting\/v1:.*Iam/.test(token));
  expect([...new Set(samples.map(({ token }) => token))].sort()).toEqual(tokens.sort());
});

describe.each(samples.map((sample) => [sample.id.replace(`${home}/`, ""), sample.token.split(":")[2]!, sample] as const))(
  "%s (%s)",
  (_id, _kind, { token, object, collection, id, inputs: given, news, replacing, created, left }) => {
    const subject = { type: token };
    const spec = schema.resources![token]!;
    /** Returns the bindings in sorted order, since their order has no meaning. */
    const bindings = (): unknown[] => ordered(events.emulator.policies.of(object).bindings);
    const changes = async (request: object): Promise<string> => (await fixture.rpc.diff({ ...subject, ...request } as never)).changes;

    beforeEach(() => {
      events.emulator.objects[collection].set(object, { name: object });
      events.emulator.policies.write(object, { bindings: before, auditConfigs: [] });
    });

    async function create(): Promise<{ inputs: Properties; properties: Properties }> {
      const inputs = await fixture.rpc.inputs(subject, given);
      const { id: createdId, properties } = await fixture.rpc.create({ ...subject, inputs });
      expect(createdId).toBe(id);
      return { inputs, properties };
    }

    test("Check completes inputs, rejects missing ones, and sends no request", async () => {
      const inputs = await fixture.rpc.inputs(subject, given);
      expect(reveal(inputs)).toMatchObject(place);
      expect(await fixture.rpc.check({ ...subject, news: inputs, olds: inputs })).toEqual({ inputs, failures: [] });
      expect(await changes({ olds: inputs, oldInputs: inputs, news: inputs })).toBe("none");
      const failing = async (wrong: Properties): Promise<string[]> =>
        (await fixture.rpc.check({ ...subject, news: wrong })).failures.map(({ property }) => property);
      expect((await failing({})).sort()).toEqual([...spec.requiredInputs!].sort());
      expect(await failing({ ...given, unexpected: "x" })).toEqual(["unexpected"]);
      expect(events.requests).toEqual([]);
    });

    test("any input may be unknown in a preview", async () => {
      for (const key of Object.keys(given)) {
        const { inputs, failures } = await fixture.rpc.check({ ...subject, news: { ...given, [key]: unknown } });
        expect([failures, unknownPaths(inputs)]).toEqual([[], [key]]);
        const { id: none, properties } = await fixture.rpc.create({ ...subject, inputs, preview: true });
        expect([none, reveal(properties)[key]]).toEqual(["", unknown]);
        expect(Object.keys(properties)).toEqual(expect.arrayContaining(spec.required!));
      }
      expect(events.requests).toEqual([]);
    });

    test("is created beside entries of other writers, returned as the schema declares, read without a difference", async () => {
      const { inputs, properties } = await create();
      expect(bindings()).toEqual(ordered(created));
      expect(shapeViolations(reveal(properties), spec)).toEqual([]);
      expect(reveal(properties)).toMatchObject(reveal(inputs));
      expect(secretPaths(properties)).toEqual([]);
      expect(await fixture.rpc.read({ ...subject, id, inputs, properties })).toEqual({ id, inputs, properties });
    });

    test("is imported by that id", async () => {
      const { inputs } = await create();
      const { id: found, inputs: imported, properties } = await fixture.rpc.read({ ...subject, id });
      expect(found).toBe(id);
      expect(shapeViolations(reveal(properties!), spec)).toEqual([]);
      expect(await fixture.rpc.check({ ...subject, news: imported! })).toEqual({ inputs: imported, failures: [] });
      expect(await changes({ id, oldInputs: imported, olds: properties, news: inputs })).toBe("none");
    });

    test("is updated in place where possible, and otherwise replaced", async () => {
      const { inputs, properties } = await create();
      const known = { ...subject, id, olds: properties, oldInputs: inputs };
      const other = await fixture.rpc.inputs(subject, { ...given, ...replacing });
      expect((await fixture.rpc.diff({ ...known, news: other })).replaces).toEqual(expect.arrayContaining(Object.keys(replacing)));
      if (!news) return;
      const next = await fixture.rpc.inputs(subject, { ...given, ...news });
      expect(await fixture.rpc.diff({ ...known, news: next })).toMatchObject({ changes: "some", replaces: [] });
      const updated = await fixture.rpc.update({ ...known, news: next });
      expect(shapeViolations(reveal(updated), spec)).toEqual([]);
      expect(await fixture.rpc.read({ ...subject, id, inputs: next, properties: updated })).toEqual({
        id,
        inputs: next,
        properties: updated,
      });
      events.requests.length = 0;
      expect(await fixture.rpc.update({ ...known, olds: updated, oldInputs: next, news: next })).toEqual(updated);
      expect(events.requests.filter(({ path }) => path.endsWith(":setIamPolicy"))).toEqual([]);
    });

    test("is deleted, twice without an error, and entries of other writers remain", async () => {
      const { inputs, properties } = await create();
      await fixture.rpc.delete({ ...subject, id, properties });
      expect(bindings()).toEqual(ordered(left));
      await fixture.rpc.delete({ ...subject, id, properties, oldInputs: inputs });
      expect(bindings()).toEqual(ordered(left));
    });

    test("is reported as deleted when its object is deleted", async () => {
      const { inputs, properties } = await create();
      events.emulator.objects[collection].delete(object);
      expect(await fixture.rpc.read({ ...subject, id, inputs, properties })).toEqual({ id: "", inputs: undefined, properties: undefined });
      await fixture.rpc.delete({ ...subject, id, properties, oldInputs: inputs });
    });
  },
);
