// Single bindings and single members of the access policy of an object. The rest of the policy stays as it is. See docs/modules/eventrouting.md#iam-bindings.
import { sameCondition, sameMember, sameMembers } from "../equality";
import type { CheckContext, PriorState, PropertyTraits, Resource } from "../../../core/contract";
import type { Failure } from "../../../core/errors";
import { hasCode, ProviderError } from "../../../core/errors";
import type { Resources } from "../../../core/gen/types";
import type { ResourceInputs, ResourceState } from "../../../core/tables";
import { canonical } from "../../../core/json";
import type { ValueRule } from "../../../core/rules";
import { sameTraits, mergeTraits } from "../../../core/traits";
import type { PlainMap } from "../../../core/value";
import type { EventClient } from "../client";
import { segment } from "../functions/location-function";
import { nameOf, partsOf, type Collection } from "../object-names";
import { conditionIn, keyOf, memberForm, membersFound, normalizeBindings, policyIn, type Binding } from "../policies";
import { changeBindings, readPolicy } from "./access";
import { iamImportIdViolation, idOf, parseIamId, type IamKind, type IamForm, type IamIdParts } from "./iam-ids";
import { fillPlace } from "./place";

type Kind = "Trigger" | "Channel" | "ChannelConnection";
type IamResource<K extends Kind, F extends IamForm> = `quartet:eventrouting/v1:${K}${F}` extends infer Token extends keyof Resources
  ? Resource<EventClient, ResourceInputs<Token>, ResourceState<Token>>
  : never;

const unspacedRule = (reason: string): ValueRule => ({ minLength: 1, pattern: { matches: /^\S+$/, reason } });
const properties = mergeTraits(
  {
    name: { validate: unspacedRule("must be the name of the object, or its last part, without spaces") },
    role: { validate: unspacedRule("must be the name of a role, such as roles/eventarc.viewer") },
    condition: { equals: sameCondition },
  },
  sameTraits(["project", "location"], { validate: segment, computed: true }),
);

const member: PropertyTraits = {
  validate: unspacedRule("must be a member such as user:ana@example.com, without spaces"),
  equals: sameMember,
};
// The service removes a binding without members.
const members: PropertyTraits = { validate: { minItems: 1 }, equals: sameMembers };

/** Returns the full name and the location of the object, also for the last part of the name alone. */
function completeName({ collection }: IamKind, known: PlainMap, context: CheckContext): { inputs?: PlainMap; failures: Failure[] } {
  const { name } = known;
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

async function write(about: IamKind, inputs: PlainMap, client: EventClient): Promise<void> {
  const declared = bindingOf(inputs);
  const whole = about.form === "IamBinding";
  const { name } = inputs;
  await changeBindings(client, { name: String(name), resourceType: about.resourceType }, (bindings) => [
    ...(whole ? withoutBinding(bindings, keyOf(declared)) : bindings),
    declared,
  ]);
}

async function read(about: IamKind, id: string, client: EventClient, inputs?: PlainMap) {
  const named = parseIamId(about, id)!;
  const { name, member, place } = named;
  const remote = await readPolicy(client, { name, resourceType: about.resourceType });
  if (!remote) return undefined;
  const { bindings, etag } = policyIn(remote);
  const binding = findBinding(bindings, named, inputs);
  if (!binding || (member !== undefined && !binding.members.includes(member))) return undefined;
  const { role, condition } = binding;
  const own: PlainMap = member === undefined ? { members: membersFound(bindings, keyOf(binding)) } : { member };
  const state: PlainMap = {
    name,
    role,
    project: place.project,
    location: place.location,
    etag,
    ...own,
    ...(condition && { condition: condition as PlainMap }),
  };
  return { id: idOf(about, state), state };
}

/** Removes the binding or the member. A missing one, or a missing object, is a success. */
async function remove(about: IamKind, id: string, client: EventClient, { inputs }: PriorState<PlainMap, PlainMap>): Promise<void> {
  const named = parseIamId(about, id);
  if (!named) throw new ProviderError("invalid_argument", iamImportIdViolation(about, id)!);
  const given = Object.keys(inputs).length > 0 ? (inputs as PlainMap) : undefined;
  try {
    await changeBindings(client, { name: named.name, resourceType: about.resourceType }, (bindings) => {
      const binding = findBinding(bindings, named, given);
      if (!binding) return undefined;
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

function createResource(about: IamKind): Resource<EventClient, PlainMap, PlainMap> {
  return {
    properties: about.form === "IamMember" ? { ...properties, member } : { ...properties, members },
    normalize: (known, rest) => completeName(about, known as PlainMap, rest),
    // A project has an ID and a number: if only the name differs both may be one entry, and a delete of the old one afterwards would remove the new one.
    deleteBeforeReplace: (prior, next) => entryKey(prior) === entryKey(next),
    importId: { validate: (id) => iamImportIdViolation(about, id) },
    create: async ({ inputs, created }, { client }) => {
      await write(about, inputs, client);
      created(idOf(about, inputs));
    },
    // The ID identifies the binding; core compares its content with the inputs.
    find: (inputs, { client }) => read(about, idOf(about, inputs), client, inputs),
    ...(about.form === "IamBinding" && { update: async ({ merged }, { client }) => write(about, merged(), client) }),
    read: ({ id, prior }, { client }) => read(about, id, client, prior?.inputs as PlainMap | undefined),
    delete: ({ id, prior }, { client }) => remove(about, id, client, prior),
  };
}

function iamResource<K extends Kind, F extends IamForm>(kind: K, form: F, collection: Collection): IamResource<K, F> {
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
