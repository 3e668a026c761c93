// The whole IAM policy of an object, one resource for each kind of objects. Delete leaves the policy as it is. See docs/modules/eventrouting.md#iam-policies.
import { sameAudits, sameBindings } from "../equality";
import type { ReadResult, Resource } from "../../../core/contract";
import type { ResourceInputs, ResourceState } from "../../../core/tables";
import { omitUndefined, rowsOf, textOf, type RemoteObject } from "../../../core/records";
import { asProviderError } from "../../../core/errors";
import type { ValueRule } from "../../../core/rules";
import { sameTraits, mergeTraits } from "../../../core/traits";
import type { PlainMap } from "../../../core/value";
import type { EventClient } from "../client";
import { isStatus } from "../errors";
import { segment } from "../functions/location-function";
import { collections, importIdViolation, nameOf, partsOf, type Collection, type Place } from "../object-names";
import type { Subject } from "../operations";
import { hasCondition, policyIn, type Policy } from "../policies";
import { policyOf } from "../mapping";
import { fetchPolicy, readPolicy, retryConflicts, writePolicy } from "./access";
import { completeInputs } from "./place";

type Kind = "Trigger" | "Channel" | "ChannelConnection";
type Token<K extends Kind> = `quartet:eventrouting/v1:${K}IamPolicy`;
type PolicyResource<K extends Kind> = Resource<EventClient, ResourceInputs<Token<K>>, ResourceState<Token<K>>>;

const version: ValueRule = {
  test: (value) => (value === 0 || value === 1 || value === 3 ? undefined : `expected 0, 1 or 3; got ${String(value)}`),
};

/** The service returns another etag, and maybe another version, after each write. */
const changedByWrites = { unlessChanged: ["bindings", "auditConfigs", "etag", "updateMask", "version"] };

const properties = mergeTraits(
  sameTraits(["location", "project"], { validate: segment, computed: true, stable: true }),
  sameTraits(["etag", "version"], { local: true, computed: true, stable: changedByWrites }),
  {
    version: { validate: version },
    bindings: { equals: sameBindings, default: [] },
    auditConfigs: { equals: sameAudits, computed: true, omitOnImport: (value) => rowsOf(value).length === 0 },
    updateMask: { writeOnly: true },
  },
);

/** Members of a policy that a mask can name and Diff compares. */
const policyParts = ["bindings", "auditConfigs"] as const;

/** The policies that the writes of an operation returned, so that the read after the write sends no request. */
const writtenPolicies = new WeakMap<EventClient, PlainMap>();

function policyResource<K extends Kind>(kind: K, collection: Collection): PolicyResource<K> {
  const key = collections[collection];
  const resourceType = `${kind}IamPolicy`;
  const placeOf = ({ project, location, [key]: id }: PlainMap): Place => ({
    project: textOf(project) ?? "",
    location: textOf(location) ?? "",
    id: textOf(id) ?? "",
  });
  const subjectOf = (place: Place): Subject => ({ name: nameOf(collection, place), resourceType });
  const resultOf = (client: EventClient, place: Place, remote: PlainMap): ReadResult<PlainMap> => {
    const { project, location, id } = place;
    return { id: nameOf(collection, place), state: { ...policyOf(client.schema, remote), project, location, [key]: id } };
  };
  const resource: Resource<EventClient, PlainMap, PlainMap> = {
    properties: { ...properties, [key]: { validate: segment, stable: true } },
    normalize: (known, about) => {
      const { inputs, failures } = completeInputs<PlainMap>(collection, known as PlainMap, about);
      const { name: _name, ...place } = inputs;
      return { inputs: place, failures };
    },
    importId: { validate: (id) => importIdViolation(collection, id) },
    async create({ inputs, created }, { client }) {
      const subject = subjectOf(placeOf(inputs));
      await write(client, subject, inputs, defaultMask(inputs));
      created(subject.name);
    },
    async find(inputs, { client }) {
      const place = placeOf(inputs);
      const remote = await readPolicy(client, subjectOf(place));
      return remote && { ...resultOf(client, place, remote), written: writtenInputs(inputs) };
    },
    async update({ id, inputs, changed, merged }, { client }) {
      const isWhole = changed.names.length === 0 || changed.has("updateMask");
      const mask = isWhole ? defaultMask(inputs) : [...policyParts.filter((part) => changed.has(part)), "etag"].join(",");
      const written = isWhole ? policyParts : policyParts.filter((part) => changed.has(part));
      // Only an etag that the program declares ends the write at the first conflict.
      const { etag: _remote, ...policy } = merged(...written);
      const { etag } = inputs;
      await write(client, { name: id, resourceType }, { ...policy, ...(etag && { etag }) }, mask);
    },
    async read({ id }, { client }) {
      const place = partsOf(collection, id)!;
      const remote = writtenPolicies.get(client) ?? (await readPolicy(client, subjectOf(place)));
      return remote && resultOf(client, place, remote);
    },
    delete: async ({ id }, { log }) =>
      log("warning", `${resourceType} ${id}: the policy stays as it is; delete removes nothing at the service.`),
  };
  return resource as PolicyResource<K>;
}

