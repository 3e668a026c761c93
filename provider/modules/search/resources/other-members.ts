// Members of the API that a type here does not have, as a JSON object in the property `otherMembers`. Pure.
import type { PropertyTraits } from "../../../contract/properties";
import type { ObjectTest } from "../../../contract/rules";
import { equalText } from "../../../core/json/json";
import { objectOf } from "../../../core/values/records";
import { contentOf } from "../json/fields";
import { remoteName, type Members } from "../json/typed";

/** The traits of `otherMembers`: absence keeps what the server has. */
export const otherMembersTraits: PropertyTraits = { computed: true, default: "{}", equals: equalText };

/** Returns the rule for `otherMembers`: a member that a property writes does not belong there. */
export function otherMembersTest(members: Members): ObjectTest {
  const properties = new Map(Object.entries(members).map(([key, member]) => [remoteName(key, member), key]));
  return ({ otherMembers }) => {
    const names = typeof otherMembers === "string" ? Object.keys(objectOf(contentOf(otherMembers))) : [];
    const written = names.filter((name) => properties.has(name));
    return written.map((name) => ({
      property: "otherMembers",
      reason: `the member "${name}" is written by ${properties.get(name)!}. Use that property.`,
    }));
  };
}
