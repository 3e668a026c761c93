// The binding of a usage plan to a service, or to one API and keys, in one environment. See docs/modules/cloud.md#usage-plan-attachments.
import type { ReadContext } from "../../../../contract/shared-reads";
import { scalarText } from "../../../../core/values/records";
import type { ReadResult, Resource } from "../../../../contract/resource";
import { ProviderError } from "../../../../core/errors/errors";
import type { Cloud } from "../../../../core/gen/types";
import type { PlainMap } from "../../../../core/values/value";
import type { CloudClient } from "../../client";
import { equalSets } from "../../equality";
import { NoReasonError } from "../../errors";
import { unlessGone } from "../../gone";
import { duplicateViolation, idPart, verifyPlace } from "../../ids";
import { deleteOrRestore } from "../deletion";
import { bindKeys, readBoundKeys, unbindKeys } from "../keys";
import { listWithin } from "../listing";
import { planBindings, services } from "../../collections";
import { planBindingId, planBindingOf, validatePlanBindingId, type PlanBinding } from "./id";

type Inputs = Cloud.ApiGatewayUsagePlanAttachmentInputs;
type State = Cloud.ApiGatewayUsagePlanAttachmentState & {
  /** The keys that this resource has bound or imported: a delete unbinds no others. States of earlier versions have none. */
  __boundKeys?: string[];
};

/** Time limit for BindEnvironment to return true, in seconds. */
const bindLimitSeconds = 300;

const bindingOf = ({ usagePlanId, serviceId, environment, bindType = "SERVICE", apiId = "", accessKeyIds = [] }: Inputs): PlanBinding => ({
  usagePlanId,
  serviceId,
  environment,
  bindType,
  apiId,
  accessKeyIds,
});

/** The parameters of BindEnvironment and UnBindEnvironment. */
const bindingParams = ({ usagePlanId, serviceId, environment, bindType, apiId }: PlanBinding): PlainMap => ({
  ServiceId: serviceId,
  UsagePlanIds: [usagePlanId],
  Environment: environment,
  BindType: bindType,
  ...(bindType === "API" && { ApiIds: [apiId] }),
});

/** Returns the row of the binding; undefined when it does not exist. */
async function findBinding({ usagePlanId, serviceId, environment, bindType, apiId }: PlanBinding, reads: ReadContext<CloudClient>) {
  const parts = [usagePlanId, serviceId, environment, ...(bindType === "API" ? [apiId] : [])];
  return planBindings[bindType].find(parts.join("#"), reads);
}

/** The keys of a plan, and those of them that a resource has bound. */
interface BoundKeys {
  all: readonly string[];
  own: readonly string[];
}

/** Returns the binding with its keys that are still bound. */
function bindingResult(binding: PlanBinding, { all, own }: BoundKeys): ReadResult<State> {
  const { apiId, accessKeyIds, ...parts } = binding;
  const keys = accessKeyIds.filter((key) => all.includes(key));
  const __boundKeys = keys.filter((key) => own.includes(key));
  const optional = { ...(apiId !== "" && { apiId }), ...(keys.length > 0 && { accessKeyIds: keys }) };
  const id = planBindingId(binding);
  return { id, state: { ...parts, ...optional, apiGatewayUsagePlanAttachmentId: id, __boundKeys } };
}

/** Returns the keys that the resource has bound. A state of an earlier version, and an import, name them by the ID. */
const ownKeysOf = ({ accessKeyIds }: PlanBinding, state: Partial<State> = {}): string[] => state.__boundKeys ?? accessKeyIds;

/** Fails before anything is bound when a part of the binding does not exist, or the API does not accept keys. */
async function checkParts({ usagePlanId, serviceId, apiId, accessKeyIds }: PlanBinding, client: CloudClient): Promise<void> {
  if (accessKeyIds.length > 0) {
    const { AuthType } = await client.object("DescribeApi", { ServiceId: serviceId, ApiId: apiId });
    if (AuthType !== "SECRET") {
      const reason = `API ${apiId} has authType ${scalarText(AuthType ?? "NONE")}; keys can be bound to an API of authType SECRET only`;
      throw new ProviderError("failed_precondition", `${reason}. Change authType of the API, or remove accessKeyIds.`);
    }
  }
  await client.object("DescribeUsagePlan", { UsagePlanId: usagePlanId });
  await client.object("DescribeService", { ServiceId: serviceId });
}

