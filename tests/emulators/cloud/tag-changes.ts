/** Validates a change of tags: how many, which keys, which texts. See docs/modules/cloud.md#tags. */
import { reject, Rule, text } from "./api";

/** The change that ModifyResourceTags requests. */
interface TagChange {
  written: readonly (readonly [key: string, value: string])[];
  dropped: readonly string[];
}

/** Entries in one list; tags on one resource (the vendor's documentation of tags). */
const AT_ONCE = 10;
const ON_ONE = 50;

const VALUE = "InvalidParameterValue";

/** At most so many characters: letters and digits of any script, spaces, and a few signs. */
const tagText = (what: string, most: number): Rule => {
  const limited = text(new RegExp(`^.{0,${most}}$`, "s"), `${VALUE}.${what}LengthExceeded`);
  return new Rule(
    limited,
    (value) => /^[\p{L}\p{N}\p{M} +\-=._:/@()[\]]*$/u.test(String(value)),
    `${VALUE}.${what}CharacterIllegal`,
    "has wrong characters",
  );
};
const notEmpty = new Rule(tagText("TagKey", 127), (key) => key !== "", `${VALUE}.TagKeyEmpty`, "must not be empty");

/** A key; some belong to the vendor. */
export const tagKey = new Rule(
  notEmpty,
  (key) => !/^(qcloud|tencent|project)$/i.test(String(key)),
  "InvalidParameter.ReservedTagKey",
  "is reserved",
);
/** A value. */
export const tagValue = tagText("TagValue", 255);

/**
 * @param present The tags that are on the resource.
 * @throws CloudFailure with the codes of the catalogue: nothing is changed then.
 */
export const checkChange = ({ written, dropped }: TagChange, present: readonly (readonly [string, { category: string }])[]): void => {
  const keys = written.map(([key]) => key);
  const left = present.filter(([key]) => !keys.includes(key) && !dropped.includes(key));
  const isSystem = present.some(([key, { category }]) => category === "System" && (keys.includes(key) || dropped.includes(key)));
  const faults: [boolean, string, string][] = [
    [keys.length + dropped.length === 0, "InvalidParameter.Tag", "One of `ReplaceTags` and `DeleteTags` must be given."],
    [keys.length > AT_ONCE, "LimitExceeded.Quota", `\`ReplaceTags\` holds at most ${AT_ONCE} entries.`],
    [dropped.length > AT_ONCE, `${VALUE}.DeleteTagsParamError`, `\`DeleteTags\` holds at most ${AT_ONCE} entries.`],
    [new Set(keys).size < keys.length, "InvalidParameter.Tag", "`ReplaceTags` names a key twice."],
    [dropped.some((key) => keys.includes(key)), `${VALUE}.DeleteTagsParamError`, "A key must not be in both lists."],
    [isSystem, "FailedOperation", "A system tag cannot be changed."],
    [left.length + keys.length > ON_ONE, "LimitExceeded.ResourceAttachedTags", `A resource has at most ${ON_ONE} tags.`],
  ];
  for (const [isWrong, code, message] of faults) if (isWrong) reject(code, message);
};
