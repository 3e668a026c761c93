// Tags of services, applications and back-end channels: written and read through the tag service. See docs/modules/cloud.md#tags.
import { ProviderError } from "../../../core/errors";
import type { CloudClient } from "../client";

/** Tags by key. */
export type Tags = Readonly<Record<string, string>>;

const kinds = {
  ApiGatewayService: { service: "apigw", prefix: "service" },
  ApiGatewayApiApp: { service: "apigateway", prefix: "apiAppId" },
  ApiGatewayUpstream: { service: "apigateway", prefix: "upstreamId" },
} as const satisfies Record<string, { service: string; prefix: string }>;

/** The resources that have tags. */
export type TaggedKind = keyof typeof kinds;

/** The object whose tags are written or read. */
export interface TagTarget {
  kind: TaggedKind;
  id: string;
}

/** Entries to set and keys to remove. */
export interface TagChanges {
  set?: Tags;
  remove?: readonly string[];
}

/** Entries per list of one request; the service rejects more, and an empty list. */
const batchSize = 10;
/** Rows per page; the service requires offsets that are multiples of it. */
const pageSize = 20;

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
export interface TagUpdate {
  inputs: { tags?: Tags };
  prior: { inputs: { tags?: Tags } };
  remote: { tags?: Tags };
  changed: { has(path: `tags[${string}`): boolean };
}

/** Returns what an update has to write: the keys that the program changed. Keys of other writers are kept. */
export function tagChanges({ inputs, prior, remote, changed }: TagUpdate): TagChanges {
  const { tags: declared = {} } = inputs;
  const { tags: existing = {} } = remote;
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
export async function readTags(client: CloudClient, { kind, id }: TagTarget): Promise<Record<string, string>> {
  const { service, prefix } = kinds[kind];
  const query = { ServiceType: service, ResourcePrefix: prefix, ResourceRegion: await client.region(), ResourceIds: [id] };
  const rows = await client.readPages("DescribeResourceTagsByResourceIds", query, "Tags", { size: pageSize, rejectsEmpty: true });
  const own = rows.filter(({ ResourceId, Category }) => ResourceId === id && Category !== "System");
  return Object.fromEntries(own.map(({ TagKey, TagValue }) => [textOf(TagKey), textOf(TagValue ?? "")]));
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  const failed = "tag DescribeResourceTagsByResourceIds failed: the response contains a tag without a key.";
  throw new ProviderError("failed_precondition", `${failed} Check the tags of the object in the console.`);
}

/** Removes all tags of the user that the object has now, including those of other writers. */
export async function clearTags(client: CloudClient, on: TagTarget): Promise<void> {
  await writeTags(client, on, { remove: Object.keys(await readTags(client, on)) });
}
