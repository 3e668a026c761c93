// The whole IAM policy of an object, one resource for each kind of objects. Delete leaves the policy as it is. See docs/modules/eventrouting.md#iam-policies.
import { equalAuditConfigs, equalBindings } from "../equality";
import type { ReadResult, Resource, UpdateRequest } from "../../../contract/resource";
import type { Context } from "../../../contract/context";
import type { ResourceInputs, ResourceState } from "../../../kit/tables";
import { omitUndefined, rowsOf, textOf } from "../../../core/values/records";
import { asProviderError } from "../../../core/errors/errors";
import { sameTraits, mergeTraits } from "../../../core/compare/traits";
import type { Plain, PlainMap } from "../../../core/values/value";
import type { EventClient } from "../client";
import { isStatus } from "../errors";
import { policyCollection, fetchPolicy, readPolicy, retryConflicts, writePolicy } from "./access";
import { segment, idInputs, nameOf, partsOf, type CollectionId } from "../ids";
import type { Subject } from "../operations";
import { hasCondition, keyOf, normalizeBindings, policyIn, policyVersionRule, type Binding } from "../policies";
import { policyOf } from "../mapping";
import { completeInputs, placedObject, placeIn } from "./place";

type Kind = "Trigger" | "Channel" | "ChannelConnection";
type PolicyToken<K extends Kind> = `quartet:eventrouting/v1:${K}IamPolicy`;
type PolicyResource<K extends Kind> = Resource<EventClient, ResourceInputs<PolicyToken<K>>, ResourceState<PolicyToken<K>>>;

/** The service returns another etag, and maybe another version, after each write. */
const changedByWrites = { unlessChanged: ["bindings", "auditConfigs", "etag", "updateMask", "version"] };

const properties = mergeTraits(
  sameTraits(["location", "project"], { validate: segment, computed: true, stable: true }),
  sameTraits(["etag", "version"], { local: true, computed: true, stable: changedByWrites }),
  {
    version: { validate: policyVersionRule },
    bindings: { equals: equalBindings, default: [] },
    auditConfigs: { equals: equalAuditConfigs, computed: true, omitOnImport: (value) => rowsOf(value).length === 0 },
    updateMask: { writeOnly: true },
  },
);

/** Members of a policy that a mask can name and Diff compares. */
const policyParts = ["bindings", "auditConfigs"] as const;

function policyResource<K extends Kind>(kind: K, collection: CollectionId): PolicyResource<K> {
  const key = idInputs[collection];
  const caller = `${kind}IamPolicy`;
  const { importId, verifyPlace, identity } = placedObject(collection);
  /** Returns the resource that a policy describes. `inputs`: absent on import. */
  const resultOf = ({ schema }: EventClient, name: string, remote: PlainMap, inputs: PlainMap = {}): ReadResult<PlainMap> => {
    const { project, location, id } = partsOf(collection, name)!;
    return { id: name, state: { ...withoutUnmasked(policyOf(schema, remote), inputs), project, location, [key]: id } };
  };
  const resource: Resource<EventClient, PlainMap, PlainMap> = {
    properties: { ...properties, [key]: { validate: segment, stable: true } },
    normalize: (known, options) => {
      const { inputs, failures } = completeInputs<PlainMap>(collection, known as PlainMap, options);
      const { name: _name, ...place } = inputs;
      return { inputs: place, failures };
    },
    importId,
    verifyPlace,
    // Every object has a policy, and a delete leaves it as it is. See docs/modules/eventrouting.md#iam-policies.
    identity: { ...identity, takesOver: "whole", written: writtenInputs },
    async create({ inputs, created }, { client, log }) {
      const name = nameOf(collection, placeIn(collection, inputs));
      const subject = { name, caller };
      const onReplaced = (former: readonly Binding[]): void => warnOfLostGrants(subject, { inputs, former, log });
      const remote = await write(client, subject, { inputs, mask: defaultMask(inputs), onReplaced });
      created(name);
      return resultOf(client, name, remote, inputs);
    },
    async update(request, { client }) {
      const { id: name, inputs } = request;
      return resultOf(client, name, await updatePolicy({ name, caller }, request, client), inputs);
    },
    async read({ id, prior }, { client, load }) {
      const name = nameOf(collection, partsOf(collection, id)!);
      const remote = await load(policyCollection, name, () => readPolicy(client, { name, caller }));
      return remote && resultOf(client, name, remote, prior?.inputs as PlainMap | undefined);
    },
    delete: async ({ id }, { log }) =>
      log("warning", `${caller} ${id}: the policy stays as it is; delete removes nothing in Google Cloud.`),
  };
  return resource as PolicyResource<K>;
}

/** Writes the changed parts of a policy; all declared ones if the mask changed, or nothing did. */
async function updatePolicy(
  subject: Subject,
  { inputs, changed, mergedWith, remote }: UpdateRequest<PlainMap, PlainMap>,
  client: EventClient,
): Promise<PlainMap> {
  const isWhole = changed.names.length === 0 || changed.has("updateMask");
  const written = policyParts.filter((part) => isWhole || changed.has(part));
  const mask = isWhole ? defaultMask(inputs) : [...written, "etag"].join(",");
  const merge = (current: PlainMap): PlainMap => mergedWith(current, ...written);
  // The read contains the declared value of a part that the prior mask leaves out, not that of the service.
  const known = changed.has("updateMask") ? undefined : await remote();
  return write(client, subject, { inputs, mask, merge, ...(known && { known }) });
}

