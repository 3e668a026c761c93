// Tags of services, applications and back-end channels: written and read through the tag service (cloud-resources.md 2.5).
import { ProviderError } from "../../../core/errors";
import type { CloudClient } from "../client";

/** Tags by key. */
export type Tags = Readonly<Record<string, string>>;

/** How the tag service calls a kind of resource. */
interface Kind {
  service: string;
  prefix: string;
}

const kinds = {
  ApiGatewayService: { service: "apigw", prefix: "service" },
  ApiGatewayApiApp: { service: "apigateway", prefix: "apiAppId" },
  ApiGatewayUpstream: { service: "apigateway", prefix: "upstreamId" },
} as const satisfies Record<string, Kind>;

/** The resources that take tags. */
export type Tagged = keyof typeof kinds;

/** Absent tags and none are the same. For `serverDefaults`. */
export const noTags = { tags: {} };

/** Entries in one list of a change; the service refuses more, and an empty list. */
const atOnce = 10;
/** Rows of a page; the service wants offsets that are multiples of it. */
const pageSize = 20;

/** Brings the tags from `previous` to `next`: new and changed ones are written, dropped ones taken away, and nothing is asked where all is so already. */
export async function writeTags(
  client: CloudClient,
  on: { kind: Tagged; id: string },
  next: Tags = {},
  previous: Tags = {},
): Promise<void> {
  const written = Object.entries(next).filter(([key, value]) => !Object.hasOwn(previous, key) || previous[key] !== value);
  const dropped = Object.keys(previous).filter((key) => !Object.hasOwn(next, key));
  const { service, prefix } = kinds[on.kind];
  for (let i = 0; i < Math.max(written.length, dropped.length); i += atOnce) {
    const ReplaceTags = written.slice(i, i + atOnce).map(([TagKey, TagValue]) => ({ TagKey, TagValue }));
    const DeleteTags = dropped.slice(i, i + atOnce).map((TagKey) => ({ TagKey }));
    await client.write("ModifyResourceTags", {
      Resource: `qcs::${service}:${await client.region()}:uin/:${prefix}/${on.id}`,
      ...(ReplaceTags.length > 0 && { ReplaceTags }),
      ...(DeleteTags.length > 0 && { DeleteTags }),
    });
  }
}

/** The tags of the user that stand on the object. A failure is a failure, never an empty map. */
export async function readTags(client: CloudClient, { kind, id }: { kind: Tagged; id: string }): Promise<Record<string, string>> {
  const { service, prefix } = kinds[kind];
  const about = { ServiceType: service, ResourcePrefix: prefix, ResourceRegion: await client.region(), ResourceIds: [id] };
  const rows = await client.pages("DescribeResourceTagsByResourceIds", about, "Tags", { size: pageSize });
  const own = rows.filter(({ ResourceId, Category }) => ResourceId === id && Category !== "System");
  return Object.fromEntries(own.map(({ TagKey, TagValue }) => [textOf(TagKey), textOf(TagValue ?? "")]));
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  throw new ProviderError("failed_precondition", "tag DescribeResourceTagsByResourceIds answered a tag without a key");
}

/** Takes all tags of the user away, those that stand there now: no one knows who has set more. */
export async function clearTags(client: CloudClient, on: { kind: Tagged; id: string }): Promise<void> {
  await writeTags(client, on, {}, await readTags(client, on));
}
