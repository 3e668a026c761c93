// Tags of services, applications and back-end channels: written and read through the tag service. See docs/modules/cloud.md#tags.
import type { ObjectCollection, ReadContext } from "../../../contract/shared-reads";
import { scalarText } from "../../../core/values/records";
import { emptyMap } from "../../../core/values/value";
import type { CloudClient } from "../client";
import { apps, services, upstreams } from "../collections";
import type { RowList } from "../row-list";

const action = "DescribeResourceTagsByResourceIds";

/** Tags by key. */
type Tags = Readonly<Record<string, string>>;

/** What the tag service calls a kind of objects, their tags, and the list of the objects. */
interface Kind {
  service: string;
  prefix: string;
  tags: ObjectCollection<CloudClient, Tags>;
}

const kinds = {
  ApiGatewayService: taggedKind("apigw", "service", services),
  ApiGatewayApiApp: taggedKind("apigateway", "apiAppId", apps),
  ApiGatewayUpstream: taggedKind("apigateway", "upstreamId", upstreams),
} satisfies Record<string, Kind>;

/** The resources that have tags. */
type TaggedKind = keyof typeof kinds;

/** The object whose tags are written or read. */
interface TagTarget {
  kind: TaggedKind;
  id: string;
}

/** Entries to set and keys to remove. */
interface TagChanges {
  set?: Tags;
  remove?: readonly string[];
}

/** Entries per list of one request; the service rejects more, and an empty list. */
const batchSize = 10;
/** Rows per page; the service requires offsets that are multiples of it. */
const pageSize = 20;
/** Objects per request; the service rejects more. */
const maxObjects = 50;

function taggedKind(service: string, prefix: string, objects: RowList<string>): Kind {
  const several = async (ids: readonly string[], client: CloudClient): Promise<Map<string, Tags>> => {
    const found = new Map(ids.map((id) => [id, emptyMap<string>()]));
    const place = { ServiceType: service, ResourcePrefix: prefix, ResourceRegion: await client.region() };
    for (let start = 0; start < ids.length; start += maxObjects) {
      const query = { ...place, ResourceIds: ids.slice(start, start + maxObjects) };
      const options = { size: pageSize, members: ["TagKey", "ResourceId"] };
      for (const { ResourceId, Category, TagKey, TagValue } of await client.readPages(action, query, "Tags", options)) {
        const tags = Category === "System" ? undefined : found.get(scalarText(ResourceId));
        if (tags) tags[scalarText(TagKey)] = scalarText(TagValue);
      }
    }
    return found;
  };
  async function* all(_parent: string, client: CloudClient): AsyncGenerator<Map<string, Tags>> {
    for await (const page of objects.pages(client)) {
      const ids = page.map(([id]) => id);
      yield several(ids, client);
    }
  }
  return { service, prefix, tags: { several, all, isLimited: true } };
}

/** Sets and removes tags; sends nothing when there is nothing to do. */
export async function writeTags(client: CloudClient, { kind, id }: TagTarget, { set = {}, remove = [] }: TagChanges): Promise<void> {
  const entries = Object.entries(set);
  const { service, prefix } = kinds[kind];
  for (let i = 0; i < Math.max(entries.length, remove.length); i += batchSize) {
    const ReplaceTags = entries.slice(i, i + batchSize).map(([TagKey, TagValue]) => ({ TagKey, TagValue }));
    const DeleteTags = remove.slice(i, i + batchSize).map((TagKey) => ({ TagKey }));
    await client.write("ModifyResourceTags", {
      Resource: `qcs::${service}:${await client.region()}:uin/:${prefix}/${id}`,
      ...(ReplaceTags.length > 0 && { ReplaceTags }),
      ...(DeleteTags.length > 0 && { DeleteTags }),
    });
  }
}

/** The part of an update request that concerns tags. */
interface TagUpdate {
  inputs: { tags?: Tags };
  prior: { inputs: { tags?: Tags } };
  remote(): Promise<{ tags?: Tags }>;
  changed: { has(path: "tags" | `tags[${string}`): boolean };
}

/** Returns what an update has to write: the keys that the program changed. Keys of other writers are kept. Called before the first write: it may read the object. */
export async function tagChanges({ inputs, prior, remote, changed }: TagUpdate): Promise<TagChanges> {
  if (!changed.has("tags")) return {};
  const { tags: declared = {} } = inputs;
  const { tags: existing = {} } = await remote();
  const isChanged = (key: string): boolean => changed.has(`tags["${key.replaceAll('"', '\\"')}"]`);
  const differs = ([key, value]: [string, string]): boolean => !Object.hasOwn(existing, key) || existing[key] !== value;
  return {
    set: Object.fromEntries(Object.entries(declared).filter((entry) => isChanged(entry[0]) && differs(entry))),
    remove: Object.keys(prior.inputs.tags ?? {}).filter(
      (key) => !Object.hasOwn(declared, key) && Object.hasOwn(existing, key) && isChanged(key),
    ),
  };
}

/** Returns the user's tags of the object. A failure is reported, never returned as an empty map. */
export async function readTags({ client, load }: ReadContext<CloudClient>, { kind, id }: TagTarget): Promise<Record<string, string>> {
  const { tags } = kinds[kind];
  return { ...(await load(tags, id, async () => (await tags.several!([id], client)).get(id))) };
}
