// Lookups of the cluster and of its license. See docs/modules/search.md#getsearchclusterinfo and docs/modules/search.md#getsearchlicense.
import { getSearchClusterInfo } from "../../../../../provider/modules/search/functions/getSearchClusterInfo";
import { getSearchLicense } from "../../../../../provider/modules/search/functions/getSearchLicense";
import { createSearchEmulator } from "../../../../emulators/search";
import { inVirtualTime, useVirtualTime } from "../../../../faults/virtual/time";
import { inContext } from "../../../../support/contexts";
import { clientOver, emulated, failure, json, recorded, root, uuid } from "../support";

useVirtualTime();

const info = async (client: ReturnType<typeof clientOver>) => getSearchClusterInfo.read({}, inContext(client));
const license = async (client: ReturnType<typeof clientOver>) => inVirtualTime(async () => getSearchLicense.read({}, inContext(client)));

test("data 115: the cluster is read with the request that every connection sends once", async () => {
  const { send, sent } = emulated(createSearchEmulator().handle);
  const client = clientOver(send);
  await client.cluster();
  expect(await info(client)).toEqual({
    id: uuid,
    clusterUuid: uuid,
    clusterName: "emulator",
    nodeName: "emulator",
    tagline: "You Know, for Search",
    serverVersion: {
      versionNumber: "8.19.8",
      buildFlavor: "default",
      buildType: "docker",
      buildHash: "0000000000000000000000000000000000000000",
      buildDate: "2025-01-01T00:00:00.000000000Z",
      buildSnapshot: false,
      luceneVersion: "9.12.2",
      minimumWireCompatibilityVersion: "7.17.0",
      minimumIndexCompatibilityVersion: "7.0.0",
    },
  });
  expect(sent).toHaveLength(1);
});

test("members that the server does not return are absent", async () => {
  const body = {
    name: "n",
    cluster_name: "c",
    cluster_uuid: uuid,
    tagline: "t",
    version: { number: "8.11.0", build_flavor: "serverless" },
  };
  expect(await info(clientOver(recorded(() => json(body)).send))).toMatchObject({
    serverVersion: { versionNumber: "8.11.0", buildFlavor: "serverless" },
  });
});

test.each([[{ name: 1 }], [{ tagline: null }], [{ cluster_name: [] }], [{ version: { number: 8 } }], [{ version: "8.19.8" }]])(
  "data 122: a response with %j is no cluster",
  async (more) => {
    const body = { name: "n", cluster_name: "c", cluster_uuid: uuid, tagline: "t", version: { number: "8.19.8" }, ...more };
    expect(await failure(Promise.resolve(info(clientOver(recorded(() => json(body)).send))))).toMatchObject({ code: "unavailable" });
  },
);

test.each([
  ["trial", { expiryDate: "2025-01-31T00:00:00.000Z" }],
  ["basic", {}],
] as const)("data 116: the license %s", async (type, more) => {
  expect(await license(clientOver(emulated(createSearchEmulator({ license: type }).handle).send))).toEqual({
    id: `${uuid}/license`,
    licenseType: type,
    status: "active",
    licenseUid: "00000000-0000-4000-8000-000000000000",
    issuedTo: "emulator",
    issuer: "elasticsearch",
    issueDate: "2025-01-01T00:00:00.000Z",
    maxNodes: 1000,
    ...more,
  });
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

test("data 116: a license that never comes is an error", async () => {
  expect(await failure(license(clientOver(responding(json({}, 404)).send)))).toMatchObject({ code: "not_found" });
});

test.each([[{}], [{ license: [] }], [{ license: { ...valid, type: 1 } }], [{ license: { ...valid, issue_date_in_millis: "x" } }]])(
  "data 122: the response %j is no license",
  async (body) => {
    expect(await failure(license(clientOver(responding(json(body)).send)))).toMatchObject({ code: "unavailable" });
  },
);
