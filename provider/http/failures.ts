// Failures of the network and of TLS in words: what happened, the code, what to do. Names no header, query, body or user info.
import { ProviderError } from "../core/errors";
import { TransportError, type Phase } from "./transport-error";

const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused; check host and port, and that the service is running",
  ENOTFOUND: "the host name is not known; check its spelling and the name service",
  EAI_AGAIN: "the host name could not be looked up at present; check the network and the name service",
  ETIMEDOUT: "the remote did not react in time; check host, port, firewall and proxy settings",
  EHOSTUNREACH: "the host cannot be reached from this network",
  ENETUNREACH: "the network of the host cannot be reached",
  EADDRNOTAVAIL: "no local address is free for the connection",
  EMFILE: "this process has too many files open",
  ECONNRESET: "the remote closed the connection before it had answered",
  EPIPE: "the remote closed the connection while the request was being sent",
  EPROTO: "the TLS handshake failed; check that the port speaks TLS",
  ERR_SSL_WRONG_VERSION_NUMBER: "the port does not speak TLS; check the port, or whether the URL should begin with http://",
  ERR_SSL_PACKET_LENGTH_TOO_LONG: "the port does not speak TLS; check the port, or whether the URL should begin with http://",
  DEPTH_ZERO_SELF_SIGNED_CERT:
    "the server's certificate is self-signed and not trusted; give this certificate as authority, or its fingerprint",
  SELF_SIGNED_CERT_IN_CHAIN:
    "the server's certificate comes from an authority that is not trusted; give that authority's certificate or a fingerprint",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    "the server's certificate comes from an unknown authority, or the server does not send its whole chain; give that authority's certificate or a fingerprint",
  UNABLE_TO_GET_ISSUER_CERT:
    "the authority that signed the server's chain is not known; give that authority's certificate or a fingerprint",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    "the server's certificate comes from an authority that is not known; give that authority's certificate or a fingerprint",
  CERT_SIGNATURE_FAILURE:
    "the server's certificate was not signed by the authority that was given; give the certificate of the one that signed it",
  CERT_HAS_EXPIRED: "the server's certificate has expired; renew it, and check the clock of this machine",
  CERT_NOT_YET_VALID: "the server's certificate is not valid yet; check the clock of this machine",
};

/** What the message of a failure is about: `GET https://host:9200/path`, and whether a failure after sending leaves the outcome open. */
export interface Subject {
  shown: string;
  write: boolean;
}

/** What went wrong: a code to look up, and a clause that says what happened and what to do. */
export interface Fault {
  code: string;
  sentence: string;
  cause?: unknown;
  /** Whether another attempt fails the same way. */
  permanent?: boolean;
}

/** The code of a thrown system error, also of the several errors of a host with several addresses. */
export function codeOf(thrown: unknown): string {
  if (thrown instanceof TransportError) return thrown.systemCode;
  const { code, errors } = (thrown ?? {}) as { code?: unknown; errors?: unknown[] };
  if (typeof code === "string") return code;
  return errors?.length ? codeOf(errors[0]) : "UNKNOWN";
}

/** What happened and what to do, as a clause that follows a colon. */
export function sentenceOf(thrown: unknown): string {
  const code = codeOf(thrown);
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return otherHost(thrown);
  const known = sentences[code];
  if (known) return known;
  if (code.startsWith("HPE_")) return "the answer is not valid HTTP; check host and port, and whether the URL should begin with https://";
  const alert = code.indexOf("ALERT");
  if (alert >= 0 && /CERTIFICATE|UNKNOWN_CA/.test(code.slice(alert)))
    return "the server refused the client certificate, or wants one; give a client certificate and key that it accepts";
  if (code.includes("ALERT_HANDSHAKE_FAILURE")) return "the server refused the TLS handshake; it may want a client certificate and key";
  if (code.startsWith("ERR_SSL")) return "the TLS connection failed; check the TLS settings of both sides";
  if (code.startsWith("ERR_OSSL"))
    return "an authority, client certificate or key could not be read; check that each is whole PEM text and that certificate and key belong together";
  return thrown instanceof Error && thrown.message ? thrown.message : "the request failed";
}

function otherHost(thrown: unknown): string {
  const names = (thrown as { cert?: { subjectaltname?: string } }).cert?.subjectaltname?.split(", ", 10).join(", ") || "no host name";
  return `the server's certificate is made for other hosts (${names}); use a host name that it holds, or give its fingerprint`;
}

const certificate = /CERT|SELF_SIGNED|^ERR_(TLS|SSL|OSSL)|^EPROTO$|UNABLE_TO_/;

/** A failure as ours. TLS failures are distinguished from network failures by their code, since a refusal by the server can come late (TLS 1.3). */
export function transportError(subject: Subject, phase: Phase, thrown: unknown): ProviderError {
  if (thrown instanceof ProviderError) return thrown;
  const code = codeOf(thrown);
  const tls = phase !== "body" && certificate.test(code);
  const answered = phase === "body" && code === "ECONNRESET";
  const sentence = answered ? "the connection was closed in the middle of the answer" : sentenceOf(thrown);
  return failed(subject, tls ? "tls" : phase, { code, sentence, cause: code.startsWith("HPE_") ? undefined : thrown });
}

/** A failure in our own words. A write is ambiguous as soon as its bytes have left. */
export function failed(subject: Subject, phase: Phase, { code, sentence, cause, permanent }: Fault): TransportError {
  const ambiguous = subject.write && (phase === "sent" || phase === "body");
  const doubt = ambiguous ? " The request had been sent and may have been carried out." : "";
  return new TransportError(phase, code, `${subject.shown}: ${sentence} (${code}).${doubt}`, { cause, ambiguous, permanent });
}

/** How a request ends that was given up after it had been sent: a read with the reason itself, a write with the doubt added. */
export function abandoned(subject: Subject, reason: unknown): unknown {
  if (!subject.write) return reason;
  const kind = reason instanceof ProviderError ? reason.code : "cancelled";
  const text = reason instanceof Error ? reason.message : "cancelled";
  const doubt = `${subject.shown} had been sent and its answer did not come: it may have been carried out.`;
  return new ProviderError(kind, `${/[.!?]$/.test(text) ? text : `${text}.`} ${doubt}`, { cause: reason, ambiguous: true });
}
