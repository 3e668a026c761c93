// Google's auth library; no other file imports it. See docs/modules/eventrouting.md#auth-library. A separate bundle, loaded on first use. The library creates and signs
// the requests; the exchange sends them, so that proxies, TLS, retries and messages are those of the provider.
import { Agent } from "node:https";
import {
  ExternalAccountAuthorizedUserClient,
  ExternalAccountClient,
  gaxios,
  Impersonated,
  JWT,
  OAuth2Client,
  UserRefreshClient,
} from "google-auth-library";

/** A request of the library. */
interface LibraryRequest {
  method: "GET" | "PUT" | "POST";
  url: string;
  headers: Record<string, string>;
  body?: string;
}

/** How the library sends requests. */
interface LibraryOptions {
  /** Sends a request and returns the body of a success. Its errors leave the library unchanged. */
  exchange(request: LibraryRequest): Promise<string>;
  /** Replaces the address of the OAuth endpoint, which is fixed in the library for service accounts. */
  tokenUrl: string;
  /** The address of the service that creates impersonated tokens. */
  iamUrl: string;
}

/** The parameters of an impersonation. */
interface Impersonation {
  /** The token of the source. */
  source: string;
  /** The quota project of the request. */
  quotaProject?: string | undefined;
  target: string;
  /** Full resource names. */
  delegates: string[];
  scopes: string[];
  /** Seconds. */
  lifetime: number;
}

/** A token of another identity provider, and the client certificate (PEM) of the token exchange. */
export interface SubjectToken {
  token: string;
  tls?: { cert: string; key: string };
}

type JsonMembers = Record<string, unknown>;

/** The token requests of the library. Each returns the JSON of the token endpoint. */
export interface Library {
  serviceAccount(key: { email: string; key: string; keyId?: string | undefined }, scopes: string[]): Promise<unknown>;
  authorizedUser(user: { clientId: string; clientSecret: string; refreshToken: string }): Promise<unknown>;
  /** Keeps a refresh token in the response for the next call. */
  externalUser(json: JsonMembers): Promise<unknown>;
  impersonated(impersonation: Impersonation): Promise<unknown>;
  /** The first step of a workload identity federation. */
  subject(json: JsonMembers): Promise<SubjectToken>;
}

/** A failure that the library itself detected. The message names paths and settings, never the content of a file or the output of an executable. */
export class LibraryError extends Error {
  override readonly name = "LibraryError";
}

/** Creates the library over this exchange. A client is used for one token only: the caller keeps the tokens, and files are read again each time. */
export function createLibrary({ exchange, tokenUrl, iamUrl }: LibraryOptions): Library {
  const users = new Map<string, { client: ExternalAccountAuthorizedUserClient; transporter: Transporter }>();
  const createShared = (): Shared => ({ transporter: new Transporter(exchange, tokenUrl) });
  return {
    serviceAccount(key, scopes) {
      const shared = createShared();
      return responseOf(shared.transporter, () => new JWT({ ...key, scopes, ...shared }).authorize());
    },
    authorizedUser(user) {
      const shared = createShared();
      const endpoints = { oauth2TokenUrl: tokenUrl };
      return responseOf(shared.transporter, () => new UserRefreshClient({ ...user, endpoints, ...shared }).getAccessToken());
    },
    externalUser(json) {
      const id = JSON.stringify(json);
      // Every token counts as expired, so each call sends a request.
      const options = { ...json, eagerRefreshThresholdMillis: Number.MAX_SAFE_INTEGER };
      const { client, transporter } = users.get(id) ?? createExternalUser(options, createShared());
      users.set(id, { client, transporter });
      return responseOf(transporter, () => client.getAccessToken());
    },
    impersonated({ source, quotaProject, target, ...rest }) {
      const shared = createShared();
      return responseOf(shared.transporter, () => {
        const sourceClient = new OAuth2Client({ ...shared, quotaProjectId: quotaProject });
        sourceClient.setCredentials({ access_token: source });
        const { delegates, scopes: targetScopes, lifetime } = rest;
        const options = { sourceClient, targetPrincipal: target, targetScopes, delegates, lifetime, endpoint: iamUrl };
        return new Impersonated({ ...options, ...shared }).getAccessToken();
      });
    },
    subject: (json) => subjectOf(json, createShared()),
  };
}

interface Shared {
  transporter: Transporter;
}

type ExternalUserOptions = ConstructorParameters<typeof ExternalAccountAuthorizedUserClient>[0];
type ExternalAccountOptions = Parameters<typeof ExternalAccountClient.fromJSON>[0];

/** Checks the members that the library requires; it validates the optional ones when it uses them. */
function isExternalUser(options: Partial<Record<keyof ExternalUserOptions, unknown>>): options is ExternalUserOptions {
  const { type, client_id: id, client_secret: secret, refresh_token: token } = options;
  return type === "external_account_authorized_user" && [id, secret, token].every((text) => typeof text === "string");
}

