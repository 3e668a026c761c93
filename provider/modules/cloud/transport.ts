// The shared side of all cloud calls of one configuration: addresses, signing, pace, retries, one write at a time for each gateway service (cloud-lookups.md 1 to 3).
import type { RequestContext } from "../../core/contract";
import { redactor } from "../../core/redact";
import type { PlainMap } from "../../core/value";
import { createTokenBucket, type TokenBucket } from "../../http/concurrency/token-bucket";
import { withTimeout } from "../../http/concurrency/with-timeout";
import type { HttpResponse, Send } from "../../http/message";
import { createKeyedMutex } from "../../http/concurrency/keyed-mutex";
import { retrying, type RetryPolicy, type RetryTools } from "../../http/retry";
import { TransportError } from "../../http/transport-error";
import { paceOf, serviceOf, versions } from "./actions";
import { parseResponse, hasVendorCode, isInternal, isInUse, isVendorError, ApiError, invalidKeyCodes, retryReason } from "./errors";
import { sign, contentType, type Keys } from "./signing";

/** Where keys and region come from; both are found at the first call. */
export interface Identity {
  current(signal: AbortSignal): Promise<Keys>;
  /** Other keys than these, where they can be had; nothing where not. */
  renewed(former: Keys, signal: AbortSignal): Promise<Keys | undefined>;
  region(signal: AbortSignal): Promise<string>;
}

/** What a remote is made of; `tools` replaces clock, chance and waiting in tests. */
export interface TransportOptions {
  send: Send;
  /** `https` or `http`. */
  protocol: string;
  /** Root domain, with a port if wanted. */
  domain: string;
  /** The text of X-TC-RequestClient. */
  requestClient: string;
  /** How long reads and writes are repeated, in ms. */
  budgets: { read: number; write: number };
  tools?: RetryTools;
}

/** How an action is asked. `creation`: it is repeated only when it surely never left. `removal`: a refusal as "in use" is waited for, for a while. */
export type CallMode = "read" | "write" | "creation" | "removal";

/** One call of an action. */
export interface ActionCall {
  action: string;
  params: PlainMap;
  mode: CallMode;
  /** Attempts while the service answers with an internal error; default as many as the time allows. */
  attempts?: number | undefined;
  /** Nothing for the two actions of STS that are not signed. */
  keys: Keys | undefined;
  region: string;
  /** Texts among the parameters that no message may hold. */
  secrets?: readonly string[];
}

/** How long a delete waits for an unbinding to take effect, in ms (cloud-resources.md 2.1). */
const inUseFor = 60_000;
/** No request waits longer for its answer, in ms (cloud-lookups.md 1). */
const longest = 300_000;
const failing = Array.from({ length: 100 }, (_, i) => 500 + i);

/** The services behind one domain. */
export class Transport {
  private readonly buckets = new Map<string, TokenBucket>();

  constructor(private readonly parts: TransportOptions) {}

  /** What stands under `Response`. Fails with a {@link ApiError}, with a TransportError, or with the reason of the operation's signal. */
  async call(ask: ActionCall, operation: RequestContext): Promise<PlainMap> {
    const { action, mode, keys, secrets = [] } = ask;
    const own = redactor([keys?.secretKey, keys?.token, ...secrets].filter((text) => text !== undefined)) ?? ((text: string) => text);
    const hide = (text: string): string => operation.redact(own(text));
    const body = Buffer.from(JSON.stringify(ask.params));
    const attempt = async (n: number): Promise<HttpResponse> => {
      await this.bucket(action).take(operation.signal);
      return this.send({ ...ask, body, attempt: n, note: (line) => operation.log("debug", hide(line)) }, operation);
    };
    const response = await retrying(attempt, this.policy(ask), operation, this.parts.tools).catch((error: unknown) => {
      throw error instanceof TransportError ? unanswered(action, error) : error;
    });
    const answer = parseResponse(response, serviceOf(action) === "sts" ? undefined : hide);
    if (!isVendorError(answer)) return answer;
    const doubtful =
      mode !== "read" && (response.ambiguous === true || /^(InternalError|ServiceUnavailable|ClientError)\b/.test(answer.code));
    const { attempts } = response;
    throw new ApiError(action, { ...answer, message: hide(answer.message) }, { ambiguous: doubtful, attempts, keySource: keys?.source });
  }

