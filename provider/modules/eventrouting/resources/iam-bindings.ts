// Single bindings and single members of the access policy of an object. The rest of the policy stays as it is. See docs/modules/eventrouting.md#iam-bindings.
import { equalConditions, equalIamMembers, equalMemberLists } from "../equality";
import type { NormalizeOptions, Context } from "../../../contract/context";
import type { PropertyTraits } from "../../../contract/properties";
import type { PriorState, ReadResult, Resource } from "../../../contract/resource";
import type { Failure } from "../../../core/errors/errors";
import { hasCode, ProviderError } from "../../../core/errors/errors";
import type { Resources } from "../../../core/gen/types";
import type { ResourceInputs, ResourceState } from "../../../kit/tables";
import { canonical } from "../../../core/json/json";
import type { ValueRule } from "../../../contract/rules";
import { sameTraits, mergeTraits } from "../../../core/compare/traits";
import { textOf } from "../../../core/values/records";
import type { PlainMap } from "../../../core/values/value";
import type { EventClient } from "../client";
import { policyCollection, changeBindings, readPolicy } from "./access";
import { segment, nameOf, partsOf, type CollectionId, importIdsOf } from "../ids";
import { conditionIn, keyOf, memberForm, membersFound, normalizeBindings, policyIn, type Binding } from "../policies";
import { iamImportIdViolation, idOf, parseIamId, type IamKind, type IamForm, type IamIdParts } from "./iam-ids";
import { fillPlace, verifyName } from "./place";

type Kind = "Trigger" | "Channel" | "ChannelConnection";
type IamResource<K extends Kind, F extends IamForm> = `quartet:eventrouting/v1:${K}${F}` extends infer Token extends keyof Resources
  ? Resource<EventClient, ResourceInputs<Token>, ResourceState<Token>>
  : never;

const unspacedRule = (reason: string): ValueRule => ({ minLength: 1, pattern: { matches: /^\S+$/, reason } });
const properties = mergeTraits(
  {
    name: { validate: unspacedRule("must be the name of the object, or its last part, without spaces") },
    role: { validate: unspacedRule("must be the name of a role, such as roles/eventarc.viewer") },
    condition: { equals: equalConditions },
  },
  sameTraits(["project", "location"], { validate: segment, computed: true }),
);

const member: PropertyTraits = {
  validate: unspacedRule("must be a member such as user:ana@example.com, without spaces"),
  equals: equalIamMembers,
};
// The service removes a binding without members.
const members: PropertyTraits = { validate: { minItems: 1 }, equals: equalMemberLists };

/** Returns the full name and the location of the object, also for the last part of the name alone. */
function completeName(
  { collection }: IamKind,
  known: PlainMap,
  context: NormalizeOptions,
): { inputs?: PlainMap; failures: Failure[]; unsettled?: string[] } {
  const { name } = known;
  // A full name determines project and location.
  if (context.isUnknown("name")) return { failures: [], unsettled: ["project", "location"] };
  if (typeof name !== "string" || name === "") return { failures: [] };
  if (name.includes("/")) {
    const parts = partsOf(collection, name);
    const reason = `expected the name of one of the ${collection}: projects/{project}/locations/{location}/${collection}/{id}, or its last part`;
    if (!parts) return { failures: [{ property: "name", reason }] };
    // The full name includes project and location; other values beside it have no effect.
    return { inputs: { name: nameOf(collection, parts), project: parts.project, location: parts.location }, failures: [] };
  }
  const { place, failures } = fillPlace(known, context);
  const { project, location } = place;
  if (context.isUnknown("project") || context.isUnknown("location")) return { inputs: place, failures, unsettled: ["name"] };
  if (typeof project !== "string" || typeof location !== "string") return { inputs: place, failures };
  return { inputs: { ...place, name: nameOf(collection, { project, location, id: name }) }, failures };
}

function bindingOf({ role, members, member, condition }: PlainMap): Binding {
  const list = (Array.isArray(members) ? members : [member ?? []].flat()) as string[];
  return { role: String(role), members: list, ...(condition !== undefined && { condition: conditionIn(condition as object) }) };
}

