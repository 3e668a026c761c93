// What functions and resources call: one client per operation. See docs/modules/eventrouting.md#requests and docs/modules/eventrouting.md#errors.
import type { RequestContext } from "../../core/contract";
import { ProviderError, withHint } from "../../core/errors";
import type { HttpResponse } from "../../core/http-types";
import { isObject, parseDigitsAsText, parseJson } from "../../core/json";
import type { Redact } from "../../core/redact";
import type { Schema } from "../../core/schema";
import type { PlainMap } from "../../core/value";
import { pause } from "../../http/concurrency/abort";
import { responseError, unexpectedResponse } from "./errors";
import type { Budget } from "./retry-policy";
import { tokenRedactor, sendRequest, type ApiRequest, type Connection } from "./transport";

/** The message for a request without a project. */
export const noProject =
  "no project. Set the input project, the setting googleProject (`pulumi config set quartet:googleProject`), or the environment variable GOOGLE_PROJECT.";

/** The client of one operation. */
export class EventClient {
  private connection: Promise<Connection> | undefined;
  private readonly tokens = new Set<string>();

  /** `open` creates the connection before the first request. */
  constructor(
    private readonly open: () => Promise<Connection>,
    readonly context: RequestContext,
    /** The schema of the package. */
    readonly schema: Schema,
  ) {}

  /** Returns the project of a request: its own, or that of the provider. Fails with `invalid_argument` without one. */
  async project(own: string | undefined): Promise<string> {
    const project = own || (await this.connect()).project;
    if (project) return project;
    throw new ProviderError("invalid_argument", noProject);
  }

  /** Returns the location of the provider; undefined when it has none. */
  async location(): Promise<string | undefined> {
    return (await this.connect()).location;
  }

  /** Returns the address of the service. Objects with the same name at two addresses are different objects. */
  async address(): Promise<string> {
    return (await this.connect()).url;
  }

  /** Returns an object that is the same for all clients of one configuration. */
  async configuration(): Promise<object> {
    return this.connect();
  }

  /** Returns the body of the response; an empty one is an empty object. Fails with an ApiError, a TransportError or the reason of the signal. */
  async request(request: ApiRequest, budget: Budget): Promise<PlainMap> {
    const { identity } = await this.connect();
    const { signal } = this.context;
    const token = await identity.token(signal);
    let response = await this.send(request, token.value, budget);
    const renewed = response.status === 401 ? await identity.renew(token, signal) : undefined;
    if (renewed !== undefined) response = await this.repeat(request, renewed.value, { budget, rejected: response });
    const hide = tokenRedactor(token.value, renewed?.value);
    const details = {
      about: `${request.resourceType} ${request.about ?? request.name}`,
      redact: (text: string) => this.context.redact(hide(text)),
    };
    if (response.status < 200 || response.status >= 300)
      throw responseError(redactResponse(response, hide), { ...details, source: (renewed ?? token).origin });
    const text = response.body.toString("utf8").trim();
    const body = text === "" ? {} : parseDigitsAsText(text);
    if (isObject(body)) return body;
    throw unexpectedResponse({ ...redactResponse(response, hide), ambiguous: request.method !== "GET" }, details);
  }

  /** Sends the request with a renewed token. An attempt before the rejected one may have been carried out; then the outcome stays ambiguous. */
  private async repeat(
    request: ApiRequest,
    token: string,
    { budget, rejected }: { budget: Budget; rejected: HttpResponse },
  ): Promise<HttpResponse> {
    if (rejected.ambiguous !== true) return this.send(request, token, budget);
    try {
      return { ...(await this.send(request, token, budget)), ambiguous: true };
    } catch (error) {
      throw error instanceof ProviderError ? withHint(error, "", { ambiguous: true }) : error;
    }
  }

  /** Returns the time of the client's clock: Unix time in ms. */
  async now(): Promise<number> {
    return ((await this.connect()).tools?.now ?? Date.now)();
  }

  /** Waits for a number of milliseconds. Fails with the reason of the signal. */
  async wait(milliseconds: number): Promise<void> {
    const { tools } = await this.connect();
    await (tools?.wait ?? pause)(milliseconds, this.context.signal);
  }

  /** Returns the value without the tokens of this operation: a response may repeat the request. */
  redact(value: PlainMap): PlainMap {
    const redacted = parseJson(tokenRedactor(...this.tokens)(JSON.stringify(value)));
    return isObject(redacted) ? redacted : {};
  }

  private async send(request: ApiRequest, token: string, budget: Budget): Promise<HttpResponse> {
    const connection = await this.connect();
    this.tokens.add(token);
    return sendRequest(connection, request, { token, budget, context: this.context });
  }

  private connect(): Promise<Connection> {
    return (this.connection ??= this.open());
  }
}

/** Returns the response without tokens, so that a message can quote it. */
function redactResponse({ headers, body, ...rest }: HttpResponse, hide: Redact): HttpResponse {
  const type = headers["content-type"];
  return { ...rest, headers: { ...headers, ...(type && { "content-type": hide(type) }) }, body: Buffer.from(hide(body.toString("utf8"))) };
}