/** Binds the plan; repeats the request when the service returns false without a reason. */
async function bind(binding: PlanBinding, client: CloudClient): Promise<void> {
  const attempt = async (): Promise<true | undefined> => {
    try {
      await client.write("BindEnvironment", bindingParams(binding));
      return true;
    } catch (error) {
      if (error instanceof NoReasonError) return undefined;
      throw error;
    }
  };
  await client.waitUntil("BindEnvironment to return true", attempt, bindLimitSeconds);
}

/** A binding of a usage plan. */
export const ApiGatewayUsagePlanAttachment: Resource<CloudClient, Inputs, State> = {
  properties: {
    usagePlanId: { validate: idPart },
    serviceId: { validate: idPart },
    environment: { validate: idPart },
    bindType: { validate: { emptyIsAbsent: true } },
    apiId: { validate: { pattern: idPart.pattern! }, default: "" },
    accessKeyIds: {
      validate: {
        pattern: { matches: /^[^#,\s]+$/, reason: "expected the id of a key" },
        test: (keys) => duplicateViolation(keys, "a key"),
      },
      equals: equalSets,
      default: [],
    },
  },
  validate: [
    ({ bindType, apiId }) =>
      bindType === "API" && (apiId ?? "") === "" ? [{ property: "apiId", reason: "required for bindType API" }] : [],
    ({ bindType, accessKeyIds }) =>
      bindType === "SERVICE" && Array.isArray(accessKeyIds) && accessKeyIds.length > 0
        ? [{ property: "accessKeyIds", reason: "can be set for bindType API only. Use ApiGatewayApiKeyAttachment for a service." }]
        : [],
  ],
  deleteBeforeReplace: true,
  importId: { validate: validatePlanBindingId },
  identity: {
    inputs: ["usagePlanId", "serviceId", "environment"],
    id: (inputs) => planBindingId(bindingOf(inputs)),
    written: ({ accessKeyIds: _keys, ...binding }) => ({ ...binding, __boundKeys: [] }),
  },
  verifyPlace,

  async create({ inputs, created }, { client, log }) {
    const binding = bindingOf(inputs);
    if (binding.bindType === "SERVICE" && binding.apiId !== "")
      log(
        "warning",
        "apiId has no effect for bindType SERVICE: the plan is bound to the whole service. Remove apiId, or set bindType to API.",
      );
    await checkParts(binding, client);
    await bind(binding, client);
    const id = planBindingId(binding);
    const { accessKeyIds = [], ...environment } = inputs;
    created(id, { ...environment, apiGatewayUsagePlanAttachmentId: id, __boundKeys: [] });
    const own = accessKeyIds.length > 0 ? await bindKeys(client, inputs.usagePlanId, accessKeyIds) : [];
    return bindingResult(planBindingOf(id), { all: accessKeyIds, own });
  },

  // Every input replaces: this completes the keys after a failed create.
  async update({ id, inputs: { usagePlanId, accessKeyIds = [] }, prior, remote }, { client }) {
    const { accessKeyIds: bound = [] } = await remote();
    const binding = planBindingOf(id);
    const missing = accessKeyIds.filter((key) => !bound.includes(key));
    const own = missing.length > 0 ? await bindKeys(client, usagePlanId, missing) : [];
    return bindingResult(binding, { all: accessKeyIds, own: [...ownKeysOf(binding, prior.state), ...own] });
  },

  async read({ id, prior }, context) {
    const binding = planBindingOf(id);
    if (!(await findBinding(binding, context))) return undefined;
    const { accessKeyIds, usagePlanId } = binding;
    const bound = accessKeyIds.length > 0 ? await unlessGone("plan", () => readBoundKeys(context.client, usagePlanId)) : [];
    return bound && bindingResult(binding, { all: bound, own: ownKeysOf(binding, prior?.state) });
  },

  async delete({ id, prior }, context) {
    const { client } = context;
    const binding = planBindingOf(id);
    const { usagePlanId } = binding;
    const unbound = await unbindKeys(client, usagePlanId, ownKeysOf(binding, prior.state));
    await deleteOrRestore(
      () => client.remove("UnBindEnvironment", bindingParams(binding), planBindings.API.gone, () => findBinding(binding, context)),
      () => bindKeys(client, usagePlanId, unbound),
    );
  },

  // Without keys: the service binds them to the whole plan, and ApiGatewayApiKeyAttachment lists them.
  list: listWithin(services, async function* (serviceId, client) {
    for (const bindType of ["SERVICE", "API"] as const)
      for await (const [key] of planBindings[bindType].entries(client, { serviceId })) {
        const [usagePlanId = "", , environment = "", apiId = ""] = key.split("#");
        const id = planBindingId({ usagePlanId, serviceId, environment, bindType, apiId, accessKeyIds: [] });
        yield { id, name: id };
      }
  }),
};
