// Creates the errors of network and TLS failures: reason, code, what to do. Their messages contain no header, query, body or user info.
import { ProviderError } from "../core/errors/errors";
import { asSentence } from "../core/errors/sentences";
import type { HttpRequest } from "../contract/http";
import { TransportError, type Phase } from "./transport-error";

const tlsOnPlainPort = "the server expects http; use http:// in the URL, or the port on which the server expects https";
/** Connections to one service only have settings for authorities, which replace the others. */
const trusted = "the configured authorities or, if there are none, to the file of NODE_EXTRA_CA_CERTS";
const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused; check host and port, and that the service is running",
  ENOTFOUND: "the host name cannot be resolved; check its spelling and the DNS settings",
  EAI_AGAIN: "the host name cannot be resolved at present; check the network and the DNS settings",
  ETIMEDOUT: "the remote did not respond in time; check host, port, firewall and proxy settings",
  EHOSTUNREACH: "the host cannot be reached from this network",
  ENETUNREACH: "the network of the host cannot be reached",
  EADDRNOTAVAIL: "no local port is free for the connection",
  EMFILE: "this process has too many files open",
  ECONNRESET: "the remote closed the connection without a response",
  EPIPE: "the remote closed the connection while the request was being sent",
  HPE_HEADER_OVERFLOW: "the headers of the response exceed 256 KiB; check the service and the proxies before it",
  EPROTO: "the TLS handshake failed; check that the server expects TLS on this port",
  ERR_SSL_WRONG_VERSION_NUMBER: tlsOnPlainPort,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: tlsOnPlainPort,
  ERR_SSL_HTTP_REQUEST: tlsOnPlainPort,
  DEPTH_ZERO_SELF_SIGNED_CERT: `the server's certificate is self-signed and not trusted; add it to ${trusted}`,
  SELF_SIGNED_CERT_IN_CHAIN: `the server's certificate is signed by an authority that is not trusted; add the authority's certificate to ${trusted}`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `the server's certificate is signed by an unknown authority, or the server sends an incomplete chain; add the authority's certificate to ${trusted}`,
  UNABLE_TO_GET_ISSUER_CERT: `the authority that signed the server's chain is unknown; add its certificate to ${trusted}`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: `the server's certificate is signed by an unknown authority; add the authority's certificate to ${trusted}`,
  CERT_SIGNATURE_FAILURE:
    "the server's certificate is not signed by the configured authority; set the certificate of the authority that signed it",
  CERT_HAS_EXPIRED: "the server's certificate has expired; renew it, and check the clock of this machine",
  CERT_NOT_YET_VALID: "the server's certificate is not valid yet; check the clock of this machine",
};

/** The request of a failure: `GET https://host:9200/path`, and whether it is a write, whose outcome is unknown after it was sent. */
export interface ShownRequest {
  shown: string;
  write: boolean;
}

/** Returns whether a request may change the remote. */
export function isWrite({ method, write = method !== "GET" }: Pick<HttpRequest, "method" | "write">): boolean {
  return write;
}

/** Returns what messages name of a request. */
export function subjectOfRequest(request: HttpRequest): ShownRequest {
  const { method, url, shownPath } = request;
  const { origin, pathname } = new URL(url);
  return { shown: `${method} ${origin}${shownPath ?? pathname}`, write: isWrite(request) };
}

/** A failure: its code, and a clause with the reason and what to do. */
interface Fault {
  code: string;
  sentence: string;
  cause?: unknown;
  /** Whether another attempt fails the same way. */
  permanent?: boolean;
}

/** Returns the code of a system error; of an aggregate error, the first code. */
export function codeOf(thrown: unknown): string {
  if (thrown instanceof TransportError) return thrown.systemCode;
  const { code, errors } = (thrown ?? {}) as { code?: unknown; errors?: unknown[] };
  if (typeof code === "string") return code;
  return errors?.length ? codeOf(errors[0]) : "UNKNOWN";
}

