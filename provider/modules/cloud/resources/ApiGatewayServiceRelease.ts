// The publication of a service to an environment. Every input replaces. See docs/modules/cloud.md#service-releases.
import type { Resource } from "../../../core/contract";
import { hasCode, ProviderError } from "../../../core/errors";
import type { Cloud } from "../../../core/gen/types";
import { objectOf, scalarText, textOf } from "../../../core/records";
import type { CloudClient } from "../client";
import { goneCodes } from "../gone";
import type { RemoteEnvironment, RemoteService } from "../remote";
import { createObject } from "./creation";
import { idFormat, idPart, type Parts } from "./ids";
import { listIn, textIn } from "./listing";

type Inputs = Cloud.ApiGatewayServiceReleaseInputs;
type State = Cloud.ApiGatewayServiceReleaseState;

const ids = idFormat(["serviceId", "environmentName", "releaseVersion"], "service-k3v9x2ab#release#20260305100211-3f0c9a52");
type Release = Parts<(typeof ids.names)[number]>;

const gone = goneCodes("service");

/** Returns the environment of the service: empty when the service does not list it, undefined when the service does not exist. */
async function environmentOf(client: CloudClient, serviceId: string, environmentName: string): Promise<RemoteEnvironment | undefined> {
  const all = await client.findPages("DescribeServiceEnvironmentList", { ServiceId: serviceId }, "EnvironmentList", gone);
  return all && (all.find(({ EnvironmentName }) => EnvironmentName === environmentName) ?? {});
}

/** Returns the version that is in force, where the service returns one. */
const versionOf = ({ VersionName: version }: RemoteEnvironment): string | undefined => textOf(version);

/** Time limit for a new version to become the one in force, in seconds. */
const activationTime = 20;

/**
 * Waits until the version is in force: until then, the deletion of its predecessor takes the environment offline. The time is short because another version
 * may have been published since.
 */
async function waitUntilInForce({ serviceId, environmentName, releaseVersion }: Release, client: CloudClient): Promise<void> {
  const check = async (): Promise<true | undefined> => {
    const current = (await environmentOf(client, serviceId, environmentName)) ?? {};
    return current.Status !== 0 && (versionOf(current) ?? releaseVersion) === releaseVersion ? true : undefined;
  };
  await client.waitUntilVisible(`version ${releaseVersion}`, check, activationTime).catch((error: unknown) => {
    if (!hasCode(error, "deadline_exceeded")) throw error;
  });
}

/** A publication. */
export const ApiGatewayServiceRelease: Resource<CloudClient, Inputs, State> = {
  properties: { serviceId: { validate: idPart }, environmentName: { validate: idPart }, releaseDesc: { validate: { maxLength: 200 } } },
  importId: { validate: ids.validate },

  async create({ inputs, created }, { client }) {
    const { serviceId, environmentName, releaseDesc } = inputs;
    const { ApiTotalCount: apis }: RemoteService = objectOf(await client.read("DescribeService", { ServiceId: serviceId }));
    if (!Number(scalarText(apis))) {
      const advice = "Add the APIs of the service to the dependsOn option of the release.";
      throw new ProviderError("failed_precondition", `service ${serviceId} has no API to publish. ${advice}`);
    }
    const { id: releaseVersion } = await createObject(client, {
      action: "ReleaseService",
      params: { ServiceId: serviceId, EnvironmentName: environmentName, ReleaseDesc: releaseDesc },
      id: "ReleaseVersion",
      lookupHint: `Look for a new version of service ${serviceId} with getApiGatewayServiceReleaseVersions. The next update publishes again and replaces it.`,
    });
    const id = ids.join({ serviceId, environmentName, releaseVersion });
    created(id, { ...inputs, apiGatewayServiceReleaseId: id, releaseVersion });
    await client.waitUntilVisible(`environment ${environmentName} of ${serviceId}`, async () => {
      const service: RemoteService | undefined = await client.find("DescribeService", { ServiceId: serviceId }, []);
      const online = service?.AvailableEnvironments;
      return Array.isArray(online) && online.includes(environmentName) ? true : undefined;
    });
    await waitUntilInForce(ids.split(id), client);
  },

  async read({ id, prior }, { client }) {
    const parts = ids.split(id);
    const { serviceId, environmentName, releaseVersion } = parts;
    const place = { ServiceId: serviceId, EnvironmentName: environmentName };
    const history = await client.findPages("DescribeServiceEnvironmentReleaseHistory", place, "VersionList", gone);
    const release = history?.find(({ VersionName }) => VersionName === releaseVersion);
    if (!release) return undefined;
    const current = await environmentOf(client, serviceId, environmentName);
    // The history outlives the publication. Another version in force is not drift.
    if (!current || current.Status === 0) return undefined;
    const { VersionDesc: description } = release;
    const releaseDesc = typeof description === "string" ? description : (prior?.inputs.releaseDesc ?? "");
    return { id, state: { ...parts, releaseDesc, apiGatewayServiceReleaseId: id } };
  },

  async delete({ id }, { client }) {
    const { serviceId, environmentName, releaseVersion } = ids.split(id);
    const current = await environmentOf(client, serviceId, environmentName);
    if (!current || current.Status === 0) return;
    // The environment goes offline with the version in force, which may be the successor of this one.
    if ((versionOf(current) ?? releaseVersion) !== releaseVersion) return;
    await client.deleteIgnoringMissing("UnReleaseService", { ServiceId: serviceId, EnvironmentName: environmentName }, [
      ...gone,
      "ResourceNotFound",
    ]);
  },

  // Only the version in force: an older one has no effect.
  list: listIn("service", async function* ({ id: serviceId, rowsOf }) {
    const action = "DescribeServiceEnvironmentList";
    for await (const row of rowsOf(action, { ServiceId: serviceId }, "EnvironmentList")) {
      const releaseVersion = versionOf(row);
      if (row["Status"] === 0 || releaseVersion === undefined) continue;
      const id = ids.join({ serviceId, environmentName: textIn(row, "EnvironmentName", action), releaseVersion });
      yield { id, name: id };
    }
  }),
};
