// HTTP requests and responses, and the function that sends them. Types only: `http` implements them and the modules use them, so that no module opens a socket.

/** The TLS settings of a connection. All texts are PEM, not paths. Connections with different settings are never shared. */
export interface TlsSettings {
  /** Skips the check of the server's certificate. */
  insecure?: boolean;
  /** Certificate authorities that replace those of the system. */
  ca?: string;
  /** SHA-256 of any certificate of the presented chain, hexadecimal; chain and host name checks are skipped. */
  fingerprint?: string;
  cert?: string;
  key?: string;
}

/** The methods that the remote APIs use. */
export type HttpMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The content of a successful response: one object, a page of a list, or what serves several reads. */
export type Expected = "object" | "list" | "shared";

/** One request. Never logged as a whole: headers, query and body may contain secrets. */
export interface HttpRequest {
  method: HttpMethod;
  /** Absolute URL, http or https, already encoded, without user info. */
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string | Buffer;
  tls?: TlsSettings;
  /** Aborts the request. A write that was sent continues for a bounded time after a cancellation, so that its outcome becomes known. */
  signal: AbortSignal;
  /** Whether the request may change the remote. Defaults to true for every method except GET. */
  write?: boolean;
  /** What a successful response contains, which limits its size; default: one object. See docs/protocol.md#limits-of-responses. */
  expects?: Expected;
  /** The path for messages, where the real one contains a secret; default: the path of the URL without query. */
  shownPath?: string;
  /** The path for traces, with a placeholder for each name; without it traces contain no path. */
  template?: string;
  /** The number of the attempt, from 1; default 1. */
  attempt?: number;
  /** Hides secrets in what is logged and traced of this request: a remote may return any of them, for example as request ID. */
  redact: (text: string) => string;
  /** Receives the log line of this request instead of the transport's own `note`. */
  note?: (line: string) => void;
}

/** A complete response; header names in lower case. */
export interface HttpResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** The decoded text. Of an error page that exceeds its limit, the beginning. */
  body: string;
  /** Set when this response (429 or 503 with Retry-After) delays the whole host: `joined` when another request has reported that already. */
  hold?: "first" | "joined";
  /** The number of attempts up to this response; only set when there were several. */
  attempts?: number;
  /** Whether the outcome of a write is unknown: the service or a gateway failed (500 and above), or the response to an earlier attempt was lost. */
  ambiguous?: boolean;
}

/** Sends one request once. Fails with a TransportError when no complete response was received, or with the reason of the signal. */
export type Send = (request: HttpRequest) => Promise<HttpResponse>;
