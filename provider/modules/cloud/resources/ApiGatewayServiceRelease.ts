// The publication of a service to an environment. Every input replaces. See docs/modules/cloud.md#service-releases.
import type { ReadContext } from "../../../contract/shared-reads";
import type { Resource } from "../../../contract/resource";
import { ProviderError } from "../../../core/errors/errors";
import type { Cloud } from "../../../core/gen/types";
import { scalarText, textOf } from "../../../core/values/records";
import type { CloudClient } from "../client";
import { unlessGone } from "../gone";
import type { RemoteEnvironment, RemoteService } from "../remote";
import { createObject } from "./creation";
import { idPart, type Parts, verifyPlace } from "../ids";
import { listWithin } from "./listing";
import { serviceEnvironments, releases, services } from "../collections";
import { paramsOf } from "../mapping";

type Inputs = Cloud.ApiGatewayServiceReleaseInputs;
type State = Cloud.ApiGatewayServiceReleaseState;

const { ids } = releases;
type Release = Parts<(typeof ids.names)[number]>;

/** Returns the version that is in force: empty where the service returns none, undefined for an environment that is offline. */
async function versionInForce(place: Omit<Release, "releaseVersion">, reads: ReadContext<CloudClient>): Promise<string | undefined> {
  const environment: RemoteEnvironment = (await serviceEnvironments.find(serviceEnvironments.ids.join(place), reads)) ?? {};
  return environment.Status === 0 ? undefined : scalarText(environment.VersionName);
}

/**
 * Waits until the version is not in force any more that was before the release: until then, the deletion of its predecessor takes the environment offline.
 * Another version may have been published since.
 */
async function waitUntilReplaced(former: string | undefined, release: Release, reads: ReadContext<CloudClient>): Promise<void> {
  await reads.client.waitUntil(`version ${release.releaseVersion}`, async () => {
    const version = await versionInForce(release, reads);
    return version === "" || version !== former || version === release.releaseVersion ? true : undefined;
  });
}

/** Whether a version was published to the environment after this one. */
async function hasSuccessor(release: Release, client: CloudClient): Promise<boolean> {
  const own: string[] = [];
  const others: string[] = [];
  for await (const [, { VersionName, ReleaseTime }] of releases.entries(client, release)) {
    // A version that was published again can have several rows. The times have one format, which sorts as text.
    (VersionName === release.releaseVersion ? own : others).push(scalarText(ReleaseTime));
  }
  const last = own.sort().at(-1) ?? "";
  return last !== "" && others.some((time) => time > last);
}

/** A publication. */
export const ApiGatewayServiceRelease: Resource<CloudClient, Inputs, State> = {
  properties: { serviceId: { validate: idPart }, environmentName: { validate: idPart }, releaseDesc: { validate: { maxLength: 200 } } },
  importId: ids,
  verifyPlace,

  async create({ inputs, created }, { client, load }) {
    const { serviceId, environmentName, releaseDesc } = inputs;
    const { ApiTotalCount: apis }: RemoteService = await client.object("DescribeService", { ServiceId: serviceId });
    if (!Number(scalarText(apis))) {
      const advice = "Add the APIs of the service to the dependsOn option of the release.";
      throw new ProviderError("failed_precondition", `service ${serviceId} has no API to publish. ${advice}`);
    }
    const former = await versionInForce(inputs, { client, load });
    const { id: releaseVersion } = await createObject(client, {
      action: "ReleaseService",
      params: { ServiceId: serviceId, EnvironmentName: environmentName, ReleaseDesc: releaseDesc },
      id: "ReleaseVersion",
      lookupHint: `Look for a new version of service ${serviceId} with getApiGatewayServiceReleaseVersions. The next update publishes again and replaces it.`,
    });
    const release = { serviceId, environmentName, releaseVersion };
    const id = ids.join(release);
    const state = { ...inputs, apiGatewayServiceReleaseId: id, releaseVersion };
    created(id, state);
    await client.waitUntil(`environment ${environmentName} of ${serviceId}`, async () => {
      const { AvailableEnvironments: online }: RemoteService = await client.object("DescribeService", { ServiceId: serviceId });
      return Array.isArray(online) && online.includes(environmentName) ? true : undefined;
    });
    await waitUntilReplaced(former, release, { client, load });
  },

  read: ({ id, prior }, context) =>
    unlessGone("service", async () => {
      const parts = ids.split(id);
      const release = await releases.find(id, context);
      // The history outlives the publication. Another version in force is not drift.
      if (!release || (await versionInForce(parts, context)) === undefined) return undefined;
      const { VersionDesc: description } = release;
      const releaseDesc = textOf(description) ?? prior?.inputs.releaseDesc ?? "";
      return { id, state: { ...parts, releaseDesc, apiGatewayServiceReleaseId: id } };
    }),

  async delete({ id }, { client, load }) {
    const release = ids.split(id);
    const { releaseVersion } = release;
    const version = await unlessGone("service", () => versionInForce(release, { client, load }));
    // The environment goes offline with the version in force, which may be the successor of this one. A version that was switched back to is in force
    // although it has successors.
    if (version === undefined || (version !== "" && version !== releaseVersion)) return;
    if (version === "" && (await unlessGone("service", () => hasSuccessor(release, client)))) return;
    const place = paramsOf(release, ["serviceId", "environmentName"]);
    await client.remove("UnReleaseService", place, releases.gone);
  },

  // Only the version in force: an older one has no effect.
  list: listWithin(services, async function* (serviceId, client) {
    for await (const [place, { Status, VersionName }] of serviceEnvironments.entries(client, { serviceId })) {
      const id = `${place}#${scalarText(VersionName)}`;
      if (Status !== 0 && textOf(VersionName) !== undefined) yield { id, name: id };
    }
  }),
};
