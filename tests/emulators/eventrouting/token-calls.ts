/** What the endpoints for tokens have in common: the record of each exchange, forms, and failures in the shape of OAuth. */
import type { EmulatorReply, EmulatorRequest, JsonObject } from "../exchange";
import type { Accounts } from "./accounts";
import type { Tokens } from "./tokens";

/** One request to an endpoint for tokens. */
export interface TokenCall {
  endpoint: "oauth" | "federation" | "impersonation" | "metadata" | "subject";
  /** What was requested, as it was sent: the form, the JSON body, or the path of the metadata server. */
  params: Record<string, unknown>;
  /** Who gets the token; undefined when it was rejected, or when none was requested. */
  principal?: string;
  /** The scopes of the token. */
  scopes?: readonly string[];
  /** HTTP status of the response. */
  status: number;
}

/** What the endpoints work with. */
export interface Identity {
  now: () => Date;
  accounts: Accounts;
  tokens: Tokens;
  /** Every request to an endpoint for tokens, in order of arrival; may be emptied. */
  tokenCalls: TokenCall[];
}

/** A failure in the shape of OAuth 2. */
export class OauthFailure extends Error {
  constructor(
    readonly error: string,
    readonly description: string,
    readonly status = 400,
  ) {
    super(description);
  }
}

/** 400 `invalid_grant`. */
export const invalidGrant = (description: string): OauthFailure => new OauthFailure("invalid_grant", description);

/** A JSON response that must not be cached. */
export const json = (status: number, body: JsonObject): EmulatorReply => ({
  status,
  headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-cache, no-store, max-age=0, must-revalidate" },
  body: JSON.stringify(body),
});

/** The parameters of a form. @throws OauthFailure `invalid_request` for another content type, or a parameter given twice. */
const readForm = ({ method, headers, body }: EmulatorRequest): Record<string, string> => {
  if (method !== "POST") throw new OauthFailure("invalid_request", "The endpoint takes POST only.", 405);
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers["content-type"] ?? ""))
    throw new OauthFailure("invalid_request", "The content type must be application/x-www-form-urlencoded.");
  const form: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(body)) {
    if (name in form) throw new OauthFailure("invalid_request", `Parameter given more than once: ${name}`);
    form[name] = value;
  }
  return form;
};

/** A parameter that must be there. */
export const needed = (form: Record<string, string>, name: string): string => {
  const value = form[name] ?? "";
  if (value === "") throw new OauthFailure("invalid_request", `Missing required parameter: ${name}`);
  return value;
};

/** The scopes of a text. @throws OauthFailure `invalid_scope` for none, or for one that is no scope. */
export const readScopes = (text: string): string[] => {
  const scopes = text.split(" ").filter(Boolean);
  if (scopes.length === 0 || scopes.some((scope) => !/^(https:\/\/www\.googleapis\.com\/auth\/[\w.-]+|openid|email|profile)$/.test(scope)))
    throw new OauthFailure("invalid_scope", "Invalid OAuth scope or ID token audience provided.");
  return scopes;
};

/** Handles a request to an endpoint for tokens. */
export type TokenHandler = (identity: Identity, request: EmulatorRequest) => EmulatorReply;

/** An endpoint, which records its call; `work` responds or fails. */
export const endpoint =
  (name: TokenCall["endpoint"], work: (identity: Identity, request: EmulatorRequest, call: TokenCall) => EmulatorReply): TokenHandler =>
  (identity, request) => {
    const call: TokenCall = { endpoint: name, params: {}, status: 0 };
    identity.tokenCalls.push(call);
    const reply = work(identity, request, call);
    call.status = reply.status;
    return reply;
  };

/** An endpoint that takes a form, and rejects in the shape of OAuth. */
export const formEndpoint = (
  name: TokenCall["endpoint"],
  work: (identity: Identity, form: Record<string, string>, about: { call: TokenCall; request: EmulatorRequest }) => EmulatorReply,
): TokenHandler =>
  endpoint(name, (identity, request, call) => {
    try {
      const form = readForm(request);
      call.params = form;
      return work(identity, form, { call, request });
    } catch (failure) {
      if (!(failure instanceof OauthFailure)) throw failure;
      return json(failure.status, { error: failure.error, error_description: failure.description });
    }
  });