  /** Runs a write when no other one of the same subject runs. */
  readonly serialize = createKeyedMutex();

  private bucket(action: string): TokenBucket {
    const known = this.buckets.get(action);
    if (known) return known;
    const bucket = createTokenBucket(paceOf(action), this.parts.tools?.now);
    this.buckets.set(action, bucket);
    return bucket;
  }

  private async send(
    asked: ActionCall & { body: Buffer; attempt: number; note: (line: string) => void },
    operation: RequestContext,
  ): Promise<HttpResponse> {
    const { action, keys, region, body, mode, attempt, note } = asked;
    const { protocol, domain, requestClient, send, tools } = this.parts;
    const service = serviceOf(action);
    const host = hostOf(service, domain);
    const seconds = Math.floor((tools?.now ?? Date.now)() / 1000);
    const headers: Record<string, string> = {
      host,
      "content-type": contentType,
      accept: "application/json",
      authorization: keys ? sign({ service, host, body, seconds }, keys) : "SKIP",
      "x-tc-action": action,
      "x-tc-version": versions[service],
      "x-tc-timestamp": String(seconds),
      "x-tc-region": region,
      "x-tc-language": "en-US",
      "x-tc-requestclient": requestClient,
      ...(keys?.token !== undefined && { "x-tc-token": keys.token }),
    };
    const url = `${protocol}://${host}/`;
    const shown = { shownPath: `/ ${action}`, template: `/ ${action}` };
    const request = {
      method: "POST",
      url,
      headers,
      body,
      signal: operation.signal,
      write: mode !== "read",
      attempt,
      note,
      ...shown,
    } as const;
    const late = (): string => `POST ${url}: no answer within ${longest / 1000} s (ETIMEDOUT).`;
    return withTimeout(send, request, { milliseconds: longest, late });
  }

  private policy({ mode, attempts = Infinity }: ActionCall): RetryPolicy {
    const { budgets, tools } = this.parts;
    const read = mode === "read";
    const begun = (tools?.now ?? Date.now)();
    let internal = 0;
    const again = (response: HttpResponse): string | undefined => {
      const answer = parseResponse(response);
      if (response.status !== 200 || !isVendorError(answer)) return undefined;
      if (isInternal(answer.code) && ++internal >= attempts) return undefined;
      const waits = mode === "removal" && isInUse(answer.code) && (tools?.now ?? Date.now)() - begun < inUseFor;
      return waits ? "still in use by another object" : retryReason(answer.code, read);
    };
    return {
      attempts: Infinity,
      within: read ? budgets.read : budgets.write,
      statuses: mode === "creation" ? [429] : [429, ...failing],
      again,
      phases: mode === "creation" ? ["connect"] : ["connect", "sent", "body"],
      repeatAmbiguous: mode !== "creation",
      pauses: [500, 1000, 2000, 4000, 8000, 10_000],
      jitter: "fifth",
    };
  }
}

/** The failure of an action that got no whole answer, with the code that cloud-lookups.md 3.1 gives it. */
function unanswered(action: string, { phase, systemCode, message, cause, ambiguous }: TransportError): TransportError {
  const text = `${serviceOf(action)} ${action} failed: ClientError.NetworkError: ${message}`;
  return new TransportError(phase, systemCode, text, { cause, ambiguous });
}

/** The host of a service. An address of digits has no names below it: it is asked as it is. */
function hostOf(service: string, domain: string): string {
  return /^(\[[0-9a-f:.]+\]|\d{1,3}(\.\d{1,3}){3})(:\d+)?$/i.test(domain) ? domain : `${service}.${domain}`;
}

/** Asks once more with other keys when the service does not know the ones at hand any more (cloud-lookups.md 3.2). */
export async function withRenewedKeys<T>(identity: Identity, signal: AbortSignal, ask: (keys: Keys) => Promise<T>): Promise<T> {
  const keys = await identity.current(signal);
  try {
    return await ask(keys);
  } catch (error) {
    const renewed = hasVendorCode(error, invalidKeyCodes) ? await identity.renewed(keys, signal) : undefined;
    if (!renewed) throw error;
    return ask(renewed);
  }
}
