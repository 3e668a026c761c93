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
import type { CredentialOf } from "./credential-json";

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
export interface Impersonation {
  /** The token of the source. */
  source: string;
  /** The quota project of the request. */
  quotaProject?: string | undefined;
  target: string;
  /** Full resource names. */
  delegates: string[];
  scopes: string[];
}

/** A token of another identity provider, and the client certificate (PEM) of the token exchange. */
export interface SubjectToken {
  token: string;
  tls?: { cert: string; key: string };
}

/** Credentials whose token is fetched with one request. */
type DirectCredential = CredentialOf<"service_account" | "authorized_user" | "external_account_authorized_user">;

/** The token requests of the library. */
export interface Library {
  /** Returns the JSON of the token endpoint. A refresh token in it replaces that of an external user in the next call. */
  token(json: DirectCredential, scopes: string[]): Promise<unknown>;
  /** Returns the JSON of the IAM credentials service. The token is valid for 3600 s. */
  impersonated(impersonation: Impersonation): Promise<unknown>;
  /** Returns the token of the first step of a workload identity federation. */
  subject(json: CredentialOf<"external_account">): Promise<SubjectToken>;
}

/** A failure that the library itself detected. The message names paths and settings, never the content of a file or the output of an executable. */
export class LibraryError extends Error {
  override readonly name = "LibraryError";
}

/** Creates the library over this exchange. A client is used for one token only: the caller keeps the tokens, and files are read again each time. */
export function createLibrary({ exchange, tokenUrl, iamUrl }: LibraryOptions): Library {
  /** The newest refresh token of each external user, by the one in its JSON. */
  const refreshTokens = new Map<string, string>();
  const createTransporter = (): Transporter => new Transporter(exchange, tokenUrl);

  const createClient = (
    json: DirectCredential,
    scopes: string[],
    transporter: Transporter,
  ): OAuth2Client | ExternalAccountAuthorizedUserClient => {
    switch (json.type) {
      case "service_account":
        return new JWT({ email: json.client_email, key: json.private_key, scopes, transporter });
      case "authorized_user": {
        const client = new UserRefreshClient({ endpoints: { oauth2TokenUrl: tokenUrl }, transporter });
        client.fromJSON(json);
        return client;
      }
      case "external_account_authorized_user": {
        const refresh_token = refreshTokens.get(json.refresh_token) ?? json.refresh_token;
        return new ExternalAccountAuthorizedUserClient({ ...unusedMembers, ...json, refresh_token, transporter });
      }
    }
  };

  return {
    async token(json, scopes) {
      const transporter = createTransporter();
      const response = await responseOf(transporter, () => createClient(json, scopes, transporter).getAccessToken());
      const { refresh_token: next } = Object(response) as { refresh_token?: unknown };
      if (json.type === "external_account_authorized_user" && typeof next === "string") refreshTokens.set(json.refresh_token, next);
      return response;
    },
    impersonated({ source, quotaProject: quotaProjectId, target: targetPrincipal, delegates, scopes: targetScopes }) {
      const transporter = createTransporter();
      const sourceClient = new OAuth2Client({ quotaProjectId, transporter });
      sourceClient.setCredentials({ access_token: source });
      const options = { sourceClient, targetPrincipal, targetScopes, delegates, endpoint: iamUrl, transporter };
      return responseOf(transporter, () => new Impersonated(options).getAccessToken());
    },
    subject: (json) => subjectOf(json, createTransporter()),
  };
}

/** Only the types of the library require these. */
const unusedMembers = { audience: "", token_info_url: "" };

type ExternalAccountOptions = Parameters<typeof ExternalAccountClient.fromJSON>[0];

async function subjectOf(json: CredentialOf<"external_account">, transporter: Transporter): Promise<SubjectToken> {
  try {
    // The library validates the optional members when it uses them.
    const client = ExternalAccountClient.fromJSON({ ...json, transporter } as ExternalAccountOptions)!;
    // Editors and `echo` append a line end, which is not part of the token.
    const token = (await client.retrieveSubjectToken()).trim();
    // With a certificate as source, the library creates an agent that contains it.
    const { agent } = client.transporter.defaults;
    const { cert, key } = agent instanceof Agent ? agent.options : {};
    return { token, ...(cert && key && { tls: { cert: String(cert), key: String(key) } }) };
  } catch (thrown) {
    throw transporter.failure ?? new LibraryError(describe(thrown));
  }
}

/** Returns the response to the request of the library. Fails with the error of the exchange, without the text that the library adds. */
async function responseOf(transporter: Transporter, work: () => Promise<unknown>): Promise<unknown> {
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
