// The binding of a usage plan to a service, or to one API and keys, in one environment. See docs/modules/cloud.md#usage-plan-attachments.
import { scalarText } from "../../../../core/records";
import type { ReadResult, Resource } from "../../../../core/contract";
import { ProviderError } from "../../../../core/errors";
import type { Cloud } from "../../../../core/gen/types";
import type { PlainMap } from "../../../../core/value";
import type { CloudClient } from "../../client";
import { sameSet } from "../../equality";
import { hasVendorCode, NoReasonError } from "../../errors";
import { goneCodes } from "../../gone";
import { requireObject } from "../attachment";
import { duplicateViolation, idPart } from "../ids";
import { bindKeys, readBoundKeys, unbindKeys } from "../keys";
import { listIn, textIn } from "../listing";
import { planBindingId, planBindingOf, validatePlanBindingId, type PlanBinding } from "./id";

type Inputs = Cloud.ApiGatewayUsagePlanAttachmentInputs;
type State = Cloud.ApiGatewayUsagePlanAttachmentState;

const gone = goneCodes("plan", "api");
/** Codes with which the service rejects the removal of a binding that does not exist, among other reasons. */
const maybeUnboundCodes = ["UnsupportedOperation.UnsupportedUnBindEnvironment"];
/** Time limit for BindEnvironment to return true, in seconds. */
const bindTime = 300;

const bindingOf = ({ usagePlanId, serviceId, environment, bindType = "SERVICE", apiId = "", accessKeyIds = [] }: Inputs): PlanBinding => ({
  usagePlanId,
  serviceId,
  environment,
  bindType,
  apiId,
  accessKeyIds,
});

/** The parameters of BindEnvironment and UnBindEnvironment. */
const paramsOf = ({ usagePlanId, serviceId, environment, bindType, apiId }: PlanBinding): PlainMap => ({
  ServiceId: serviceId,
  UsagePlanIds: [usagePlanId],
  Environment: environment,
  BindType: bindType,
  ...(bindType === "API" && { ApiIds: [apiId] }),
});

/** The lists of the bindings of a service and of its APIs. */
const bindingLists = {
  SERVICE: { action: "DescribeServiceUsagePlan", rows: "ServiceUsagePlanList" },
  API: { action: "DescribeApiUsagePlan", rows: "ApiUsagePlanList" },
} as const;

async function isBound({ usagePlanId, serviceId, environment, bindType, apiId }: PlanBinding, client: CloudClient): Promise<boolean> {
  const { action, rows } = bindingLists[bindType];
  const bound = await client.findPages(action, { ServiceId: serviceId }, rows, gone);
  const isSame = ({ UsagePlanId, Environment, ApiId }: PlainMap): boolean =>
    UsagePlanId === usagePlanId && Environment === environment && (bindType === "SERVICE" || ApiId === apiId);
  return bound?.some(isSame) === true;
}

async function read(id: string, client: CloudClient): Promise<ReadResult<State> | undefined> {
  const binding = planBindingOf(id);
  if (!(await isBound(binding, client))) return undefined;
  const { apiId, accessKeyIds, ...parts } = binding;
  const bound = accessKeyIds.length > 0 ? await readBoundKeys(client, parts.usagePlanId) : [];
  if (!bound) return undefined;
  const keys = accessKeyIds.filter((key) => bound.includes(key));
  const optional = { ...(apiId !== "" && { apiId }), ...(keys.length > 0 && { accessKeyIds: keys }) };
  const canonicalId = planBindingId(binding);
  return { id: canonicalId, state: { ...parts, ...optional, apiGatewayUsagePlanAttachmentId: canonicalId } };
}

/** Fails before anything is bound when a part of the binding does not exist, or the API does not accept keys. */
async function checkParts({ usagePlanId, serviceId, apiId, accessKeyIds }: PlanBinding, client: CloudClient): Promise<void> {
  if (accessKeyIds.length > 0) {
    const { AuthType } = await requireObject(client, "DescribeApi", { ServiceId: serviceId, ApiId: apiId }, `API ${apiId}`);
    if (AuthType !== "SECRET") {
      const reason = `API ${apiId} has authType ${scalarText(AuthType ?? "NONE")}; keys can be bound to an API of authType SECRET only`;
      throw new ProviderError("failed_precondition", `${reason}. Change authType of the API, or remove accessKeyIds.`);
    }
  }
  await requireObject(client, "DescribeUsagePlan", { UsagePlanId: usagePlanId }, `usage plan ${usagePlanId}`);
  await requireObject(client, "DescribeService", { ServiceId: serviceId }, `service ${serviceId}`);
}

/** Binds the plan; repeats the request when the service returns false without a reason. */
async function bind(binding: PlanBinding, client: CloudClient): Promise<void> {
  const attempt = async (): Promise<true | undefined> => {
    try {
      await client.write("BindEnvironment", paramsOf(binding));
      return true;
    } catch (error) {
      if (error instanceof NoReasonError) return undefined;
      throw error;
    }
  };
  await client.waitUntilVisible("BindEnvironment to return true", attempt, bindTime);
}

/** A binding of a usage plan. */
export const ApiGatewayUsagePlanAttachment: Resource<CloudClient, Inputs, State> = {
  properties: {
    usagePlanId: { validate: idPart },
    serviceId: { validate: idPart },
    environment: { validate: idPart },
    apiId: { validate: { pattern: idPart.pattern! }, default: "" },
    accessKeyIds: {
      validate: {
        pattern: { matches: /^[^#,\s]+$/, reason: "expected the id of a key" },
        test: (keys) => duplicateViolation(keys, "a key"),
      },
      equals: sameSet,
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
    created(id, { ...environment, apiGatewayUsagePlanAttachmentId: id });
    if (accessKeyIds.length > 0) await bindKeys(client, inputs.usagePlanId, accessKeyIds);
  },

  async find(inputs, { client }) {
    const { accessKeyIds: _keys, ...written } = inputs;
    const found = await read(planBindingId(bindingOf(inputs)), client);
    return found && { ...found, written };
  },

  // Every input replaces: this completes the keys after a failed create.
  async update({ inputs: { usagePlanId, accessKeyIds = [] }, remote }, { client }) {
    const missing = accessKeyIds.filter((key) => !remote.accessKeyIds?.includes(key));
    if (missing.length > 0) await bindKeys(client, usagePlanId, missing);
  },

  read: ({ id }, { client }) => read(id, client),

  async delete({ id }, { client }) {
    const binding = planBindingOf(id);
    if (binding.accessKeyIds.length > 0) await unbindKeys(client, binding.usagePlanId, binding.accessKeyIds);
    try {
      await client.deleteIgnoringMissing("UnBindEnvironment", paramsOf(binding), gone);
    } catch (error) {
      if (!hasVendorCode(error, maybeUnboundCodes) || (await isBound(binding, client))) throw error;
    }
  },

  // Without keys: the service binds them to the whole plan, and ApiGatewayApiKeyAttachment lists them.
  list: listIn("service", async function* ({ id: serviceId, rowsOf }) {
    for (const bindType of ["SERVICE", "API"] as const) {
      const { action, rows } = bindingLists[bindType];
      for await (const row of rowsOf(action, { ServiceId: serviceId }, rows)) {
        const part = (member: string): string => textIn(row, member, action);
        const apiId = bindType === "API" ? part("ApiId") : "";
        const place = { usagePlanId: part("UsagePlanId"), serviceId, environment: part("Environment") };
        const id = planBindingId({ ...place, bindType, apiId, accessKeyIds: [] });
        yield { id, name: id };
      }
    }
  }),
};