const withoutBinding = (bindings: readonly Binding[], key: string): Binding[] => bindings.filter((each) => keyOf(each) !== key);

/** Returns the binding by role and condition if the inputs are known, else by role and title. Fails with `invalid_argument` if several match. */
function findBinding(bindings: readonly Binding[], named: IamIdParts, inputs: PlainMap | undefined): Binding | undefined {
  const all = normalizeBindings(bindings);
  if (inputs !== undefined) return all.find((binding) => keyOf(binding) === keyOf(bindingOf(inputs)));
  const { name, role, title } = named;
  const isMeant = ({ condition }: Binding): boolean => (title === undefined ? condition === undefined : condition?.title === title);
  const [first, second] = all.filter((binding) => binding.role === role && isMeant(binding));
  if (!second) return first;
  const several = `${name} has several bindings of ${role} whose conditions have the title ${title}`;
  throw new ProviderError("invalid_argument", `${several}. An ID does not distinguish them, so none of them can be imported.`);
}

type Result = ReadResult<PlainMap>;

/** Writes the inputs that `declare` returns for the members of the role in the policy, before each attempt, and returns the resource. */
async function write(
  kind: IamKind,
  inputs: PlainMap,
  client: EventClient,
  declare: (members: string[], isAmbiguous: boolean) => PlainMap,
): Promise<Result | undefined> {
  const isWhole = kind.form === "IamBinding";
  const key = keyOf(bindingOf(inputs));
  const policy = await changeBindings(client, { name: String(inputs.name), caller: kind.resourceType }, (bindings, isAmbiguous) => {
    const declared = bindingOf(declare(membersFound(bindings, key), isAmbiguous));
    return [...(isWhole ? withoutBinding(bindings, key) : bindings), declared];
  });
  return resultIn(kind, { id: idOf(kind, inputs), inputs, policy });
}

/**
 * Creates the binding or member. Fails if the role has one of its members: it belongs to another resource, whose delete would remove it. A binding owns its role,
 * so that it replaces other members; a warning names them.
 */
async function create(kind: IamKind, inputs: PlainMap, { client, log }: Context<EventClient>): Promise<Result | undefined> {
  const { members } = bindingOf(inputs);
  const id = idOf(kind, inputs);
  let others: string[] = [];
  const written = await write(kind, inputs, client, (found, ambiguous) => {
    others = found;
    if (!shareMember(others, members)) return inputs;
    throw new ProviderError("already_exists", `${kind.resourceType} ${id}: the policy contains it.`, { ambiguous });
  });
  if (kind.form === "IamBinding" && others.length > 0)
    log("warning", `${kind.resourceType} ${id}: replaced ${others.join(", ")}, which had the role.`);
  return written;
}

/** Returns whether two lists of members have one in common. */
function shareMember(left: readonly string[], right: readonly string[]): boolean {
  const forms = new Set(left.map(memberForm));
  return right.some((member) => forms.has(memberForm(member)));
}

async function read(kind: IamKind, id: string, { client, load }: Context<EventClient>, inputs?: PlainMap): Promise<Result | undefined> {
  const { name } = parseIamId(kind, id)!;
  const policy = await load(policyCollection, name, () => readPolicy(client, { name, caller: kind.resourceType }));
  return policy && resultIn(kind, { id, inputs, policy });
}

/** Returns the resource that a policy contains. `inputs`: absent on import. */
function resultIn(
  kind: IamKind,
  { id, inputs, policy }: { id: string; inputs: PlainMap | undefined; policy: PlainMap },
): Result | undefined {
  const named = parseIamId(kind, id)!;
  const { name, member, place } = named;
  const { bindings, etag } = policyIn(policy);
  const binding = findBinding(bindings, named, inputs);
  if (!binding || (member !== undefined && !binding.members.includes(member))) return undefined;
  const { role, condition } = binding;
  const own: PlainMap = member === undefined ? { members: membersFound(bindings, keyOf(binding)) } : { member };
  const { project, location } = place;
  const state: PlainMap = { name, role, project, location, etag, ...own, ...(condition && { condition: condition as PlainMap }) };
  return { id: idOf(kind, state), state };
}

