// Back-end channels (cloud-resources.md 4.16): nodes in a VPC, or services of Kubernetes, behind one name.
import type { LegacyResource as Resource } from "../../../core/legacy-contract";
import type { Cloud } from "../../../core/gen/types";
import { isObject } from "../../../core/json";
import type { PlainMap } from "../../../core/value";
import type { CloudClient } from "../client";
import { sameFilled, sameWord } from "../equal-forms";
import { toRemote } from "../naming";
import { changing } from "./changing";
import { newObject } from "./creation";
import { ids } from "./ids";
import { stateOf } from "./state";
import { noTags, readTags, writeTags } from "./tags";
import { blank, changedOf, sentOf, withoutBlanks } from "./values";

type Inputs = Cloud.ApiGatewayUpstreamInputs;
type State = Cloud.ApiGatewayUpstreamState;
type HealthChecker = Cloud.ApiGatewayUpstreamHealthCheckerSpec;

const kind = "ApiGatewayUpstream";
const { check } = ids(["upstreamId"], "upstream-n5j8c1xg");
const gone = ["ResourceNotFound", "InvalidParameterValue.InvalidUpstream"];

const texts = ["scheme", "algorithm", "uniqVpcId", "upstreamName", "upstreamDescription", "upstreamHost"] as const;
/** The request calls it in the singular, the answer does not. */
const names = { k8sServices: "K8sService" };
/** What the service puts in where a health check leaves it out. */
const checkDefaults = { activeCheckHttpPath: "/", activeCheckTimeout: 5, activeCheckInterval: 5, unhealthyTimeout: 30 } as const;
const checkMembers = Object.keys(checkDefaults) as (keyof typeof checkDefaults)[];

const checkPaths = Object.fromEntries(checkMembers.map((key) => [`healthChecker.${key}`, checkDefaults[key]]));

/** What ModifyUpstream is sent: it changes no more than it is given, lists and objects as a whole. */
function changesOf(inputs: Inputs, previous: Partial<Inputs>): PlainMap {
  const { retries, upstreamType, healthChecker } = inputs;
  const lists = (["nodes", "k8sServices"] as const).filter((key) => !sameFilled(plain(inputs[key] ?? []), plain(previous[key] ?? [])));
  const differs = !sameFilled(plain(healthChecker ?? {}), plain(previous.healthChecker ?? {}));
  const checker = healthChecker ?? (previous.healthChecker && switchedOff(previous.healthChecker));
  return {
    ...changedOf(inputs, previous, texts),
    ...(retries !== undefined && retries !== previous.retries && { Retries: retries }),
    ...(upstreamType !== undefined && !sameWord(upstreamType, previous.upstreamType ?? "") && { UpstreamType: upstreamType }),
    ...Object.fromEntries(lists.map((key) => [key === "nodes" ? "Nodes" : "K8sService", toRemote(plain(inputs[key] ?? []))])),
    ...(differs && checker && { HealthChecker: toRemote(plain(checker)) }),
  };
}

const plain = (value: object): PlainMap => value as PlainMap;

/** A health check cannot be taken away; without both checks it does nothing. */
const switchedOff = (checker: HealthChecker): HealthChecker => ({ ...checker, enableActiveCheck: false, enablePassiveCheck: false });

const isOff = ({ enableActiveCheck, enablePassiveCheck }: HealthChecker): boolean => !enableActiveCheck && !enablePassiveCheck;

/** What the service adds of its own accord where the program gives nothing: pods that it found, a health check that does nothing, members of one. */
function withoutAdditions(state: State, inputs?: Partial<Inputs>): State {
  const { nodes, healthChecker, ...rest } = state;
  const found = rest.upstreamType === "K8S" && (inputs?.nodes ?? []).length === 0;
  const idle = inputs !== undefined && inputs.healthChecker === undefined && healthChecker !== undefined && isOff(healthChecker);
  const checker = inputs === undefined ? ownMembers(healthChecker) : healthChecker;
  return { ...rest, ...(nodes && !found && { nodes }), ...(checker && !idle && { healthChecker: checker }) };
}

