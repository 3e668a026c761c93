// The vendor's auth library, and the only file that imports it. See docs/modules/eventrouting.md#auth-library. Built into a bundle of its own and loaded when it is needed. The library makes the
// requests and signs them; they leave through the exchange that is handed in, so proxies, TLS, retries and messages are those of the provider.
import type { Agent } from "node:https";
import {
  ExternalAccountAuthorizedUserClient,
  ExternalAccountClient,
  gaxios,
  Impersonated,
  JWT,
  OAuth2Client,
  UserRefreshClient,
} from "google-auth-library";

/** One request of the library. */
export interface LibraryRequest {
  method: "GET" | "PUT" | "POST";
  url: string;
  headers: Record<string, string>;
  body?: string;
}

/** What the library works with. */
export interface LibraryParts {
  /** Sends a request of the library; answers the body of a success. What it throws comes out of the library unchanged. */
  exchange(request: LibraryRequest): Promise<string>;
  /** Replaces the address of the OAuth endpoint, which the library holds fast for service accounts. */
  tokenUrl: string;
  /** Base of the service that makes impersonated tokens. */
  iamUrl: string;
}

/** What is impersonated. */
export interface Impersonation {
  /** Token of the source. */
  source: string;
  /** Project that pays for the source's call. */
  quotaProject?: string | undefined;
  target: string;
  /** As they are sent. */
  delegates: string[];
  scopes: string[];
  /** Seconds. */
  lifetime: number;
}

/** A token of another provider, with the client certificate by which the next call is proven, in PEM. */
export interface Subject {
  token: string;
  tls?: { cert: string; key: string };
}

type Json = Record<string, unknown>;

/** The exchanges of the library. Each answers the JSON of the token endpoint. */
export interface Library {
  serviceAccount(key: { email: string; key: string; keyId?: string | undefined }, scopes: string[]): Promise<unknown>;
  authorizedUser(user: { clientId: string; clientSecret: string; refreshToken: string }): Promise<unknown>;
  /** A refresh token that the answer replaces is kept for the next call. */
  externalUser(json: Json): Promise<unknown>;
  impersonated(impersonation: Impersonation): Promise<unknown>;
  /** The first step of a workload identity federation. */
  subject(json: Json): Promise<Subject>;
}

/** A failure that the library itself detected. The message names paths and settings, never the content of a file or the output of an executable. */
export class LibraryError extends Error {
  override readonly name = "LibraryError";
}

/** Creates the library over this exchange. A client is used for one token only: the caller keeps the tokens, and files are read again each time. */
export function createLibrary({ exchange, tokenUrl, iamUrl }: LibraryParts): Library {
  const users = new Map<string, { client: ExternalAccountAuthorizedUserClient; transporter: Transporter }>();
  const common = (): Shared => ({ transporter: new Transporter(exchange, tokenUrl) });
  return {
    serviceAccount(key, scopes) {
      const shared = common();
      return responseOf(shared.transporter, () => new JWT({ ...key, scopes, ...shared }).authorize());
    },
    authorizedUser(user) {
      const shared = common();
      const endpoints = { oauth2TokenUrl: tokenUrl };
      return responseOf(shared.transporter, () => new UserRefreshClient({ ...user, endpoints, ...shared }).getAccessToken());
    },
    externalUser(json) {
      const id = JSON.stringify(json);
      // Everything is due for it, so it refreshes at each call.
      const options = { ...json, eagerRefreshThresholdMillis: Number.MAX_SAFE_INTEGER };
      const { client, transporter } = users.get(id) ?? held(options, common());
      users.set(id, { client, transporter });
      return responseOf(transporter, () => client.getAccessToken());
    },
    impersonated({ source, quotaProject, target, ...rest }) {
      const shared = common();
      return responseOf(shared.transporter, () => {
        const sourceClient = new OAuth2Client({ ...shared, quotaProjectId: quotaProject });
        sourceClient.setCredentials({ access_token: source });
        const { delegates, scopes: targetScopes, lifetime } = rest;
        const options = { sourceClient, targetPrincipal: target, targetScopes, delegates, lifetime, endpoint: iamUrl };
        return new Impersonated({ ...options, ...shared }).getAccessToken();
      });
    },
    subject: (json) => subjectOf(json, common()),
  };
}

interface Shared {
  transporter: Transporter;
}

function held(json: Json, shared: Shared): { client: ExternalAccountAuthorizedUserClient; transporter: Transporter } {
  const options = { ...json, ...shared } as unknown as ConstructorParameters<typeof ExternalAccountAuthorizedUserClient>[0];
  return { client: new ExternalAccountAuthorizedUserClient(options), transporter: shared.transporter };
}

