// How lookups and resources speak with the service: one client for each operation. See docs/modules/eventrouting.md#requests and docs/modules/eventrouting.md#errors.
import type { RequestContext } from "../../core/contract";
import { ProviderError } from "../../core/errors";
import { isObject, parseDigitsAsText, parseJson } from "../../core/json";
import { redactor } from "../../core/redact";
import type { Schema } from "../../core/schema";
import type { PlainMap } from "../../core/value";
import { pause } from "../../http/concurrency/abort";
import { sendWithTimeout } from "../../http/concurrency/with-timeout";
import type { HttpRequest, HttpResponse, Send } from "../../core/http-types";
import { retryAfter } from "../../http/headers";
import { retrying, type RetryPolicy, type RetryTools } from "../../http/retry";
import type { Credentials } from "./credentials";
import { askedDelay, responseError, unexpectedResponse, retryReason } from "./errors";
import { pathOf } from "./names";

/** What all clients of one configuration share; `tools` replaces clock, chance and waiting in tests. */
export interface Shared {
  identity: Credentials;
  /** The project where a call names none. */
  project: string | undefined;
  /** The location of lists without one. */
  location?: string | undefined;
  send: Send;
  /** Address of the service, without version and slash at the end. */
  url: string;
  userAgent: string;
  tools?: RetryTools;
}

/** One request. */
export interface ApiRequest {
  method: HttpRequest["method"];
  /** Full name of the object or collection. */
  name: string;
  /** For example `:getIamPolicy`. */
  verb?: string;
  query?: Readonly<Record<string, string | undefined>>;
  body?: PlainMap;
  /** The resource or function, for messages. */
  resourceType: string;
  /** Full name of the object, for messages; `name` when not given. */
  about?: string;
  /** False where a change by somebody else at the same time is the caller's to handle. */
  abortedAgain?: boolean;
}

/** The message for a call without a project. */
export const noProject =
  "no project. Set the input project, the setting googleProject (`pulumi config set quartet:googleProject`), or the environment variable GOOGLE_PROJECT.";

/** How long one attempt may take, how long the last one may whatever is left of the budget, and a request with all its repetitions, in ms. */
const attemptMs = 30_000;
const lastMs = 1000;
const budgets = { lookup: 60_000, resource: 90_000 };
/** The pauses before the repetitions, in ms. */
const pauses = [500, 1000, 1500, 2500, 4000, 6500, 10_500];

/** Speaks with the service within one operation. */
export class EventClient {
  private shared: Promise<Shared> | undefined;
  private readonly tokens = new Set<string>();

  /** `open` creates the shared state at the first request. */
  constructor(
    private readonly open: () => Promise<Shared>,
    readonly operation: RequestContext,
    /** The schema of the package. */
    readonly schema: Schema,
  ) {}

  /** The project of a call: its own, or the provider's. */
  async project(own: string | undefined): Promise<string> {
    const project = own || (await this.common()).project;
    if (project) return project;
    throw new ProviderError("invalid_argument", noProject);
  }

  /** Returns the location of the provider; undefined when it has none. */
  async location(): Promise<string | undefined> {
    return (await this.common()).location;
  }

  /** Where the service is: objects of one name at two addresses are two. */
  async address(): Promise<string> {
    return (await this.common()).url;
  }

  /** The answer's body; an empty one is an empty object. Fails with a Refusal, a TransportError or the reason of the signal. */
  async request(ask: ApiRequest, budget: keyof typeof budgets): Promise<PlainMap> {
    const { identity } = await this.common();
    const { signal } = this.operation;
    const token = await identity.token(signal);
    let response = await this.send(ask, token.value, budget);
    const renewed = response.status === 401 ? await identity.renewed(token, signal) : undefined;
    if (renewed !== undefined) response = await this.send(ask, renewed.value, budget);
    const about = `${ask.resourceType} ${ask.about ?? ask.name}`;
    const text = response.body.toString("utf8").trim();
    const hide = hiding(token.value, renewed?.value);
    const redact = (text: string): string => this.operation.redact(hide(text));
    const safe = (): HttpResponse => discreetly(response, hide);
    if (response.status < 200 || response.status >= 300) throw responseError(about, safe(), redact, (renewed ?? token).origin);
    const body = text === "" ? {} : parseDigitsAsText(text);
    if (isObject(body)) return body;
    throw unexpectedResponse(about, { ...safe(), ambiguous: ask.method !== "GET" }, redact);
  }

