/** Signs and sends calls to the emulator in tests, and returns the content of `Response`. */
import { createHash, createHmac } from "node:crypto";
import type { Handler } from "../caller";
import type { EmulatorRequest, JsonObject } from "../exchange";
import { exampleKeys } from "./keys";

/** Keys to sign with. */
interface Signer {
  secretId: string;
  secretKey: string;
  token?: string;
}

/** What of a call can be other than usual. */
export interface CallOptions {
  /** Default the example pair; null sends `SKIP`. */
  signer?: Signer | null;
  /** Default ap-guangzhou. */
  region?: string;
  /** Default the clock of the machine. */
  now?: Date;
  /** Replaced after signing; undefined takes a header away. */
  headers?: Record<string, string | undefined>;
  /** Replaces host and signed host. */
  host?: string;
  /** Signs this host in place of the one that is sent. */
  signedHost?: string;
}

const versions: Record<string, string> = { vpc: "2017-03-12", antiddos: "2020-03-09", apigateway: "2018-08-08" };

const hash = (text: string) => createHash("sha256").update(text).digest("hex");
const keyed = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();

/** What is signed. Further headers must sort after `host`. */
interface Signable {
  service: string;
  host: string;
  seconds: number;
  body: string;
  further?: Record<string, string>;
  /** Default the day of `seconds` in UTC. */
  date?: string;
}

/** The Authorization header of a body; written from the vectors, apart from the check. */
export const authorization = (signer: Signer, { service, host, seconds, body, ...more }: Signable): string => {
  const { further = {}, date = new Date(seconds * 1000).toISOString().slice(0, 10) } = more;
  const headers = Object.entries({ "content-type": "application/json", host, ...further });
  const names = headers.map(([name]) => name).join(";");
  const canonical = `POST\n/\n\n${headers.map((each) => `${each.join(":")}\n`).join("")}\n${names}\n${hash(body)}`;
  const plain = `TC3-HMAC-SHA256\n${seconds}\n${date}/${service}/tc3_request\n${hash(canonical)}`;
  const key = [date, service, "tc3_request"].reduce<string | Buffer>(keyed, `TC3${signer.secretKey}`);
  const scope = `${signer.secretId}/${date}/${service}/tc3_request`;
  return `TC3-HMAC-SHA256 Credential=${scope}, SignedHeaders=${names}, Signature=${keyed(key, plain).toString("hex")}`;
};

/** A signed request of `service/Action`. Parameters that are a text are sent as they are. */
export const signed = (target: string, params: unknown = {}, options: CallOptions = {}): EmulatorRequest => {
  const [service = "", action = ""] = target.split("/");
  const { signer = exampleKeys, region = "ap-guangzhou", now = new Date(), host = `${service}.tencentcloudapi.com` } = options;
  const body = typeof params === "string" ? params : JSON.stringify(params);
  const seconds = Math.floor(now.getTime() / 1000);
  const token = signer && "token" in signer ? signer.token : undefined;
  const headers: Record<string, string | undefined> = {
    host,
    "content-type": "application/json",
    authorization: signer ? authorization(signer, { service, host: options.signedHost ?? host, seconds, body }) : "SKIP",
    "x-tc-action": action,
    "x-tc-version": versions[service] ?? "2018-08-13",
    "x-tc-timestamp": String(seconds),
    "x-tc-region": region,
    "x-tc-language": "en-US",
    "x-tc-token": token,
    ...options.headers,
  };
  const present = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { method: "POST", path: "/", query: "", headers: Object.fromEntries(present), body };
};

/** Calls `service/Action` and returns the content of `Response`, without the request id. */
export const callerOf =
  (emulator: Handler, usual: CallOptions = {}) =>
  (target: string, params: unknown = {}, special: CallOptions = {}): JsonObject => {
    const { body } = emulator.handle(signed(target, params, { ...usual, ...special }));
    const { RequestId: _, ...content } = (JSON.parse(body) as { Response: JsonObject }).Response;
    return content;
  };

/** A rejection of that code; the message as given, or any. */
export const rejection = (code: string, message: unknown = expect.stringMatching(/./)): object => ({
  Error: { Code: code, Message: message },
});
