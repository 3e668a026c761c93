// The binding of a usage plan to a service, or to one API of it together with keys, in one environment (cloud-resources.md 4.10).
import type { Found, LegacyResource as Resource } from "../../../core/legacy-contract";
import { ProviderError } from "../../../core/errors";
import type { Cloud } from "../../../core/gen/types";
import type { PlainMap } from "../../../core/value";
import type { CloudClient } from "../client";
import { sameSet } from "../equal-forms";
import { isCode, Unexplained } from "../errors";
import { demand } from "./binding";
import { part, repeated } from "./ids";
import { checkPlanBindingId, planBindingId, planBindingOf, type PlanBinding } from "./plan-binding-ids";
import { bindKeys, boundKeys, unbindKeys } from "./plan-keys";

type Inputs = Cloud.ApiGatewayUsagePlanAttachmentInputs;
type State = Cloud.ApiGatewayUsagePlanAttachmentState;

const gone = ["ResourceNotFound.InvalidUsagePlan", "ResourceNotFound.InvalidService", "ResourceNotFound.InvalidApi"];
/** How the service refuses to unbind what is not bound, among other reasons. */
const perhapsUnbound = ["UnsupportedOperation.UnsupportedUnBindEnvironment"];

const bindingOf = (inputs: Inputs): PlanBinding => ({
  ...{ usagePlanId: inputs.usagePlanId, serviceId: inputs.serviceId, environment: inputs.environment },
  ...{ bindType: inputs.bindType ?? "SERVICE", apiId: inputs.apiId ?? "", accessKeyIds: inputs.accessKeyIds ?? [] },
});

/** What BindEnvironment and UnBindEnvironment take. */
const paramsOf = ({ usagePlanId, serviceId, environment, bindType, apiId }: PlanBinding): PlainMap => ({
  ...{ ServiceId: serviceId, UsagePlanIds: [usagePlanId], Environment: environment, BindType: bindType },
  ...(bindType === "API" && { ApiIds: [apiId] }),
});

async function isBound({ usagePlanId, serviceId, environment, bindType, apiId }: PlanBinding, client: CloudClient): Promise<boolean> {
  const [action, rows] =
    bindType === "API"
      ? (["DescribeApiUsagePlan", "ApiUsagePlanList"] as const)
      : (["DescribeServiceUsagePlan", "ServiceUsagePlanList"] as const);
  const bound = await client.findPages(action, { ServiceId: serviceId }, rows, gone);
  const wanted = (row: PlainMap): boolean =>
    row["UsagePlanId"] === usagePlanId && row["Environment"] === environment && (bindType === "SERVICE" || row["ApiId"] === apiId);
  return bound?.some(wanted) === true;
}

async function read(asked: string, client: CloudClient): Promise<Found<State> | undefined> {
  const { apiId, accessKeyIds, ...parts } = planBindingOf(asked);
  const id = planBindingId({ apiId, accessKeyIds, ...parts });
  if (!(await isBound({ apiId, accessKeyIds, ...parts }, client))) return undefined;
  const bound = accessKeyIds.length > 0 ? await boundKeys(client, parts.usagePlanId) : [];
  if (!bound) return undefined;
  const keys = accessKeyIds.filter((key) => bound.includes(key));
  const optional = { ...(apiId !== "" && { apiId }), ...(keys.length > 0 && { accessKeyIds: keys }) };
  return { id, state: { ...parts, ...optional, apiGatewayUsagePlanAttachmentId: id } };
}

/** Fails before anything is bound when a part of the binding is missing, or the API lets nobody in by key. */
async function prepare({ usagePlanId, serviceId, apiId, accessKeyIds }: PlanBinding, client: CloudClient): Promise<void> {
  if (accessKeyIds.length > 0) {
    const { AuthType } = await demand(client, "DescribeApi", { ServiceId: serviceId, ApiId: apiId }, `API ${apiId}`);
    if (AuthType !== "SECRET") {
      const is = `the API ${apiId} has authType ${String(AuthType ?? "NONE")}`;
      throw new ProviderError("failed_precondition", `${is}; keys can be bound together with an API of authType SECRET only`);
    }
  }
  await demand(client, "DescribeUsagePlan", { UsagePlanId: usagePlanId }, `usage plan ${usagePlanId}`);
  await demand(client, "DescribeService", { ServiceId: serviceId }, `service ${serviceId}`);
}

/** Binds; an answer that says false without a reason is no last word. */
async function bind(binding: PlanBinding, client: CloudClient): Promise<void> {
  const attempt = async (): Promise<true | undefined> => {
    try {
      await client.write("BindEnvironment", paramsOf(binding));
      return true;
    } catch (error) {
      if (error instanceof Unexplained) return undefined;
      throw error;
    }
  };
  await client.until("BindEnvironment to answer true", attempt, 300);
}

/** A binding of a usage plan. */
export const ApiGatewayUsagePlanAttachment: Resource<CloudClient, Inputs, State> = {
  rules: {
    properties: {
      usagePlanId: part,
      serviceId: part,
      apiId: { pattern: part.pattern! },
      accessKeyIds: {
        pattern: { matches: /^[^#,\s]+$/, says: "expected the id of a key" },
        test: (keys) => repeated(keys, "a key"),
      },
    },
    test: ({ bindType, apiId, accessKeyIds }) => [
      ...(bindType === "API" && (apiId ?? "") === "" ? [{ property: "apiId", reason: "required for bindType API" }] : []),
      ...(bindType === "SERVICE" && Array.isArray(accessKeyIds) && accessKeyIds.length > 0
        ? [{ property: "accessKeyIds", reason: "keys can be bound for bindType API only; bind them by ApiGatewayApiKeyAttachment" }]
        : []),
    ],
  },
  same: { accessKeyIds: sameSet },
  serverDefaults: { apiId: "", accessKeyIds: [] },
  deleteBeforeReplace: true,
  checkId: checkPlanBindingId,
  birth: ({ accessKeyIds: _keys, ...rest }) => rest,

  async create(inputs, client) {
    const binding = bindingOf(inputs);
    if (binding.bindType === "SERVICE" && binding.apiId !== "")
      client.operation.log("warning", "apiId says nothing for bindType SERVICE: the plan is bound to the whole service");
    await prepare(binding, client);
    await bind(binding, client);
    const id = planBindingId(binding);
    return { id, outputs: { apiGatewayUsagePlanAttachmentId: id } };
  },

  async recover(inputs, client) {
    const binding = bindingOf(inputs);
    return (await isBound(binding, client)) ? planBindingId(binding) : undefined;
  },

  async apply(_id, { usagePlanId, accessKeyIds = [] }, previous, client) {
    const keys = accessKeyIds.filter((key) => !previous.accessKeyIds?.includes(key));
    if (keys.length > 0) await bindKeys(client, usagePlanId, keys);
  },

  read,

  async delete(id, client) {
    const binding = planBindingOf(id);
    if (binding.accessKeyIds.length > 0) await unbindKeys(client, binding.usagePlanId, binding.accessKeyIds);
    try {
      await client.undo("UnBindEnvironment", paramsOf(binding), gone);
    } catch (error) {
      if (!isCode(error, perhapsUnbound) || (await isBound(binding, client))) throw error;
    }
  },
};
