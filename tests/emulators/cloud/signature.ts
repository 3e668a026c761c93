/** Verifies TC3-HMAC-SHA256 as the API does: over what was received, with nothing taken on trust. See docs/modules/cloud.md#signing. */
import { createHash, createHmac } from "node:crypto";
import type { EmulatorRequest } from "../exchange";
import { CloudFailure } from "./api";
import type { Key, Keys } from "./keys";

const ALGORITHM = "TC3-HMAC-SHA256";
const HEADER =
  /^TC3-HMAC-SHA256 Credential=([^/,\s]+)\/([^/,\s]+)\/([^/,\s]+)\/tc3_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/;

/** How far the clock of a client may be off, in seconds. */
const SKEW = 300;

/** The parts of the Authorization header. */
interface Claim {
  secretId: string;
  date: string;
  service: string;
  signedHeaders: readonly string[];
  signature: string;
}

/** What the verification of a signature needs beside the request. */
interface Verification {
  keys: Keys;
  /** The service that was called. */
  service: string;
  now: Date;
}

const failure = (code: string, message: string) => new CloudFailure(`AuthFailure.${code}`, message);

const sha256 = (text: string) => createHash("sha256").update(text, "utf8").digest("hex");
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text, "utf8").digest();

const readClaim = (authorization: string): Claim => {
  const parts = HEADER.exec(authorization);
  if (!parts) throw failure("InvalidAuthorization", `The \`Authorization\` header is not of the form that ${ALGORITHM} asks for.`);
  const [, secretId = "", date = "", service = "", names = "", signature = ""] = parts;
  return { secretId, date, service, signedHeaders: names.split(";"), signature };
};

const checkSignedHeaders = ({ signedHeaders }: Claim, headers: Readonly<Record<string, string>>) => {
  const sorted = [...new Set(signedHeaders)].sort();
  const whole = signedHeaders.includes("content-type") && signedHeaders.includes("host");
  if (!whole || sorted.join(";") !== signedHeaders.join(";") || signedHeaders.some((name) => headers[name] === undefined))
    throw failure(
      "InvalidAuthorization",
      "`SignedHeaders` must name `content-type`, `host` and only headers that were sent, each once, in order.",
    );
};

/** The canonical request with the Host header replaced by `host`. */
const canonicalRequest = (request: EmulatorRequest, { signedHeaders }: Claim, host: string) => {
  const headers = signedHeaders.map((name) => `${name}:${name === "host" ? host : (request.headers[name] ?? "").trim()}\n`);
  return [request.method, "/", request.query, headers.join(""), signedHeaders.join(";"), sha256(request.body)].join("\n");
};

const signatureOf = (canonical: string, { date, service }: Claim, timestamp: string, { secretKey }: Key) => {
  const scope = `${date}/${service}/tc3_request`;
  const key = hmac(hmac(hmac(`TC3${secretKey}`, date), service), "tc3_request");
  return hmac(key, [ALGORITHM, timestamp, scope, sha256(canonical)].join("\n")).toString("hex");
};

/** The Host header, and the same without its port: the vendor's package for Node signs that (section 6). */
const hostsOf = (request: EmulatorRequest) => {
  const host = (request.headers.host ?? "").trim();
  const bare = host.replace(/:\d+$/, "");
  return bare === host ? [host] : [host, bare];
};

const checkToken = (key: Key, token: string | undefined, now: Date) => {
  if ((key.token ?? "") !== (token ?? ""))
    throw failure("TokenFailure", "The security token is missing, wrong, or not wanted with these keys.");
  if (key.expires !== undefined && key.expires <= now.getTime()) throw failure("TokenFailure", "The temporary keys have expired.");
};

/**
 * The key and its id that signed a request.
 * @throws CloudFailure `AuthFailure.` and `InvalidAuthorization` (header missing or malformed), `SignatureExpire` (clock),
 *   `SecretIdNotFound`, `SignatureFailure`, `TokenFailure` (token missing, wrong, or expired).
 */
export const verify = (request: EmulatorRequest, { keys, service, now }: Verification): { secretId: string; key: Key } => {
  const { headers } = request;
  const authorization = headers.authorization;
  if (authorization === undefined) throw failure("InvalidAuthorization", "The request has no `Authorization` header.");
  const claim = readClaim(authorization);
  checkSignedHeaders(claim, headers);
  const timestamp = headers["x-tc-timestamp"] ?? "";
  const seconds = Number(timestamp);
  if (Math.abs(now.getTime() / 1000 - seconds) > SKEW)
    throw failure("SignatureExpire", "The signature has expired: the clock of the client is off by more than five minutes.");
  const key = keys.get(claim.secretId);
  if (!key) throw failure("SecretIdNotFound", "The SecretId is not found.");
  const scoped = claim.date === new Date(seconds * 1000).toISOString().slice(0, 10) && claim.service === service;
  const fits = (host: string) => signatureOf(canonicalRequest(request, claim, host), claim, timestamp, key) === claim.signature;
  if (!scoped) throw failure("SignatureFailure", "The credential scope does not fit the timestamp and the service that is called.");
  if (!hostsOf(request).some(fits))
    throw failure("SignatureFailure", "The provided credentials could not be validated: the signature does not fit.");
  checkToken(key, headers["x-tc-token"], now);
  return { secretId: claim.secretId, key };
};