/** Returns the reason and what to do, as a clause after a colon. */
export function sentenceOf(thrown: unknown): string {
  const code = codeOf(thrown);
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return wrongHostSentence(thrown);
  const known = sentences[code];
  if (known) return known;
  if (code.startsWith("HPE_")) return "the response is not valid HTTP; check host and port, and whether the URL should begin with https://";
  const alert = code.indexOf("ALERT");
  if (alert >= 0 && /CERTIFICATE|UNKNOWN_CA/.test(code.slice(alert)))
    return "the server rejected the client certificate, or requires one; set a client certificate and key that it accepts";
  if (code.includes("ALERT_HANDSHAKE_FAILURE")) return "the server rejected the TLS handshake; it may require a client certificate and key";
  if (code.startsWith("ERR_SSL")) return "the TLS connection failed; check the TLS settings of both sides";
  if (code.startsWith("ERR_OSSL"))
    return "an authority, client certificate or key cannot be read; check that each is complete PEM text and that certificate and key belong together";
  return thrown instanceof Error && thrown.message ? thrown.message : "the request failed";
}

function wrongHostSentence(thrown: unknown): string {
  const names = (thrown as { cert?: { subjectaltname?: string } }).cert?.subjectaltname?.split(", ", 10).join(", ") || "no host name";
  return `the server's certificate is valid for other hosts only (${names}); use one of these host names`;
}

const tlsCodes = /CERT|SELF_SIGNED|^ERR_(TLS|SSL|OSSL)|^EPROTO$|UNABLE_TO_/;

/** Returns the error of a failed request. The code separates TLS failures from network failures, because a TLS 1.3 server may reject the client late. */
export function transportError(subject: ShownRequest, phase: Phase, thrown: unknown): ProviderError {
  if (thrown instanceof ProviderError) return thrown;
  const code = codeOf(thrown);
  const tls = phase !== "body" && tlsCodes.test(code);
  const isTruncated = phase === "body" && code === "ECONNRESET";
  const sentence = isTruncated
    ? "the connection was closed before the end of the response"
    : (tlsPortSentence(subject, phase, thrown) ?? sentenceOf(thrown));
  return faultError(subject, tls ? "tls" : phase, { code, sentence, cause: code.startsWith("HPE_") ? undefined : thrown });
}

/** Returns the reason where a TLS port rejects plain HTTP: with a TLS alert (a record of type 21 and version 3), or by closing the connection. */
function tlsPortSentence({ shown }: ShownRequest, phase: Phase, thrown: unknown): string | undefined {
  if (phase !== "sent" || !/^\S+ http:/.test(shown)) return undefined;
  const code = codeOf(thrown);
  const { rawPacket } = (thrown ?? {}) as { rawPacket?: unknown };
  const isAlert = Buffer.isBuffer(rawPacket) && rawPacket[0] === 21 && rawPacket[1] === 3;
  if (code.startsWith("HPE_") && isAlert) return "the server expects https; use https:// in the URL";
  return code === "ECONNRESET" ? `${sentences[code]!}; if the server expects https, use https:// in the URL` : undefined;
}

/** Creates the error of a failure. A write is ambiguous once its bytes are sent. */
export function faultError(subject: ShownRequest, phase: Phase, { code, sentence, cause, permanent }: Fault): TransportError {
  const ambiguous = subject.write && (phase === "sent" || phase === "body");
  const outcomeNote = ambiguous ? " The request was sent and may have been carried out." : "";
  return new TransportError(phase, code, `${subject.shown}: ${sentence} (${code}).${outcomeNote}`, { cause, ambiguous, permanent });
}

/** Returns the error of a request that was aborted after it was sent: the reason, for a write with a note that the outcome is unknown. */
export function abortedError(subject: ShownRequest, reason: unknown): unknown {
  if (!subject.write) return reason;
  const code = reason instanceof ProviderError ? reason.code : "cancelled";
  const text = reason instanceof Error ? reason.message : "cancelled";
  const outcomeNote = `${subject.shown} was sent without a response: it may have been carried out.`;
  return new ProviderError(code, `${asSentence(text)} ${outcomeNote}`, { cause: reason, ambiguous: true });
}
