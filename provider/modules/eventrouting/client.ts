// What functions and resources call: one client per operation. See docs/modules/eventrouting.md#requests and docs/modules/eventrouting.md#errors.
import type { RequestContext } from "../../contract/context";
import { configCommand } from "../../core/errors/config-command";
import { ProviderError, withHint } from "../../core/errors/errors";
import { parseDigitsAsText } from "../../core/json/exact-json";
import type { HttpResponse } from "../../contract/http";
import { isObject } from "../../core/json/json";
import type { Redact } from "../../core/secrets/redact";
import type { Schema } from "../../core/schema/schema";
import type { PlainMap } from "../../core/values/value";
import { isWrite } from "../../http/failures";
import { TransportError } from "../../http/transport-error";
import { poll, type Polling } from "../../kit/polling";
import { responseError, unusableResponse } from "./errors";
import type { Budget } from "./retry-policy";
import { tokenRedactor, sendRequest, type ApiRequest } from "./transport";
import type { Connection } from "./connection";

/** The message for a request without a project. */
export const noProjectReason = `no project for Eventarc. Set the input project, the setting googleProject (${configCommand("googleProject")}), or the environment variable GOOGLE_PROJECT.`;

/** A response that is a success. */
interface Success {
  /** An empty body is an empty object. */
  body: PlainMap;
  /** Whether an earlier attempt of the same write may have been carried out, too. */
  ambiguous: boolean;
}

/** The client of one operation. */
export class EventClient {
  private readonly tokens = new Set<string>();

  constructor(
    /** Returns what all clients of one configuration share; it is created before the first request. */
    readonly connection: () => Promise<Connection>,
    readonly context: RequestContext,
    /** The schema of the package. */
    readonly schema: Schema,
  ) {}

  /** Returns the project of a request: its own, or that of the provider. Fails with `invalid_argument` without one. */
  async project(own: string | undefined): Promise<string> {
    const project = own || (await this.connection()).project;
    if (project) return project;
    throw new ProviderError("invalid_argument", noProjectReason);
  }

  /** Returns the body of the response. Fails as {@link exchange}. */
  async request(request: ApiRequest, budget: Budget): Promise<PlainMap> {
    return (await this.exchange(request, budget)).body;
  }

  /** Returns the response. Fails with an ApiError, a TransportError or the reason of the signal. */
  async exchange(request: ApiRequest, budget: Budget): Promise<Success> {
    const { credentials, url } = await this.connection();
    const { signal } = this.context;
    const token = await credentials.token(signal);
    let response = await this.send(request, token.value, budget);
    const renewed = response.status === 401 ? await credentials.renew(token, signal) : undefined;
    if (renewed !== undefined) response = await this.repeat(request, renewed.value, { budget, rejected: response });
    const hide = tokenRedactor(token.value, renewed?.value);
    const details = {
      subject: subjectText(request),
      name: request.name,
      server: url,
      redact: (text: string) => this.context.redact(hide(text)),
    };
    if (response.status < 200 || response.status >= 300)
      throw responseError(redactResponse(response, hide), { ...details, source: (renewed ?? token).origin });
    const text = response.body.trim();
    const body = text === "" ? {} : parseDigitsAsText(text);
    if (isObject(body)) return { body, ambiguous: response.ambiguous === true };
    throw unusableResponse({ ...redactResponse(response, hide), ambiguous: isWrite(request) }, details);
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

  /** Repeats a read until it returns a value. Returns undefined at the limit; fails as the read, or with the reason of the signal. */
  async poll<T>(polling: Polling<T>): Promise<T | undefined> {
    return poll(polling, this.context.signal, (await this.connection()).tools);
  }

  /** Returns the value without the tokens of this operation: a response may repeat the request. */
  redact(value: PlainMap): PlainMap {
    const hide = tokenRedactor(...this.tokens);
    return JSON.parse(JSON.stringify(value), (_key, member: unknown) => (typeof member === "string" ? hide(member) : member)) as PlainMap;
  }

  private async send(request: ApiRequest, token: string, budget: Budget): Promise<HttpResponse> {
    const connection = await this.connection();
    this.tokens.add(token);
    return sendRequest(connection, request, { token, budget, context: this.context }).catch((error: unknown) => {
      throw error instanceof TransportError ? error.withMessage(`${subjectText(request)}: ${error.message}`) : error;
    });
  }
}

function subjectText({ caller, objectName, name }: ApiRequest): string {
  return `${caller} ${objectName ?? name}`;
}

/** Returns the response without tokens, so that a message can quote it. */
function redactResponse({ headers, body, ...rest }: HttpResponse, hide: Redact): HttpResponse {
  const type = headers["content-type"];
  return { ...rest, headers: { ...headers, ...(type && { "content-type": hide(type) }) }, body: hide(body) };
}