async function subjectOf(json: Json, shared: Shared): Promise<Subject> {
  try {
    const options = { ...json, ...shared } as unknown as Parameters<typeof ExternalAccountClient.fromJSON>[0];
    const client = ExternalAccountClient.fromJSON(options)!;
    // Editors and `echo` leave a line end that no token has.
    const token = (await client.retrieveSubjectToken()).trim();
    // A certificate as source leaves an agent with it behind.
    const { cert, key } = (client.transporter.defaults.agent as Agent | undefined)?.options ?? {};
    return { token, ...(cert && key && { tls: { cert: String(cert), key: String(key) } }) };
  } catch (thrown) {
    throw shared.transporter.failure ?? new LibraryError(wordsFor(thrown));
  }
}

/** Returns the response to the request of the library. Fails with the error of the exchange, without the text that the library adds. */
async function responseOf(transporter: Transporter, work: () => Promise<unknown>): Promise<unknown> {
  transporter.failure = transporter.answer = undefined;
  try {
    await work();
    return transporter.answer;
  } catch (thrown) {
    // The caller validates responses and reports more precise errors than the library.
    if (transporter.failure === undefined && transporter.answer !== undefined) return transporter.answer;
    throw transporter.failure ?? new LibraryError(wordsFor(thrown));
  }
}

/** The library's address for service accounts, which no option changes. */
const fixedUrl = "https://oauth2.googleapis.com/token";

/** Sends the requests of the library over the exchange. Its own transport, proxies and interceptors, which can log responses with tokens, are not used. */
class Transporter extends gaxios.Gaxios {
  failure: Error | undefined;
  answer: unknown;

  constructor(
    private readonly exchange: LibraryParts["exchange"],
    private readonly tokenUrl: string,
  ) {
    super();
  }

  override async request<T>(options: gaxios.GaxiosOptions = {}): Promise<gaxios.GaxiosResponse<T>> {
    const requested = String(options.url);
    const headers = Object.fromEntries(new Headers(options.headers as Headers | undefined));
    const { body, type } = bodyOf(options.data);
    if (type && !headers["content-type"]) headers["content-type"] = type;
    const method = (options.method ?? "GET") as LibraryRequest["method"];
    const url = requested === fixedUrl ? this.tokenUrl : requested;
    const text = await this.exchange({ method, url, headers, body }).catch((thrown: unknown) => {
      this.failure = thrown as Error;
      throw new Error("the request failed");
    });
    this.answer = parsed(text);
    // A copy, because the library changes the responses that it receives.
    const data = options.responseType === "text" ? text : parsed(text);
    return { config: options, data, status: 200, headers: new Headers() } as unknown as gaxios.GaxiosResponse<T>;
  }
}

function bodyOf(data: unknown): { body?: string; type?: string } {
  if (data === undefined) return {};
  if (data instanceof URLSearchParams) return { body: data.toString(), type: "application/x-www-form-urlencoded" };
  return typeof data === "string" ? { body: data } : { body: JSON.stringify(data), type: "application/json" };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Texts of the library that hold nothing but its own words, paths and exit codes. */
const harmless =
  /^(?:The file at .* does not exist, or it is not a file|The executable failed with exit code: \w+|The executable failed to finish|Unable to (?:determine AWS|parse the subject_token)|No valid |Either `use|Both `use|Missing subject_token_field_name|Invalid credential_source format|Timeout must be|aws version|Provided certificate|Path from environment|Could not find certificate|Certificate config file|workforcePoolUserProject|A credential source)/;

function wordsFor(thrown: unknown): string {
  const { message = "", name = "Error", code, path } = thrown as Partial<NodeJS.ErrnoException>;
  if (/explicitly allowed to run/.test(message))
    return "its executable is run only where the environment variable GOOGLE_EXTERNAL_ACCOUNT_ALLOW_EXECUTABLES is 1";
  if (String(code).startsWith("ERR_OSSL")) return "its private_key cannot be used: expected a key in PEM form, with its line ends";
  if (/^The executable failed with exit code/.test(message)) return message.replace(/ and error message.*$/s, "");
  if (harmless.test(message)) return message.replace(/\s+/g, " ");
  if (path !== undefined) return `the file ${path} cannot be read (${code})`;
  return `the vendor's auth library cannot use it (${typeof code === "string" ? code : name})`;
}