/** Returns the mask of a write of all declared parts. Without a mask the service writes bindings and etag. */
function defaultMask({ auditConfigs }: { auditConfigs?: Plain | undefined }): string {
  return auditConfigs === undefined ? "bindings,etag" : "bindings,etag,auditConfigs";
}

/** Returns the policy. The parts that a declared mask leaves out are as the program declares them: no write changes them, so that they are not compared. */
function withoutUnmasked(policy: PlainMap, { updateMask, bindings = [], auditConfigs = policy.auditConfigs! }: PlainMap): PlainMap {
  const written = partsIn(textOf(updateMask) ?? policyParts.join(","));
  const isWritten = (part: (typeof policyParts)[number]): boolean => written.includes(part);
  return { ...policy, ...(!isWritten("bindings") && { bindings }), ...(!isWritten("auditConfigs") && { auditConfigs }) };
}

/** Logs a warning that names the roles in which a create has taken grants of other writers away. */
function warnOfLostGrants(
  { name, caller }: Subject,
  { inputs, former, log }: { inputs: PlainMap; former: readonly Binding[] } & Pick<Context<EventClient>, "log">,
): void {
  const declared = new Map(normalizeBindings(policyIn(inputs).bindings).map((binding) => [keyOf(binding), binding.members]));
  const isLost = (binding: Binding): boolean => binding.members.some((member) => !declared.get(keyOf(binding))?.includes(member));
  const roles = new Set(
    normalizeBindings(former)
      .filter(isLost)
      .map(({ role }) => role),
  );
  if (roles.size === 0) return;
  const message = `replaced grants of ${[...roles].join(", ")} that the program does not declare`;
  log("warning", `${caller} ${name}: ${message}.`);
}

/** A write of a policy. */
interface PolicyUpdate {
  inputs: PlainMap;
  /** The mask, unless the inputs contain one. */
  mask: string;
  /** Returns the inputs to write over a policy. Defaults to all inputs as they are. */
  merge?(current: PlainMap): PlainMap;
  /** The policy as it was read just before. Absent: it is read. */
  known?: PlainMap;
  /** Called with the bindings that the write has replaced. */
  onReplaced?(bindings: readonly Binding[]): void;
}

/** Writes a policy and returns the new one. With an etag in the inputs, a concurrent change by another writer is a failure. */
async function write(
  client: EventClient,
  subject: Subject,
  { inputs, mask, merge = () => inputs, known, onReplaced }: PolicyUpdate,
): Promise<PlainMap> {
  const { updateMask: declaredMask, etag } = inputs;
  const updateMask = textOf(declaredMask) ?? mask;
  const parts = partsIn(updateMask);
  let next = known;
  const round = async (): Promise<PlainMap> => {
    const current = next ?? policyOf(client.schema, await fetchPolicy(client, subject));
    next = undefined;
    const remote = policyIn(current);
    const { auditConfigs, bindings = [], version: declaredVersion } = merge(current);
    // Removing the last condition of a policy needs version 3, too. Bindings that are not written may have conditions.
    const isConditional = hasCondition(remote) || hasCondition(policyIn({ bindings })) || !parts.includes("bindings");
    const policy: PlainMap = omitUndefined({
      version: isConditional ? 3 : declaredVersion,
      // Only an etag that the program declares replaces the one that was read.
      etag: textOf(etag) ?? remote.etag,
      bindings,
      auditConfigs,
    });
    const written = await writePolicy(client, subject, { policy, updateMask }).catch(async (error: unknown) => {
      if (!isStatus(error, "ABORTED") || !asProviderError(error).ambiguous) throw error;
      // An attempt whose response was lost may have written the policy: the repeated one conflicts with that.
      const found = await fetchPolicy(client, subject);
      if (parts.every((part) => equalParts[part](policy[part] ?? [], found[part] ?? []))) return found;
      throw error;
    });
    if (parts.includes("bindings")) onReplaced?.(remote.bindings);
    return written;
  };
  return retryConflicts(client, subject.name, round, etag ? 1 : undefined);
}

const equalParts = { bindings: equalBindings, auditConfigs: equalAuditConfigs } as const;

/** Returns the inputs that a create writes and that the service returns. */
function writtenInputs({ bindings = [], auditConfigs, updateMask }: PlainMap): PlainMap {
  const values = { bindings, auditConfigs };
  const parts = partsIn(textOf(updateMask) ?? defaultMask({ auditConfigs }));
  return omitUndefined(Object.fromEntries(parts.map((part) => [part, values[part]]))) as PlainMap;
}

/** Returns the parts that a mask names. */
function partsIn(mask: string): (typeof policyParts)[number][] {
  const paths = mask.split(",").map((path) => path.trim());
  return policyParts.filter((part) => paths.includes(part) || paths.includes("*"));
}

/** IAM policies, by kind of object. */
export const iamPolicies = {
  TriggerIamPolicy: policyResource("Trigger", "triggers"),
  ChannelIamPolicy: policyResource("Channel", "channels"),
  ChannelConnectionIamPolicy: policyResource("ChannelConnection", "channelConnections"),
};
