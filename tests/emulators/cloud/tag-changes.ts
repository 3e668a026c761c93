/** Validates a change of tags: how many, which keys, which texts. See docs/modules/cloud.md#tags. */
import { CloudFailure } from "./api";

/** The change that ModifyResourceTags requests. */
export interface TagChange {
  written: readonly { TagKey: string; TagValue: string }[];
  dropped: readonly string[];
}

/** Keys that belong to the vendor. */
const RESERVED = new Set(["qcloud", "tencent", "project"]);

/** Entries in one list; tags on one resource; characters of a key and of a value (the vendor's documentation of tags). */
const AT_ONCE = 10;
const ON_ONE = 50;
const LONGEST = { key: 127, value: 255 };

/** Letters and digits of any script, spaces, and a few signs. */
const ALLOWED = /^[\p{L}\p{N}\p{M} +\-=._:/@()[\]]*$/u;

const wrongValue = (what: string, message: string): CloudFailure => new CloudFailure(`InvalidParameterValue.${what}`, message);

const checkKey = (key: string): void => {
  if (key === "") throw wrongValue("TagKeyEmpty", "A tag key must not be empty.");
  if (key.length > LONGEST.key) throw wrongValue("TagKeyLengthExceeded", `A tag key has at most ${LONGEST.key} characters.`);
  if (!ALLOWED.test(key)) throw wrongValue("TagKeyCharacterIllegal", "A tag key holds characters that are not allowed.");
  if (RESERVED.has(key.toLowerCase())) throw new CloudFailure("InvalidParameter.ReservedTagKey", "The tag key is reserved.");
};

const checkValue = (value: string): void => {
  if (value.length > LONGEST.value) throw wrongValue("TagValueLengthExceeded", `A tag value has at most ${LONGEST.value} characters.`);
  if (!ALLOWED.test(value)) throw wrongValue("TagValueCharacterIllegal", "A tag value holds characters that are not allowed.");
};

const checkLists = ({ written, dropped }: TagChange): void => {
  if (written.length + dropped.length === 0)
    throw new CloudFailure("InvalidParameter.Tag", "One of `ReplaceTags` and `DeleteTags` must be given.");
  if (written.length > AT_ONCE) throw new CloudFailure("LimitExceeded.Quota", `\`ReplaceTags\` holds at most ${AT_ONCE} entries.`);
  if (dropped.length > AT_ONCE) throw wrongValue("DeleteTagsParamError", `\`DeleteTags\` holds at most ${AT_ONCE} entries.`);
  const keys = written.map(({ TagKey }) => TagKey);
  if (new Set(keys).size < keys.length) throw new CloudFailure("InvalidParameter.Tag", "`ReplaceTags` names a key twice.");
  if (dropped.some((key) => keys.includes(key)))
    throw wrongValue("DeleteTagsParamError", "A key must not be in both `ReplaceTags` and `DeleteTags`.");
};

/**
 * @param present The tags that are on the resource.
 * @throws CloudFailure with the codes of the catalogue: nothing is changed then.
 */
export const checkChange = (change: TagChange, present: readonly (readonly [string, { category: string }])[]): void => {
  checkLists(change);
  for (const { TagKey, TagValue } of change.written) {
    checkKey(TagKey);
    checkValue(TagValue);
  }
  const touched = new Set([...change.written.map(({ TagKey }) => TagKey), ...change.dropped]);
  if (present.some(([key, { category }]) => category === "System" && touched.has(key)))
    throw new CloudFailure("FailedOperation", "A system tag cannot be changed.");
  const left = present.filter(([key]) => !touched.has(key)).length + change.written.length;
  if (left > ON_ONE) throw new CloudFailure("LimitExceeded.ResourceAttachedTags", `A resource has at most ${ON_ONE} tags.`);
};
