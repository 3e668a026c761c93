/** The inputs of lists, and what lists of Eventarc leave out. See docs/protocol.md#list. */
import { createVariant, decoded, Fixture } from "./fixture";
import { variants } from "./variants";

const idsOf = (objects: { id: string }[]) => objects.map(({ id }) => id);

test("cloud: a service restricts the list; a service that does not exist is an error", async () => {
  const token = "quartet:cloud:ApiGatewayApi";
  const { fixture } = await createVariant(variants.find((variant) => variant.token === token)!);
  const all = idsOf(await fixture.listed(token));
  const [serviceId = ""] = all[0]!.split("#");
  expect(idsOf(await fixture.listed(token, { serviceId }))).toEqual(all.filter((id) => id.startsWith(`${serviceId}#`)));
  await expect(fixture.listed(token, { serviceId: "service-00000000" })).rejects.toThrow(/DescribeApisStatus/);
});

describe("eventrouting", () => {
  const nameOf = (location: string) => `projects/demo-project/locations/${location}/channels/inbox`;

  test("the location of the provider, another one, or all", async () => {
    const token = "quartet:eventrouting/v1:Channel";
    const fixture = await Fixture.open("eventrouting");
    for (const location of ["us-central1", "europe-west1"]) {
      const program = decoded({ channelId: "inbox", location });
      await fixture.create(token, (await fixture.check(token, program)).inputs);
    }
    expect(idsOf(await fixture.listed(token))).toEqual([nameOf("us-central1")]);
    expect(idsOf(await fixture.listed(token, { location: "europe-west1" }))).toEqual([nameOf("europe-west1")]);
    expect(idsOf(await fixture.listed(token, { location: "-" })).sort()).toEqual(["europe-west1", "us-central1"].map(nameOf));
  });

  test("triggers of functions are left out, and unreachable locations are named", async () => {
    const token = "quartet:eventrouting/v1:Trigger";
    const fixture = await Fixture.open("eventrouting");
    const own = { name: "projects/demo-project/locations/us-central1/triggers/own", destination: { workflow: "w" } };
    const foreign = { name: "projects/123/locations/us-central1/triggers/foreign", destination: { cloudFunction: "f" } };
    const body = JSON.stringify({ triggers: [foreign, own], unreachable: ["locations/asia-east1"] });
    fixture.intercept = (_request, respond) => ({ ...respond(), status: 200, body });
    expect(await fixture.listed(token)).toEqual([{ id: own.name, name: "own" }]);
    expect(fixture.lines).toEqual([expect.stringMatching(/warning: .*incomplete: unreachable locations: locations\/asia-east1/)]);
  });
});