/** Returns the mask of a write of all declared parts. Without a mask the service writes bindings and etag. */
function defaultMask({ auditConfigs }: PlainMap): string {
  return auditConfigs === undefined ? "bindings,etag" : "bindings,etag,auditConfigs";
}

/** Returns the inputs that a create writes and that the service returns. The etag and version of the service differ from those that were sent. */
function writtenInputs(inputs: PlainMap): PlainMap {
  const { bindings = [], auditConfigs, updateMask } = inputs;
  const values = { bindings, auditConfigs };
  const mask = textOf(updateMask) ?? defaultMask(inputs);
  return omitUndefined(Object.fromEntries(partsIn(mask).map((part) => [part, values[part]]))) as PlainMap;
}

/** Writes a policy; the mask of the inputs takes precedence. With an etag in the inputs, a concurrent change by another writer is a failure. */
async function write(client: EventClient, subject: Subject, inputs: PlainMap, mask: string): Promise<void> {
  const { updateMask: declaredMask, etag } = inputs;
  const updateMask = textOf(declaredMask) ?? mask;
  const round = async (): Promise<void> => {
    const remote = policyIn(await fetchPolicy(client, subject));
    const body = policyBody(inputs, remote);
    const policy: RemoteObject<"etag"> = await writePolicy(client, subject, { policy: body, updateMask }).catch((error: unknown) =>
      recoverWrite(client, subject, { body, updateMask, error }),
    );
    if (policy.etag) writtenPolicies.set(client, policy);
  };
  await retryConflicts(client, subject.name, round, etag ? 1 : undefined);
}

interface RejectedWrite {
  body: PlainMap;
  updateMask: string;
  error: unknown;
}

/** Returns the policy if an attempt whose response was lost has written it: the repeated one conflicts with that. Fails with the error otherwise. */
async function recoverWrite(client: EventClient, subject: Subject, { body, updateMask, error }: RejectedWrite): Promise<PlainMap> {
  if (!isStatus(error, "ABORTED") || !asProviderError(error).ambiguous) throw error;
  const policy = await fetchPolicy(client, subject);
  const same = { bindings: sameBindings, auditConfigs: sameAudits } as const;
  const isWritten = partsIn(updateMask).every((part) => same[part](body[part] ?? [], policy[part] ?? []));
  if (isWritten) return policy;
  throw error;
}

/** Returns the parts that a mask names. */
function partsIn(mask: string): (typeof policyParts)[number][] {
  const paths = mask.split(",").map((path) => path.trim());
  return policyParts.filter((part) => paths.includes(part));
}

function policyBody({ auditConfigs, bindings = [], etag: given, version: declaredVersion }: PlainMap, remote: Policy): PlainMap {
  // Removing the last condition of a policy needs version 3, too.
  const version = hasCondition(remote) || hasCondition(policyIn({ bindings })) ? 3 : declaredVersion;
  const etag = textOf(given) ?? remote.etag;
  return {
    ...(version !== undefined && { version }),
    ...(etag !== "" && { etag }),
    bindings,
    ...(auditConfigs !== undefined && { auditConfigs }),
  };
}

/** IAM policies, by kind of object. */
export const iamPolicies = {
  TriggerIamPolicy: policyResource("Trigger", "triggers"),
  ChannelIamPolicy: policyResource("Channel", "channels"),
  ChannelConnectionIamPolicy: policyResource("ChannelConnection", "channelConnections"),
};
