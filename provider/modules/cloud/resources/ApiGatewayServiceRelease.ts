// The publication of a service to an environment (cloud-resources.md 4.6).
import type { LegacyResource as Resource } from "../../../core/legacy-contract";
import { hasCode, ProviderError } from "../../../core/errors";
import type { Cloud } from "../../../core/gen/types";
import type { PlainMap } from "../../../core/value";
import type { CloudClient } from "../client";
import { newObject } from "./creation";
import { ids, part } from "./ids";

type Inputs = Cloud.ApiGatewayServiceReleaseInputs;
type State = Cloud.ApiGatewayServiceReleaseState;
type Parts = ReturnType<typeof form.split>;

const form = ids(["serviceId", "environmentName", "releaseVersion"], "service-k3v9x2ab#release#20260305100211-3f0c9a52");
const gone = ["ResourceNotFound.InvalidService"];

/** What runs in the environment; nothing when the service is gone. Without a row nothing is known of it. */
async function running(client: CloudClient, serviceId: string, environmentName: string): Promise<PlainMap | undefined> {
  const all = await client.findPages("DescribeServiceEnvironmentList", { ServiceId: serviceId }, "EnvironmentList", gone);
  return all && (all.find(({ EnvironmentName }) => EnvironmentName === environmentName) ?? {});
}

/** The version that runs, where the service tells one. */
const versionOf = ({ VersionName: version }: PlainMap): string | undefined =>
  typeof version === "string" && version !== "" ? version : undefined;

/** How long a new version may take to show as the running one, in seconds. */
const settling = 20;

/**
 * Waits a while until the version shows as the one that runs: as long as its predecessor does, the delete of that one takes the environment offline. Not for
 * long, because another version may have been published meanwhile.
 */
async function untilRuns({ serviceId, environmentName, releaseVersion }: Parts, client: CloudClient): Promise<void> {
  const look = async (): Promise<true | undefined> => {
    const now = (await running(client, serviceId, environmentName)) ?? {};
    return now["Status"] !== 0 && (versionOf(now) ?? releaseVersion) === releaseVersion ? true : undefined;
  };
  await client.until(`version ${releaseVersion}`, look, settling).catch((error: unknown) => {
    if (!hasCode(error, "deadline_exceeded")) throw error;
  });
}

/** A publication. */
export const ApiGatewayServiceRelease: Resource<CloudClient, Inputs, State> = {
  rules: { properties: { serviceId: part, releaseDesc: { maxLength: 200 } } },
  checkId: form.check,
  // All is written by create; it remains to wait until it shows.
  birth: (inputs) => inputs,

  async create({ serviceId, environmentName, releaseDesc }, client) {
    const service = (await client.read("DescribeService", { ServiceId: serviceId })) as PlainMap;
    if (!Number(service["ApiTotalCount"])) {
      throw new ProviderError(
        "failed_precondition",
        `service ${serviceId} has no API to publish; let the release depend on the APIs of the service (dependsOn)`,
      );
    }
    const { id: releaseVersion } = await newObject(client, {
      action: "ReleaseService",
      params: { ServiceId: serviceId, EnvironmentName: environmentName, ReleaseDesc: releaseDesc },
      id: "ReleaseVersion",
      find: `Look for a new version of service ${serviceId} with getApiGatewayServiceReleaseVersions. The next update publishes again and replaces it.`,
    });
    const id = form.join({ serviceId, environmentName, releaseVersion });
    return { id, outputs: { apiGatewayServiceReleaseId: id, releaseVersion } };
  },

  async apply(id, { serviceId, environmentName }, _previous, client) {
    await client.until(`the environment ${environmentName} of ${serviceId}`, async () => {
      const service = await client.find("DescribeService", { ServiceId: serviceId }, []);
      const online = service?.["AvailableEnvironments"];
      return Array.isArray(online) && online.includes(environmentName) ? true : undefined;
    });
    await untilRuns(form.split(id), client);
  },

  async read(id, client, known) {
    const parts = form.split(id);
    const { serviceId, environmentName, releaseVersion } = parts;
    const place = { ServiceId: serviceId, EnvironmentName: environmentName };
    const history = await client.findPages("DescribeServiceEnvironmentReleaseHistory", place, "VersionList", gone);
    const release = history?.find(({ VersionName }) => VersionName === releaseVersion);
    if (!release) return undefined;
    const now = await running(client, serviceId, environmentName);
    // The history survives it when the environment is taken offline. Another version that runs there is no drift.
    if (!now || now["Status"] === 0) return undefined;
    const { VersionDesc: told } = release;
    const releaseDesc = typeof told === "string" ? told : (known?.inputs.releaseDesc ?? "");
    return { id, state: { ...parts, releaseDesc, apiGatewayServiceReleaseId: id } };
  },

  async delete(id, client) {
    const { serviceId, environmentName, releaseVersion } = form.split(id);
    const now = await running(client, serviceId, environmentName);
    if (!now || now["Status"] === 0) return;
    // The environment would go offline with the version that runs now, which may be this one's successor.
    if ((versionOf(now) ?? releaseVersion) !== releaseVersion) return;
    await client.undo("UnReleaseService", { ServiceId: serviceId, EnvironmentName: environmentName }, [...gone, "ResourceNotFound"]);
  },
};
