// The signature TC3-HMAC-SHA256 of a request. A function of request, keys and time. See docs/modules/cloud.md#signing.
import { createHash, createHmac } from "node:crypto";

/** An access key pair; temporary keys have a token. */
export interface SigningKeys {
  secretId: string;
  secretKey: string;
  token?: string;
  /** Where the keys are from, for messages. */
  source?: string;
}

/** The signed parts of a request. */
interface UnsignedRequest {
  /** The name of the service, for example `apigateway`. The host can differ from it. */
  service: string;
  /** The value of the header Host, with the port. */
  host: string;
  /** The body as it is sent. */
  body: Buffer;
  /** Unix time in whole seconds. */
  seconds: number;
}

/** The media type of all signed requests; it is part of the signature, so it has no charset. */
export const contentType = "application/json";
const algorithm = "TC3-HMAC-SHA256";
const signedHeaders = "content-type;host";

/** Returns the value of the header Authorization. */
export function sign(request: UnsignedRequest, keys: SigningKeys): string {
  const { service, seconds } = request;
  const date = new Date(seconds * 1000).toISOString().slice(0, 10);
  const scope = `${date}/${service}/tc3_request`;
  const text = [algorithm, seconds, scope, sha256(canonicalRequest(request))].join("\n");
  const signature = createHmac("sha256", signingKey(keys.secretKey, date, service))
    .update(text)
    .digest("hex");
  return `${algorithm} Credential=${keys.secretId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`;
}

/** Returns the six signed parts of the request. */
export function canonicalRequest({ host, body }: UnsignedRequest): string {
  return ["POST", "/", "", `content-type:${contentType}\nhost:${host}\n`, signedHeaders, sha256(body)].join("\n");
}

function sha256(data: string | Buffer): string {
  return createHash("sha256").update(data).digest("hex");
}

/** Returns the signing key of a secret for one day and one service. */
export function signingKey(secretKey: string, date: string, service: string): Buffer {
  const hmac = (secret: string | Buffer, text: string): Buffer => createHmac("sha256", secret).update(text).digest();
  return hmac(hmac(hmac(`TC3${secretKey}`, date), service), "tc3_request");
}