/** What an import takes over of a health check: not what the service puts in by itself. */
function ownMembers(checker: HealthChecker | undefined): HealthChecker | undefined {
  const own = Object.entries(checker ?? {}).filter(([key, value]) => (checkDefaults as PlainMap)[key] !== value);
  return checker && (Object.fromEntries(own) as unknown as HealthChecker);
}

/** Members of the parts that say nothing are left out, as those of the channel are. */
function trimmed({ nodes, k8sServices, healthChecker, ...rest }: State): State {
  const trim = <T extends object>(part: T, keep: readonly string[] = []): T => withoutBlanks(plain(part), keep) as unknown as T;
  return {
    ...rest,
    ...(nodes && { nodes: nodes.map((node) => trim(node, ["host"])) }),
    ...(k8sServices && {
      k8sServices: k8sServices.map((service) => trim(service, ["extraLabels", "clusterId", "namespace", "serviceName"])),
    }),
    ...(healthChecker && { healthChecker: trim(healthChecker, ["healthyHttpStatus", "unhealthyHttpStatus"]) }),
  };
}

/** A back-end channel. */
export const ApiGatewayUpstream: Resource<CloudClient, Inputs, State> = {
  rules: { properties: { algorithm: { minLength: 1 }, uniqVpcId: { minLength: 1 }, retries: { whole: true } } },
  same: {
    ...{ scheme: sameWord, algorithm: sameWord, upstreamType: sameWord },
    ...{ "nodes[*]": sameFilled, "k8sServices[*]": sameFilled, healthChecker: sameFilled },
  },
  serverDefaults: {
    ...blank("upstreamName", "upstreamDescription", "upstreamHost"),
    ...noTags,
    nodes: [],
    k8sServices: [],
    healthChecker: {},
    ...checkPaths,
  },
  filled: ["upstreamType", "retries", ...checkMembers.map((key) => `healthChecker.${key}` as const)],
  leaves: ({ retries, upstreamType }) => [
    ...(retries === 3 ? (["retries"] as const) : []),
    ...(upstreamType === "IP_PORT" ? (["upstreamType"] as const) : []),
  ],
  stables: ["apiGatewayUpstreamId"],
  checkId: check,
  birth: ({ tags: _tags, ...rest }) => rest,

  async create(inputs, client) {
    const { id } = await newObject(client, {
      action: "CreateUpstream",
      params: sentOf(inputs, [...texts, "upstreamType", "retries", "nodes", "healthChecker", "k8sServices"], names),
      id: "UpstreamId",
      find: `Look for a channel named "${inputs.upstreamName ?? ""}" in ${inputs.uniqVpcId} in the API Gateway console (action DescribeUpstreams; no function lists channels). Import it by its ID, or delete it.`,
    });
    return { id, outputs: { apiGatewayUpstreamId: id } };
  },

  apply: changing(gone, async (id, inputs, previous, client) => {
    const changes = changesOf(inputs, previous);
    const type = inputs.upstreamType ?? previous.upstreamType;
    const given = { UpstreamId: id, ...(type !== undefined && { UpstreamType: type }) };
    if (Object.keys(changes).length > 0) await client.write("ModifyUpstream", { ...given, ...changes });
    await writeTags(client, { kind, id }, inputs.tags, previous.tags);
  }),

  async read(id, client, known) {
    const question = { Filters: [{ Name: "UpstreamId", Values: [id] }], Limit: 10, Offset: 0 };
    const answer = await client.find("DescribeUpstreams", question, []);
    const rows = Array.isArray(answer?.["UpstreamSet"]) ? answer["UpstreamSet"].filter(isObject) : [];
    const channel = rows.find(({ UpstreamId }) => UpstreamId === id);
    if (!channel) return undefined;
    const own = { apiGatewayUpstreamId: id, tags: await readTags(client, { kind, id }) };
    const state = stateOf<State>(client, kind, channel, { own, had: known && plain(known.inputs) });
    return { id, state: withoutAdditions(trimmed(state), known?.inputs) };
  },

  delete: (id, client) => client.undo("DeleteUpstream", { UpstreamId: id }, gone),
};