/** Removes the binding or the member. A missing one, or a missing object, is a success. */
async function remove(kind: IamKind, id: string, client: EventClient, { inputs }: PriorState<PlainMap, PlainMap>): Promise<void> {
  const named = parseIamId(kind, id);
  if (!named) throw new ProviderError("invalid_argument", iamImportIdViolation(kind, id)!);
  const given = Object.keys(inputs).length > 0 ? (inputs as PlainMap) : undefined;
  try {
    await changeBindings(client, { name: named.name, caller: kind.resourceType }, (bindings) => {
      const binding = findBinding(bindings, named, given);
      if (!binding) return undefined;
      // Another resource or writer has replaced all that this resource has made.
      if (given?.members !== undefined && !shareMember(binding.members, bindingOf(given).members)) return undefined;
      const left = binding.members.filter((member) => named.member !== undefined && member !== named.member);
      if (left.length === binding.members.length) return undefined;
      return [...withoutBinding(bindings, keyOf(binding)), { ...binding, members: left }];
    });
  } catch (error) {
    if (!hasCode(error, "not_found")) throw error;
  }
}

/** Returns the key of a binding or member within its policy. */
function entryKey(inputs: PlainMap): string {
  const { member = "" } = inputs;
  return canonical([keyOf(bindingOf(inputs)), memberForm(String(member))]);
}

function createResource(kind: IamKind): Resource<EventClient, PlainMap, PlainMap> {
  return {
    properties: kind.form === "IamMember" ? { ...properties, member } : { ...properties, members },
    normalize: (known, rest) => completeName(kind, known as PlainMap, rest),
    // A project has an ID and a number: if only the name differs both may be one entry, and a delete of the old one afterwards would remove the new one.
    deleteBeforeReplace: (prior, next) => entryKey(prior) === entryKey(next),
    importId: importIdsOf(kind.collection, (id) => iamImportIdViolation(kind, id)),
    identity: {
      inputs: kind.form === "IamMember" ? ["name", "role", "member"] : ["name", "role"],
      optional: ["condition"],
      id: (inputs) => idOf(kind, inputs),
      rejectsExisting: true,
    },
    verifyPlace: ({ id, inputs: { name } }) => verifyName(id, parseIamId(kind, id)?.name, textOf(name)),
    create: async ({ inputs, created }, context) => {
      const written = await create(kind, inputs, context);
      created(idOf(kind, inputs));
      return written;
    },
    ...(kind.form === "IamBinding" && {
      update: async ({ inputs, remote, mergedWith }, { client }) => {
        await remote();
        return write(kind, inputs, client, (members) => mergedWith({ ...inputs, members }));
      },
    }),
    read: ({ id, prior }, context) => read(kind, id, context, prior?.inputs as PlainMap | undefined),
    delete: ({ id, prior }, { client }) => remove(kind, id, client, prior),
  };
}

function iamResource<K extends Kind, F extends IamForm>(kind: K, form: F, collection: CollectionId): IamResource<K, F> {
  return createResource({ collection, form, resourceType: `${kind}${form}` }) as IamResource<K, F>;
}

/** Bindings and members, by kind of object. */
export const iamBindings = {
  TriggerIamBinding: iamResource("Trigger", "IamBinding", "triggers"),
  TriggerIamMember: iamResource("Trigger", "IamMember", "triggers"),
  ChannelIamBinding: iamResource("Channel", "IamBinding", "channels"),
  ChannelIamMember: iamResource("Channel", "IamMember", "channels"),
  ChannelConnectionIamBinding: iamResource("ChannelConnection", "IamBinding", "channelConnections"),
  ChannelConnectionIamMember: iamResource("ChannelConnection", "IamMember", "channelConnections"),
};
