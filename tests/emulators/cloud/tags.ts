/** The emulated tag service: tags of resources by their six-segment names. See docs/modules/cloud.md#tags. */
import { createHash } from "node:crypto";
import type { JsonObject } from "../exchange";
import type { Action, Actions } from "./api";
import { CloudFailure } from "./api";
import { checkChange } from "./tag-changes";

/** `Custom` are tags of the user, `System` those of the vendor, which no user writes. */
export type Category = "Custom" | "System";

/** The kinds of resources that can be tagged: service type and prefix as they are in their names. */
const kinds: readonly { serviceType: string; prefix: string; id: RegExp }[] = [
  { serviceType: "apigw", prefix: "service", id: /^service-[0-9a-z]{8}$/ },
  { serviceType: "apigateway", prefix: "apiAppId", id: /^app-[0-9a-z]{8}$/ },
  { serviceType: "apigateway", prefix: "upstreamId", id: /^upstream-[0-9a-z]{8}$/ },
];

/** One resource as the tag service has it. */
export interface Tagged {
  serviceType: string;
  prefix: string;
  region: string;
  id: string;
}

interface Tag {
  value: string;
  category: Category;
}

const keyOf = ({ serviceType, prefix, region, id }: Tagged): string => [serviceType, prefix, region, id].join("/");

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

  /** Whether tags of the user are on a resource: then it cannot be deleted. */
  exists(id: string): boolean {
    return Object.keys(this.of(id)).length > 0;
  }
}

const NAME = /^qcs::([a-z]+):([a-z0-9-]+):uin\/(\d*):([A-Za-z]+)\/([\w-]+)$/;

const readName = (name: string, regions: readonly string[]): Tagged => {
  const [, serviceType = "", region = "", , prefix = "", id = ""] = NAME.exec(name) ?? [];
  const kind = kinds.find((each) => each.serviceType === serviceType && each.prefix === prefix);
  if (!kind?.id.test(id) || !regions.includes(region))
    throw new CloudFailure("InvalidParameterValue.ResourceDescriptionError", "The six-segment name of the resource is not right.");
  return { serviceType, prefix, region, id };
};

/** A tag in a request. */
interface TagInput {
  TagKey: string;
  TagValue?: string;
}

const modify = (tags: Tags, regions: readonly string[]): Action => ({
  params: {
    "Resource!": "string",
    ReplaceTags: [{ "TagKey!": "string", "TagValue!": "string", Category: "string" }],
    DeleteTags: [{ "TagKey!": "string" }],
  },
  run({ Resource, ReplaceTags = null, DeleteTags = null }) {
    const resource = readName(Resource as string, regions);
    const written = (ReplaceTags ?? []) as unknown as Required<TagInput>[];
    const dropped = ((DeleteTags ?? []) as unknown as TagInput[]).map(({ TagKey }) => TagKey);
    checkChange({ written, dropped }, tags.entries(resource));
    for (const key of dropped) tags.remove(resource, key);
    for (const { TagKey, TagValue } of written) tags.put(resource, TagKey, { value: TagValue, category: "Custom" });
    return {};
  },
});

const md5 = (text: string): string => createHash("md5").update(text, "utf8").digest("hex");

const rejection = (what: string): CloudFailure => new CloudFailure(`InvalidParameterValue.${what}Invalid`, `The \`${what}\` is not right.`);

const resourcesOf = (params: JsonObject, regions: readonly string[]): Tagged[] => {
  const [serviceType, prefix, region] = [params["ServiceType"], params["ResourcePrefix"], params["ResourceRegion"]] as string[] as [
    string,
    string,
    string,
  ];
  const ofService = kinds.filter((each) => each.serviceType === serviceType);
  if (ofService.length === 0) throw rejection("ServiceType");
  const kind = ofService.find((each) => each.prefix === prefix);
  if (!kind) throw rejection("ResourcePrefix");
  if (!regions.includes(region)) throw rejection("Region");
  const ids = params["ResourceIds"] as string[];
  if (ids.length > 50) throw rejection("ResourceId");
  if (!ids.every((id) => kind.id.test(id))) throw rejection("ResourceId");
  return ids.map((id) => ({ serviceType, prefix, region, id }));
};

const describe = (tags: Tags, regions: readonly string[]): Action => ({
  params: {
    "ServiceType!": "string",
    "ResourcePrefix!": "string",
    "ResourceIds!": ["string"],
    "ResourceRegion!": "string",
    Offset: "integer",
    Limit: "integer",
    Category: "string",
  },
  run(params) {
    const offset = Number(params["Offset"] ?? 0);
    const limit = Number(params["Limit"] ?? 15);
    if (limit < 1 || offset < 0 || offset % limit !== 0)
      throw new CloudFailure("InvalidParameter", "`Offset` must be a multiple of `Limit`, and `Limit` above 0.");
    const rows = resourcesOf(params, regions).flatMap((resource) =>
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
    const { Category: category = "All" } = params;
    const expected = rows.filter(({ Category }) => category === "All" || Category === category);
    return { TotalCount: expected.length, Offset: offset, Limit: limit, Tags: expected.slice(offset, offset + limit) };
  },
});

/** The two actions over a store of tags. */
export const tagActions = (tags: Tags, regions: readonly string[]): Actions => ({
  ModifyResourceTags: modify(tags, regions),
  DescribeResourceTagsByResourceIds: describe(tags, regions),
});
