/** The catalog of events is read-only: lists, single providers, permissions, locations. */
import { asking, fieldsOf, home, refusal } from "./asking";
import { createEventEmulator } from "./index";

const opened = (): { emulator: ReturnType<typeof createEventEmulator>; ask: ReturnType<typeof asking> } => {
  const emulator = createEventEmulator({ locations: ["us-central1", "eu"] });
  return { emulator, ask: asking(emulator) };
};

it("returns one provider, with the project as the service names it", () => {
  const { emulator, ask } = opened();
  expect(ask("GET providers/partner").body).toEqual({
    name: `${home}/providers/partner`,
    displayName: "Partner",
    eventTypes: [
      {
        type: "partner.orders.v1.created",
        filteringAttributes: [{ attribute: "type", description: "The type of the event.", required: true }],
      },
    ],
  });
  emulator.namesProjectsBy = "number";
  expect(ask("GET providers/partner").body["name"]).toBe("projects/481516234200/locations/us-central1/providers/partner");
});

it("lists in pages, in order, filtered, in one location or in all", () => {
  const { ask } = opened();
  const found = ask("GET providers?pageSize=2&orderBy=name%20desc&filter=displayName%3Acloud").body;
  expect(found["providers"]).toMatchObject([{ displayName: "Cloud Storage" }, { displayName: "Cloud Pub/Sub" }]);
  const first = ask("GET providers?pageSize=3").body;
  expect(first["providers"]).toHaveLength(3);
  expect(ask(`GET providers?pageSize=3&pageToken=${encodeURIComponent(String(first["nextPageToken"]))}`).body["providers"]).toHaveLength(1);
  expect(ask("GET /v1/projects/demo-project/locations/-/providers").body["providers"]).toHaveLength(8);
});

it("rejects unknown parameters", () => {
  const { emulator, ask } = opened();
  expect(ask("GET providers/none")).toMatchObject(refusal(404, "NOT_FOUND"));
  expect(fieldsOf(ask("GET providers?orderBy=eventTypes"))).toEqual(["order_by"]);
  expect(ask("GET providers?etag=1").status).toBe(400);
  expect(ask("GET providers/partner?pageSize=1").status).toBe(400);
  expect(ask("DELETE providers/partner").status).toBe(405);
  expect(ask("POST providers", {}).status).toBe(405);
  expect(ask("GET /v1/projects/demo-project/locations/asia-east1/providers").status).toBe(403);
  emulator.denied.add("eventarc.providers.list").add("eventarc.providers.get");
  expect([ask("GET providers").status, ask("GET providers/partner").status]).toEqual([403, 403]);
});
