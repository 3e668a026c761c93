// IDs of single bindings and members: object, role, member, title of the condition, separated by single spaces. See docs/modules/eventrouting.md#iam-bindings and docs/modules/eventrouting.md#import. Pure.
import type { PlainMap } from "../../../core/values/value";
import { nameOf, partsOf, type CollectionId, type ObjectParts } from "../ids";
import { conditionIn, memberForm } from "../policies";

/** A whole binding of a role, or a single member of one. */
export type IamForm = "IamBinding" | "IamMember";

/** A kind of bindings or members. */
export interface IamKind {
  collection: CollectionId;
  form: IamForm;
  resourceType: string;
}

/** The parts of an id: the object, the role, the member if it is one, the title of the condition. */
export interface IamIdParts {
  name: string;
  place: ObjectParts;
  role: string;
  /** In normal form. */
  member?: string;
  title?: string;
}

/** Returns the id of a binding or a member for its inputs or its state. */
export function idOf({ form }: IamKind, { name, role, member, condition }: PlainMap): string {
  const { title } = conditionIn((condition ?? {}) as object);
  const own = form === "IamMember" ? memberForm(String(member)) : undefined;
  return [name, role, own, title].filter((part) => part !== undefined).join(" ");
}

/** Returns the parts of an id; undefined when it is malformed. */
export function parseIamId({ collection, form }: IamKind, id: string): IamIdParts | undefined {
  // A title may end with blanks.
  const [object = "", role = "", ...rest] = id.trimStart().split(" ");
  const place = partsOf(collection, object);
  const member = form === "IamMember" ? rest.shift() : undefined;
  if (!place || role === "" || (form === "IamMember" && !member)) return undefined;
  const title = rest.join(" ");
  return {
    name: nameOf(collection, place),
    place,
    role,
    ...(member !== undefined && { member: memberForm(member) }),
    ...(title.trim() !== "" && { title }),
  };
}

/** Returns why the ID is invalid; undefined for a valid one. */
export function iamImportIdViolation(kind: IamKind, id: string): string | undefined {
  if (parseIamId(kind, id)) return undefined;
  const member = kind.form === "IamMember" ? " {member}" : "";
  const name = `projects/{project}/locations/{location}/${kind.collection}/{id}`;
  return `expected "${name} {role}${member}", with the title of the condition at the end where there is one`;
}