function isExternalAccount(options: JsonMembers): options is JsonMembers & ExternalAccountOptions {
  const { type, audience, subject_token_type: subjectType, credential_source: source } = options;
  return type === "external_account" && [audience, subjectType].every((text) => typeof text === "string") && typeof source === "object";
}

function createExternalUser(json: JsonMembers, shared: Shared): { client: ExternalAccountAuthorizedUserClient; transporter: Transporter } {
  const options = { ...json, ...shared };
  if (!isExternalUser(options)) throw new LibraryError("it is not the credential of an external user");
  return { client: new ExternalAccountAuthorizedUserClient(options), transporter: shared.transporter };
}

async function subjectOf(json: JsonMembers, shared: Shared): Promise<SubjectToken> {
  try {
    const options: JsonMembers = { ...json, ...shared };
    const client = isExternalAccount(options) ? ExternalAccountClient.fromJSON(options) : null;
    if (client === null) throw new Error("No valid external account");
    // Editors and `echo` append a line end, which is not part of the token.
    const token = (await client.retrieveSubjectToken()).trim();
    // With a certificate as source, the library creates an agent that contains it.
    const { agent } = client.transporter.defaults;
    const { cert, key } = agent instanceof Agent ? agent.options : {};
    return { token, ...(cert && key && { tls: { cert: String(cert), key: String(key) } }) };
  } catch (thrown) {
    throw shared.transporter.failure ?? new LibraryError(describe(thrown));
  }
}

/** Returns the response to the request of the library. Fails with the error of the exchange, without the text that the library adds. */
async function responseOf(transporter: Transporter, work: () => Promise<unknown>): Promise<unknown> {
  transporter.failure = transporter.response = undefined;
  try {
    await work();
    return transporter.response;
  } catch (thrown) {
    // The caller validates responses and reports more precise errors than the library.
    if (transporter.failure === undefined && transporter.response !== undefined) return transporter.response;
    throw transporter.failure ?? new LibraryError(describe(thrown));
  }
}

/** The library's address for service accounts. No option changes it. */
const fixedUrl = "https://oauth2.googleapis.com/token";

/** Sends the requests of the library over the exchange. Its own transport, proxies and interceptors, which can log responses with tokens, are not used. */
class Transporter extends gaxios.Gaxios {
  failure: Error | undefined;
  response: unknown;

  constructor(
    private readonly exchange: LibraryOptions["exchange"],
    private readonly tokenUrl: string,
  ) {
    super();
  }

  override async request<T>(options: gaxios.GaxiosOptions = {}): Promise<gaxios.GaxiosResponse<T>> {
    const requested = new URL(String(options.url));
    const sent = new Headers(options.headers as Headers | undefined);
    const headers = Object.fromEntries(sent);
    const { body, type } = bodyOf(options.data);
    if (type && !headers["content-type"]) headers["content-type"] = type;
    const method = options.method === "POST" || options.method === "PUT" ? options.method : "GET";
    const url = requested.href === fixedUrl ? this.tokenUrl : String(options.url);
    const text = await this.exchange({ method, url, headers, body }).catch((thrown: unknown) => {
      this.failure = thrown instanceof Error ? thrown : new Error(String(thrown));
      throw new Error("the request failed");
    });
    this.response = parseOrKeep(text);
    // A copy, because the library changes the responses that it receives.
    const data = (options.responseType === "text" ? text : parseOrKeep(text)) as T;
    return Object.assign(new Response(null), { config: { ...options, url: requested, headers: sent }, data });
  }
}

function bodyOf(data: unknown): { body?: string; type?: string } {
  if (data === undefined) return {};
  if (data instanceof URLSearchParams) return { body: data.toString(), type: "application/x-www-form-urlencoded" };
  return typeof data === "string" ? { body: data } : { body: JSON.stringify(data), type: "application/json" };
}

function parseOrKeep(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Messages of the library that contain only fixed texts, paths and exit codes. */
const publicMessages =
  /^(?:The file at .* does not exist, or it is not a file|The executable failed with exit code: \w+|The executable failed to finish|Unable to (?:determine AWS|parse the subject_token)|No valid |Either `use|Both `use|Missing subject_token_field_name|Invalid credential_source format|Timeout must be|aws version|Provided certificate|Path from environment|Could not find certificate|Certificate config file|workforcePoolUserProject|A credential source)/;

function describe(thrown: unknown): string {
  const { message = "", name = "Error", code, path } = thrown as Partial<NodeJS.ErrnoException>;
  if (/explicitly allowed to run/.test(message))
    return "its executable is disabled. Set the environment variable GOOGLE_EXTERNAL_ACCOUNT_ALLOW_EXECUTABLES to 1";
  if (String(code).startsWith("ERR_OSSL")) return "invalid private_key. Use a key in PEM form, with its line ends";
  if (/^The executable failed with exit code/.test(message)) return message.replace(/ and error message.*$/s, "");
  if (publicMessages.test(message)) return message.replace(/\s+/g, " ");
  if (path !== undefined) return `the file ${path} cannot be read (${code})`;
  return `Google's auth library cannot use it (${typeof code === "string" ? code : name})`;
}
