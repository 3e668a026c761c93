/** The emulated tag service: tags of resources by their six-segment names. See docs/modules/cloud.md#tags. */
import { createHash } from "node:crypto";
import type { JsonObject } from "../exchange";
import { type Actions, integers, reject, Rule, strings, text } from "./api";

/** `Custom` are tags of the user, `System` those of the vendor, which no user writes. */
type Category = "Custom" | "System";

/** The kinds of resources that can be tagged: service type and prefix as they are in their names. */
const kinds: readonly { serviceType: string; prefix: string; id: RegExp }[] = [
  { serviceType: "apigw", prefix: "service", id: /^service-[0-9a-z]{8}$/ },
  { serviceType: "apigateway", prefix: "apiAppId", id: /^app-[0-9a-z]{8}$/ },
  { serviceType: "apigateway", prefix: "upstreamId", id: /^upstream-[0-9a-z]{8}$/ },
];

/** One resource as the tag service has it. */
interface Tagged {
  serviceType: string;
  prefix: string;
  region: string;
  id: string;
}

interface Tag {
  value: string;
  category: Category;
}

const keyOf = ({ serviceType, prefix, region, id }: Tagged) => [serviceType, prefix, region, id].join("/");

/** The tags of all resources. Tests insert tags that another writer or the vendor has set. */
export class Tags {
  readonly #resources = new Map<string, { resource: Tagged; tags: Map<string, Tag> }>();

  /** All tags of a resource in the order in which they were first set. */
  entries(resource: Tagged): [string, Tag][] {
    return [...(this.#resources.get(keyOf(resource))?.tags ?? [])];
  }

  /** Sets or replaces one tag. */
  put(resource: Tagged, key: string, { value, category }: Tag): void {
    const entry = this.#resources.get(keyOf(resource)) ?? { resource, tags: new Map<string, Tag>() };
    this.#resources.set(keyOf(resource), entry);
    entry.tags.set(key, { value, category });
  }

  /** Takes one tag away; nothing happens when it is not there. */
  remove(resource: Tagged, key: string): void {
    this.#resources.get(keyOf(resource))?.tags.delete(key);
  }

  /** The user's tags of whatever has this id, in any region. */
  of(id: string): Record<string, string> {
    const own = [...this.#resources.values()].filter(({ resource }) => resource.id === id).flatMap(({ tags }) => [...tags]);
    return Object.fromEntries(own.filter(([, { category }]) => category === "Custom").map(([key, { value }]) => [key, value]));
  }

  /** The same as the gateway writes them. */
  rows(id: string) {
    return Object.entries(this.of(id)).map(([Key, Value]) => ({ Key, Value }));
  }
}

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
const tagText = (what: string, most: number) => {
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
const tagKey = new Rule(
  notEmpty,
  (key) => !/^(qcloud|tencent|project)$/i.test(String(key)),
  "InvalidParameter.ReservedTagKey",
  "is reserved",
);
/** A value. */
const tagValue = tagText("TagValue", 255);

/**
 * @param present The tags that are on the resource.
 * @throws CloudFailure with the codes of the catalogue: nothing is changed then.
 */
const checkChange = ({ written, dropped }: TagChange, present: readonly (readonly [string, { category: string }])[]) => {
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

const NAME = /^qcs::([a-z]+):([a-z0-9-]+):uin\/(\d*):([A-Za-z]+)\/([\w-]+)$/;

const readName = (name: string, regions: readonly string[]): Tagged => {
  const [, serviceType = "", region = "", , prefix = "", id = ""] = NAME.exec(name) ?? [];
  const kind = kinds.find((each) => each.serviceType === serviceType && each.prefix === prefix);
  if (!kind?.id.test(id) || !regions.includes(region))
    reject("InvalidParameterValue.ResourceDescriptionError", "The six-segment name of the resource is not right.");
  return { serviceType, prefix, region, id };
};

const md5 = (text: string) => createHash("md5").update(text, "utf8").digest("hex");

const resourcesOf = (params: JsonObject, regions: readonly string[]): Tagged[] => {
  const { ServiceType: serviceType, ResourcePrefix: prefix, ResourceRegion: region } = params as Record<string, string>;
  const ofService = kinds.filter((each) => each.serviceType === serviceType);
  const kind = ofService.find((each) => each.prefix === prefix);
  const ids = params.ResourceIds as string[];
  const wrong: [boolean, string][] = [
    [ofService.length === 0, "ServiceType"],
    [!kind, "ResourcePrefix"],
    [!regions.includes(region!), "Region"],
    [ids.length > 50 || !ids.every((id) => kind?.id.test(id)), "ResourceId"],
  ];
  const what = wrong.find(([isWrong]) => isWrong)?.[1];
  if (what !== undefined) reject(`InvalidParameterValue.${what}Invalid`, `The \`${what}\` is not right.`);
  return ids.map((id) => ({ ...kind!, region: region!, id }));
};

/** The two actions over a store of tags. */
export const tagActions = (tags: Tags, regions: readonly string[]): Actions => ({
  ModifyResourceTags: {
    params: {
      "Resource!": "string",
      ReplaceTags: [{ "TagKey!": tagKey, "TagValue!": tagValue, Category: "string" }],
      DeleteTags: [strings("TagKey!")],
    },
    run({ Resource, ReplaceTags = [], DeleteTags = [] }) {
      const resource = readName(Resource as string, regions);
      const written = (ReplaceTags as Record<string, string>[]).map(({ TagKey, TagValue }) => [TagKey!, TagValue!] as const);
      const dropped = (DeleteTags as Record<string, string>[]).map(({ TagKey }) => TagKey!);
      checkChange({ written, dropped }, tags.entries(resource));
      for (const key of dropped) tags.remove(resource, key);
      for (const [key, value] of written) tags.put(resource, key, { value, category: "Custom" });
      return {};
    },
  },
  DescribeResourceTagsByResourceIds: {
    params: {
      ...strings("ServiceType!", "ResourcePrefix!", "ResourceRegion!", "Category"),
      "ResourceIds!": ["string"],
      ...integers("Offset", "Limit"),
    },
    run(params) {
      const { Category: requested = "All" } = params;
      const [offset, limit] = [params.Offset ?? 0, params.Limit ?? 15].map(Number) as [number, number];
      if (limit < 1 || offset < 0 || offset % limit !== 0)
        reject("InvalidParameter", "`Offset` must be a multiple of `Limit`, and `Limit` above 0.");
      const all = resourcesOf(params, regions).flatMap((resource) =>
        tags.entries(resource).map(([key, { value, category }]) => ({
          TagKey: key,
          TagValue: value,
          ResourceId: resource.id,
          TagKeyMd5: md5(key),
          TagValueMd5: md5(value),
          ServiceType: resource.serviceType,
          Category: category,
        })),
      );
      const rows = all.filter(({ Category }) => requested === "All" || Category === requested);
      return { TotalCount: rows.length, Offset: offset, Limit: limit, Tags: rows.slice(offset, offset + limit) };
    },
  },
});
