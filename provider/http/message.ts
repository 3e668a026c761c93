// One HTTP request and its answer, and the function type that modules are handed: they never see a socket.

/** What distinguishes one TLS connection from another; connections of different settings are never mixed. All texts are PEM, not paths. */
export interface TlsSettings {
  /** No check of the server's certificate. */
  insecure?: boolean;
  /** Own authorities; they replace those of the system. */
  ca?: string;
  /** SHA-256 of any certificate of the presented chain, hexadecimal; chain and host name checks are skipped. */
  fingerprint?: string;
  cert?: string;
  key?: string;
}

/** One request. Never logged as a whole: headers, query and body may hold secrets. */
export interface HttpRequest {
  method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Absolute URL, http or https, already encoded, without user info. */
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string | Buffer;
  tls?: TlsSettings;
  /** Ends the request. A write whose bytes were sent goes on after a cancellation for a bounded time, so that its outcome is learnt. */
  signal: AbortSignal;
  /** True when the request may change the remote. Default: every method but GET and HEAD. */
  write?: boolean;
  /** Largest answer in bytes; default 256 MiB. */
  maxBody?: number;
  /** Path for messages, where the real one holds a secret; default: the path of the URL without query. */
  shownPath?: string;
  /** Path for traces, with a placeholder for each name; without it they hold no path. */
  template?: string;
  /** 1 for the first, more for a repetition; default 1. */
  attempt?: number;
  /** Hears of this request in the place of the transport's own listener: who knows which texts are secret can hide them in its line. */
  note?: (line: string) => void;
}

/** The whole answer; header names in lower case. */
export interface HttpResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** Set when this answer (429 or 503 with Retry-After) holds back the whole host: `joined` when another request has reported that already. */
  hold?: "first" | "joined";
  /** How many attempts were made until this answer; only set when there was more than one. */
  attempts?: number;
  /** A write whose outcome is open: the service or a gateway failed (500 and above), or the answer to an earlier attempt was lost. */
  ambiguous?: boolean;
}

/** Sends one request once. Fails with a {@link TransportError} when no whole answer came, or with the reason of the signal. */
export type Send = (request: HttpRequest) => Promise<HttpResponse>;
