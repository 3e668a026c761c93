// The lookup of the license. See docs/modules/search.md#getsearchlicense.
import { createSearchEmulator } from "../../../../emulators/search";
import { inVirtualTime, virtualTimeOfFile } from "../../../../support/virtual-time";
import { callFunction, clientOver, emulated, json, recorded, rejects, root } from "../support";

virtualTimeOfFile();

const license = async (client: ReturnType<typeof clientOver>) => inVirtualTime(callFunction("getSearchLicense", {}, client));

test("data 116: a license that expires", async () => {
  const client = clientOver(emulated(createSearchEmulator({ license: "trial" }).handle).send);
  expect(await license(client)).toMatchObject({ licenseType: "trial", expiryDate: "2025-01-31T00:00:00.000Z" });
});

const valid = { type: "basic", status: "active", uid: "u", issued_to: "c", issuer: "i", issue_date_in_millis: 1 };

/** Responds to requests for the license in turn; the last response repeats. */
const responding = (...responses: ReturnType<typeof json>[]) =>
  recorded(({ line }) => (line === "GET /" ? root() : responses.length > 1 ? responses.shift()! : responses[0]!));

test("data 116: the license that the server is still building is awaited", async () => {
  const { send, sent } = responding(json({}, 404), json({ license: valid }));
  expect(await license(clientOver(send))).toMatchObject({ licenseType: "basic" });
  expect(sent.map(({ line }) => line)).toEqual(["GET /", "GET /_license", "GET /_license"]);
});

test.each([
  [{}, 404, /^not_found/],
  ...[{}, { license: [] }, { license: { ...valid, type: 1 } }, { license: { ...valid, issue_date_in_millis: "x" } }].map(
    (body) => [body, 200, /^unavailable/] as [object, number, RegExp],
  ),
])("data 116, 122: the response %j (%d), and no other one, is no license", async (body, status, failure) =>
  rejects(license(clientOver(responding(json(body, status)).send)), failure),
);
