/** The catalog of events is read-only: lists, single providers, permissions, locations. */
import { callerOf, fieldsOf, home, rejection } from "./caller";
import { createEventEmulator } from "./index";

const opened = (): { emulator: ReturnType<typeof createEventEmulator>; request: ReturnType<typeof callerOf> } => {
  const emulator = createEventEmulator({ locations: ["us-central1", "eu"] });
  return { emulator, request: callerOf(emulator) };
};

it("returns one provider, with the project as the service names it", () => {
  const { emulator, request } = opened();
  expect(request("GET providers/partner").body).toEqual({
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
  expect(request("GET providers/partner").body["name"]).toBe("projects/481516234200/locations/us-central1/providers/partner");
});

it("lists in pages, in order, filtered, in one location or in all", () => {
  const { request } = opened();
  const found = request("GET providers?pageSize=2&orderBy=name%20desc&filter=displayName%3Acloud").body;
  expect(found["providers"]).toMatchObject([{ displayName: "Cloud Storage" }, { displayName: "Cloud Pub/Sub" }]);
  const first = request("GET providers?pageSize=3").body;
  expect(first["providers"]).toHaveLength(3);
  expect(
    request(`GET providers?pageSize=3&pageToken=${encodeURIComponent(String(first["nextPageToken"]))}`).body["providers"],
  ).toHaveLength(1);
  expect(request("GET /v1/projects/demo-project/locations/-/providers").body["providers"]).toHaveLength(8);
});

it("rejects unknown parameters", () => {
  const { emulator, request } = opened();
  expect(request("GET providers/none")).toMatchObject(rejection(404, "NOT_FOUND"));
  expect(fieldsOf(request("GET providers?orderBy=eventTypes"))).toEqual(["order_by"]);
  expect(request("GET providers?etag=1").status).toBe(400);
  expect(request("GET providers/partner?pageSize=1").status).toBe(400);
  expect(request("DELETE providers/partner").status).toBe(405);
  expect(request("POST providers", {}).status).toBe(405);
  expect(request("GET /v1/projects/demo-project/locations/asia-east1/providers").status).toBe(403);
  emulator.denied.add("eventarc.providers.list").add("eventarc.providers.get");
  expect([request("GET providers").status, request("GET providers/partner").status]).toEqual([403, 403]);
});