  /** Returns the time of the client's clock: Unix time in ms. */
  async now(): Promise<number> {
    return ((await this.common()).tools?.now ?? Date.now)();
  }

  /** Waits so many milliseconds. Fails with the reason of the signal. */
  async wait(milliseconds: number): Promise<void> {
    const { tools } = await this.common();
    await (tools?.wait ?? pause)(milliseconds, this.operation.signal);
  }

  /** Returns the value without the tokens of this operation: a response may repeat the request. */
  redact(value: PlainMap): PlainMap {
    return parseJson(hiding(...this.tokens)(JSON.stringify(value))) as PlainMap;
  }

  private async send(ask: ApiRequest, token: string, budget: keyof typeof budgets): Promise<HttpResponse> {
    const { identity, send, url, userAgent, tools } = await this.common();
    const { signal } = this.operation;
    const quota = await identity.quotaProject(ask.name.split("/")[1], signal);
    const hide = hiding(token);
    this.tokens.add(token);
    const given = Object.entries(ask.query ?? {}).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== "");
    // A plus sign means a space in forms only.
    const query = given.length === 0 ? "" : `?${new URLSearchParams(given).toString().replaceAll("+", "%20")}`;
    const headers: Record<string, string> = {
      authorization: `Bearer ${token}`,
      accept: "application/json",
      "user-agent": userAgent,
      ...(quota !== undefined && { "x-goog-user-project": quota }),
      ...(ask.body && { "content-type": "application/json" }),
    };
    const request = {
      method: ask.method,
      url: `${url}${pathOf(ask.name, ask.verb)}${query}`,
      headers,
      ...(ask.body && { body: JSON.stringify(ask.body) }),
      write: ask.method !== "GET",
      template: templateOf(ask),
      note: (line: string) => this.operation.log("debug", hide(line)),
    };
    const now = tools?.now ?? Date.now;
    const end = now() + budgets[budget];
    const attempt = async (n: number): Promise<HttpResponse> => {
      const milliseconds = Math.max(lastMs, Math.min(attemptMs, end - now()));
      const late = (): string => `${request.method} ${new URL(url).origin}: no answer within ${Math.round(milliseconds / 1000)} s`;
      return sendWithTimeout(send, { ...request, signal, attempt: n }, { milliseconds, late });
    };
    return retrying(attempt, policyOf(ask, budget), this.operation, tools);
  }

  private common(): Promise<Shared> {
    return (this.shared ??= this.open());
  }
}

/** Takes tokens out of a text: a server may repeat what it was sent. */
function hiding(...tokens: readonly (string | undefined)[]): (text: string) => string {
  return redactor(tokens.filter((token) => token !== undefined)) ?? ((text) => text);
}

function policyOf({ abortedAgain = true }: ApiRequest, budget: keyof typeof budgets): RetryPolicy {
  return {
    attempts: pauses.length + 1,
    within: budgets[budget],
    statuses: [429, 500, 502, 503, 504],
    again: (response) => retryReason(response, abortedAgain),
    phases: ["connect", "sent", "body"],
    repeatAmbiguous: true,
    pauses,
    jitter: "fifth",
    delay: (response, now) => requestedDelay(response, now, budgets[budget]),
  };
}

/** The name with placeholders, for traces. */
function templateOf({ name, verb = "" }: ApiRequest): string {
  const segments = name.split("/").map((segment, i) => (i % 2 === 1 ? "{}" : segment));
  return `/v1/${segments.join("/")}${verb}`;
}

/** The answer as it may be quoted. */
function discreetly({ headers, body, ...rest }: HttpResponse, hide: (text: string) => string): HttpResponse {
  const type = headers["content-type"];
  return { ...rest, headers: { ...headers, ...(type && { "content-type": hide(type) }) }, body: Buffer.from(hide(body.toString("utf8"))) };
}

/** Returns the delay in ms that a response requests in its header or its error details. One that exceeds the budget is ignored: the default delay may suffice. */
function requestedDelay(response: HttpResponse, now: number, budget: number): number | undefined {
  const seconds = askedDelay(response);
  const requested = retryAfter(response.headers, now) ?? (seconds === undefined ? undefined : seconds * 1000);
  return requested !== undefined && requested <= budget ? requested : undefined;
}
