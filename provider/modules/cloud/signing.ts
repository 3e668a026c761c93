// The signature TC3-HMAC-SHA256 of a request (cloud-lookups.md, section 2). A function of request, keys and time; no I/O.
import { createHash, createHmac } from "node:crypto";

/** An access key pair, and the token that belongs to a temporary one. */
export interface Keys {
  secretId: string;
  secretKey: string;
  token?: string;
  /** What gave them, for messages. */
  source?: string;
}

/** What is signed. */
export interface UnsignedRequest {
  /** Name of the service, for example `apigateway`; never read from the host. */
  service: string;
  /** The text of the header Host, port included. */
  host: string;
  /** The bytes that are sent. */
  body: Buffer;
  /** Unix time in whole seconds. */
  seconds: number;
}

/** Everything that is signed is JSON without a charset: the value stands in the signature. */
export const contentType = "application/json";
const algorithm = "TC3-HMAC-SHA256";
const signedHeaders = "content-type;host";

/** The value of the header Authorization. */
export function sign(request: UnsignedRequest, keys: Keys): string {
  const { service, seconds } = request;
  const date = new Date(seconds * 1000).toISOString().slice(0, 10);
  const scope = `${date}/${service}/tc3_request`;
  const text = [algorithm, seconds, scope, sha256(canonicalRequest(request))].join("\n");
  const signature = createHmac("sha256", signingKey(keys.secretKey, date, service))
    .update(text)
    .digest("hex");
  return `${algorithm} Credential=${keys.secretId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`;
}

/** The six parts of the request that the signature covers. */
export function canonicalRequest({ host, body }: UnsignedRequest): string {
  return ["POST", "/", "", `content-type:${contentType}\nhost:${host}\n`, signedHeaders, sha256(body)].join("\n");
}

function sha256(data: string | Buffer): string {
  return createHash("sha256").update(data).digest("hex");
}

/** The keys of the last few secrets, days and services; the newest last. */
const dayKeys = new Map<string, Buffer>();
const keptDayKeys = 16;

/** The key that a secret has on one day for one service. */
export function signingKey(secretKey: string, date: string, service: string): Buffer {
  const name = `${date} ${service} ${secretKey}`;
  const known = dayKeys.get(name);
  if (known) return known;
  const key = [date, service, "tc3_request"].reduce<string | Buffer>(
    (kept, text) => createHmac("sha256", kept).update(text).digest(),
    `TC3${secretKey}`,
  ) as Buffer;
  dayKeys.set(name, key);
  if (dayKeys.size > keptDayKeys) dayKeys.delete(dayKeys.keys().next().value!);
  return key;
}
