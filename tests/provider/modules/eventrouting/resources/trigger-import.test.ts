// Import of triggers: the inputs of the generated program. See docs/modules/eventrouting.md#import.
import { eventStack, home } from "../support";

const name = `${home}/triggers/orders`;
const place = { project: "demo-project", location: "us-central1" };
const program = {
  triggerId: "orders",
  eventFilters: [{ attribute: "type", value: "google.cloud.pubsub.topic.v1.messagePublished" }],
  destination: { containerService: { service: "orders", region: "us-central1", path: "/created" } },
};
const full = {
  ...program,
  serviceAccount: "events@demo-project.iam.gserviceaccount.com",
  transport: { pubsub: { topic: "projects/demo-project/topics/orders" } },
  labels: { team: "orders" },
};

const setup = () => eventStack("Trigger");
const existing = ({ emulator }: ReturnType<typeof setup>) => emulator.objects.triggers.get(name);

test.each([name, `v1/${name}`, `https://eventarc.googleapis.com/v1/${name}`])("by %s: the inputs that a program needs", async (id) => {
  const fixture = setup();
  await fixture.stack.up(full);
  fixture.stack.stored = undefined;
  await fixture.stack.import(id);
  expect(fixture.stack.stored).toMatchObject({ id: name });
  expect(fixture.stack.inputs).toEqual({ ...full, ...place, name });
  expect(await fixture.stack.up(full)).toBe("same");
});

test("a topic of the service and the default content type are omitted", async () => {
  const fixture = setup();
  await fixture.stack.up({ ...program, eventDataContentType: "application/json" });
  fixture.stack.stored = undefined;
  await fixture.stack.import(name);
  expect(fixture.stack.inputs).toEqual({ ...program, ...place, name });
  expect(await fixture.stack.up(program)).toBe("same");
});

test("an absent transport is omitted", async () => {
  const fixture = setup();
  await fixture.stack.up(program);
  const { transport: _, ...rest } = existing(fixture)!;
  fixture.emulator.objects.triggers.set(name, rest);
  await fixture.stack.import(name);
  expect(fixture.stack.inputs).toEqual({ ...program, ...place, name });
  expect(fixture.stack.outputs["transport"]).toEqual({});
});

test("a trigger of a function is rejected", async () => {
  const fixture = setup();
  await fixture.stack.up(program);
  fixture.emulator.objects.triggers.set(name, {
    ...existing(fixture)!,
    destination: { cloudFunction: "projects/p/locations/l/functions/f" },
  });
  fixture.stack.stored = undefined;
  await expect(fixture.stack.import(name)).rejects.toThrow("belongs to a function");
});
