// Sends actions to the services: addresses, signatures, rate limits, retries, one write at a time per gateway service. See docs/modules/cloud.md#requests.
import type { RequestContext } from "../../contract/context";
import { redactor } from "../../core/secrets/redact";
import type { PlainMap } from "../../core/values/value";
import { createKeyedMutex } from "../../core/concurrency/keyed-mutex";
import { reportWait } from "../../http/concurrency/report-wait";
import { createTokenBucket, type TokenBucket } from "../../http/concurrency/token-bucket";
import type { Expected, HttpResponse, Send } from "../../contract/http";
import { withRetries, type RetryTools } from "../../http/retry";
import { sendAttempt } from "../../kit/attempts";
import { TransportError } from "../../http/transport-error";
import type { Credentials } from "./credentials";
import { rateLimitOf, serviceOf, versions } from "./actions";
import { ApiError, hasVendorCode } from "./errors";
import { parseResponse, type ParsedResponse } from "./response";
import { retirementHint } from "./retirement";
import { createRetryPolicy, invalidKeyCodes, type CallMode, type RetryBudgets } from "./retry-policy";
import { contentType, sign, type SigningKeys } from "./signing";

/** Options of {@link Transport}. `tools` replaces clock, randomness and waiting in tests. */
export interface TransportOptions {
  send: Send;
  /** `https` or `http`. */
  protocol: string;
  /** The root domain, optionally with a port. */
  domain: string;
  /** The value of X-TC-RequestClient. */
  requestClient: string;
  budgets: RetryBudgets;
  tools?: RetryTools;
}

/** One call of an action. */
export interface ActionCall {
  action: string;
  params: PlainMap;
  mode: CallMode;
  /** The maximum number of attempts that end in an internal error of the service. If omitted, only the time is limited. */
  attempts?: number | undefined;
  /** Undefined for the two actions of STS that are not signed. */
  keys: SigningKeys | undefined;
  region: string;
  expects?: Expected | undefined;
  /** Secrets among the parameters. */
  secrets?: readonly string[];
}

/** The time limit of one request. See docs/modules/cloud.md#requests. */
const requestLimitMs = 300_000;

/** The services of one domain. */
export class Transport {
  private readonly buckets = new Map<string, TokenBucket>();
  private readonly now: () => number;

  constructor(private readonly options: TransportOptions) {
    this.now = options.tools?.now ?? (() => performance.now());
  }

  /** Runs a write when no other one with this key runs. */
  readonly serialize = createKeyedMutex();

  /** Returns the members of `Response`. Fails with an {@link ApiError}, a TransportError, or the reason of the context's signal. */
  async call(call: ActionCall, context: RequestContext): Promise<PlainMap> {
    const { action, mode, keys, expects } = call;
    const server = this.addressOf(action);
    const redact = redactionOf(call, context);
    const body = Buffer.from(JSON.stringify(call.params));
    const parse = parseOnce((response) => parseResponse(response, serviceOf(action) === "sts" ? undefined : redact));
    const attempt = async (n: number): Promise<HttpResponse> => {
      const end = reportWait(context, () => "the request rate limit");
      await this.bucketOf(action).take(context.signal).finally(end);
      const message = {
        method: "POST" as const,
        url: server,
        headers: this.headersOf(call, body),
        body,
        write: mode !== "read",
        expects,
        attempt: n,
        redact,
        shownPath: `/ ${action}`,
        template: `/ ${action}`,
      };
      return sendAttempt(this.options.send, message, context, requestLimitMs);
    };
    const policy = createRetryPolicy({
      ...call,
      budgets: this.options.budgets,
      now: this.now,
      errorOf: (response) => parse(response).error,
    });
    const response = await withRetries(attempt, policy, context, this.options.tools).catch((error: unknown) => {
      throw error instanceof TransportError ? networkError(action, error) : error;
    });
    const { members, error } = parse(response);
    if (!error) return members;
    const isUncertain = response.ambiguous === true || /^(InternalError|ServiceUnavailable|ClientError)\b/.test(error.code);
    const details = { ambiguous: mode !== "read" && isUncertain, attempts: response.attempts, keySource: keys?.source, server };
    throw new ApiError(action, { ...error, message: redact(error.message) }, details);
  }

  /** Returns the address of the server for an action. */
  addressOf(action: string): string {
    const { protocol, domain } = this.options;
    return `${protocol}://${hostOf(serviceOf(action), domain)}/`;
  }

  private bucketOf(action: string): TokenBucket {
    const known = this.buckets.get(action);
    if (known) return known;
    const bucket = createTokenBucket(rateLimitOf(action), this.options.tools?.now);
    this.buckets.set(action, bucket);
    return bucket;
  }

  private headersOf({ action, keys, region }: ActionCall, body: Buffer): Record<string, string> {
    const { domain, requestClient, tools } = this.options;
    const service = serviceOf(action);
    const host = hostOf(service, domain);
    // The service rejects a signature of another time.
    const seconds = Math.floor((tools?.time ?? Date.now)() / 1000);
    return {
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
  }
}

/** Returns the redaction of one call: secrets of the request context, the keys, and secret parameters. */
function redactionOf({ keys, secrets = [] }: ActionCall, context: RequestContext): (text: string) => string {
  const own = redactor([keys?.secretKey, keys?.token, ...secrets].filter((text) => text !== undefined));
  return (text) => context.redact(own(text));
}

/** Keeps the result for the last response: the retry policy and the caller read the same one, or a copy with the number of attempts. */
function parseOnce(parse: (response: HttpResponse) => ParsedResponse): (response: HttpResponse) => ParsedResponse {
  let last: { of: HttpResponse; parsed: ParsedResponse } | undefined;
  const isSame = ({ status, headers, body }: HttpResponse, { of }: { of: HttpResponse }): boolean =>
    status === of.status && headers === of.headers && body === of.body;
  return (response) => {
    if (!last || !isSame(response, last)) last = { of: response, parsed: parse(response) };
    return last.parsed;
  };
}

/** Returns the error of an action without a complete response. See docs/modules/cloud.md#reading-responses. */
function networkError(action: string, error: TransportError): TransportError {
  const failure = `${serviceOf(action)} ${action} failed: ClientError.NetworkError: ${error.message}`;
  const hint = retirementHint(action, error.systemCode);
  return error.withMessage(hint === undefined ? failure : `${failure}\n${hint}`);
}

/** Returns the host of a service. An IP address has no subdomains and is used as it is. */
function hostOf(service: string, domain: string): string {
  return /^(\[[0-9a-f:.]+\]|\d{1,3}(\.\d{1,3}){3})(:\d+)?$/i.test(domain) ? domain : `${service}.${domain}`;
}

/** Repeats the work once with other keys when the service no longer accepts the current ones. See docs/modules/cloud.md#error-codes. */
export async function withRenewedKeys<T>(
  credentials: Credentials,
  signal: AbortSignal,
  work: (keys: SigningKeys) => Promise<T>,
): Promise<T> {
  const keys = await credentials.current(signal);
  try {
    return await work(keys);
  } catch (error) {
    const renewed = hasVendorCode(error, invalidKeyCodes) ? await credentials.renew(keys, signal) : undefined;
    if (!renewed) throw error;
    return work(renewed);
  }
}
