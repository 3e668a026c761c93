// Upstreams: nodes in a VPC, or Kubernetes services. See docs/modules/cloud.md#upstreams.
import type { PriorState, Resource, UpdateRequest } from "../../../../contract/resource";
import type { Cloud } from "../../../../core/gen/types";
import { sameTraits, mergeTraits } from "../../../../core/compare/traits";
import { objectOf } from "../../../../core/values/records";
import type { Plain, PlainMap } from "../../../../core/values/value";
import type { CloudClient } from "../../client";
import { equalNonEmptyMembers, equalWords } from "../../equality";
import { changedParams, paramsOf, toRemote } from "../../mapping";
import type { RemoteUpstream } from "../../remote";
import { createObject } from "../creation";
import { listOf } from "../listing";
import { upstreams } from "../../collections";
import { resultOf, trimParts } from "../state";
import { undeclaredMembers } from "../undeclared";
import { readTags, tagChanges, writeTags } from "../tags";
import { disabledCheck, healthCheckTraits } from "./health-check";

type Inputs = Cloud.ApiGatewayUpstreamInputs;
type State = Cloud.ApiGatewayUpstreamState;

const kind = "ApiGatewayUpstream";

const texts = ["scheme", "algorithm", "uniqVpcId", "upstreamName", "upstreamDescription", "upstreamHost"] as const;

/** A back-end channel. */
export const ApiGatewayUpstream: Resource<CloudClient, Inputs, State> = {
  properties: mergeTraits(
    healthCheckTraits,
    sameTraits(["scheme", "algorithm", "upstreamType"], { equals: equalWords }),
    sameTraits(["nodes[*]", "k8sServices[*]"], { equals: equalNonEmptyMembers }),
    sameTraits(["upstreamName", "upstreamDescription", "upstreamHost"], { default: "" }),
    sameTraits(["upstreamType", "retries"], { computed: true }),
    sameTraits(["nodes", "k8sServices"], { default: [] }),
    sameTraits(["algorithm", "uniqVpcId"], { validate: { minLength: 1 } }),
    {
      retries: { validate: { whole: true }, omitOnImport: (retries) => retries === 3 },
      upstreamType: { validate: { emptyIsAbsent: true }, omitOnImport: (type) => type === "IP_PORT" },
      apiGatewayUpstreamId: { stable: true },
    },
  ),
  importId: upstreams.ids,

  async create({ inputs, created }, { client }) {
    const { K8sServices: K8sService, ...params } = paramsOf(inputs, [
      ...texts,
      "upstreamType",
      "retries",
      "nodes",
      "healthChecker",
      "k8sServices",
    ]);
    const { id } = await createObject(client, {
      action: "CreateUpstream",
      // The request has the name in the singular, the response in the plural.
      params: { ...params, ...(K8sService && { K8sService }) },
      id: "UpstreamId",
      lookupHint: `Look for a channel named "${inputs.upstreamName ?? ""}" in ${inputs.uniqVpcId} in the API Gateway console (action DescribeUpstreams; no function lists channels). Import it by its ID, or delete it.`,
    });
    const { tags = {}, ...untagged } = inputs;
    created(id, { ...untagged, apiGatewayUpstreamId: id });
    await writeTags(client, { kind, id }, { set: tags });
    created(id, { ...inputs, apiGatewayUpstreamId: id });
  },

  async update(request, { client }) {
    const { id, inputs } = request;
    const params = await changedUpstreamParams(request, client);
    const tags = await tagChanges(request);
    if (Object.keys(params).length > 0) {
      const UpstreamType = inputs.upstreamType ?? (await request.remote()).upstreamType;
      const given = { UpstreamId: id, ...(UpstreamType !== undefined && { UpstreamType }) };
      await client.write("ModifyUpstream", { ...given, ...params });
    }
    await writeTags(client, { kind, id }, tags);
  },

  async read({ id, prior }, { client, load }) {
    const channel = await upstreams.find(id, { client, load });
    if (!channel) return undefined;
    const own = { tags: await readTags({ client, load }, { kind, id }) };
    const { state } = resultOf<State>(client, { kind, id }, trimParts(channel), { own, priorInputs: prior?.inputs });
    return { id, state: withoutAdditions(state, prior) };
  },

  delete: ({ id }, { client }) =>
    client.remove("DeleteUpstream", { UpstreamId: id }, upstreams.gone, () => upstreams.findAlone(id, client)),

  list: listOf(upstreams, "UpstreamName"),
};

/** Returns what ModifyUpstream has to write: it keeps what it does not receive, and takes lists and objects as a whole. */
async function changedUpstreamParams(request: UpdateRequest<Inputs, State>, client: CloudClient): Promise<PlainMap> {
  const { id, inputs, changed, remote, merged } = request;
  const params: PlainMap = changedParams(inputs, changed, [...texts]);
  const { retries, upstreamType, nodes = [], k8sServices = [], healthChecker } = await merged(...changed.names);
  if (changed.has("retries") && retries !== undefined) params.Retries = retries;
  if (changed.has("upstreamType") && upstreamType !== undefined) params.UpstreamType = upstreamType;
  if (changed.has("nodes")) params.Nodes = nodes.map(partParams);
  if (changed.has("k8sServices")) params.K8sService = k8sServices.map(partParams);
  if (changed.has("healthChecker")) {
    const { healthChecker: current } = await remote();
    const check = healthChecker ?? (current && disabledCheck(current));
    if (check) {
      const { HealthChecker }: RemoteUpstream = (await upstreams.findAlone(id, client)) ?? {};
      params.HealthChecker = { ...undeclaredMembers("healthChecker", objectOf(HealthChecker)), ...objectOf(partParams(check)) };
    }
  }
  return params;
}

const partParams = (part: object): Plain => toRemote({ ...part });

/** Removes the pods of Kubernetes services, which the service lists as nodes, unless the program declares nodes. */
function withoutAdditions(state: State, prior: PriorState<Inputs, State> | undefined): State {
  const { nodes, ...rest } = state;
  const isPods = equalWords(state.upstreamType, "K8S") && (prior?.inputs.nodes ?? []).length === 0;
  return nodes && !isPods ? { ...rest, nodes } : rest;
}
