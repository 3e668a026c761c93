// Converts TLS settings for Node, and checks fingerprints. Reads at most one file: the extra authorities of the environment.
import type { Environment } from "../core/schema/environment";
import type { SecureContext, TLSSocket } from "node:tls";
import type { X509Certificate } from "node:crypto";
import type { TlsSettings } from "../contract/http";
import { faultError, type ShownRequest } from "./failures";

/** The properties of a connection that follow from the TLS settings. */
export interface TlsIdentity {
  context: SecureContext;
  /** Whether chain and host name are checked. */
  verify: boolean;
  /** Lower case, without colons. */
  fingerprint?: string;
}

/** The variable with the file of extra authorities. The launcher renames NODE_EXTRA_CA_CERTS, because Node reads that file at every start (35 ms). */
const extraAuthoritiesVariable = "QUARTET_EXTRA_CA_CERTS";

/** Returns the SHA-256 of all TLS settings, so that connections of different settings are separate and no key material is used as a map key. */
export async function tlsKey(settings: TlsSettings = {}): Promise<string> {
  const { createHash } = await import("node:crypto");
  const { insecure = false, ca = "", fingerprint = "", cert = "", key = "" } = settings;
  return createHash("sha256")
    .update(JSON.stringify([insecure, ca, normalizeFingerprint(fingerprint), cert, key]))
    .digest("hex");
}

/** Creates the identity of these settings. Fails with a TransportError of phase `tls` for invalid PEM text. */
export async function tlsIdentity(settings: TlsSettings, extra: string | undefined, subject: ShownRequest): Promise<TlsIdentity> {
  const tls = await import("node:tls");
  const { ca, cert, key, fingerprint, insecure } = settings;
  if (ca && !ca.includes("-----BEGIN ")) {
    const sentence = "the certificate authorities contain no certificate; set PEM text, which begins with -----BEGIN CERTIFICATE-----";
    throw faultError(subject, "tls", { code: "ERR_NO_CERTIFICATE", sentence });
  }
  const trusted = extra ? [...tls.rootCertificates, extra] : undefined;
  const authorities = ca ? [ca] : trusted;
  const context = tls.createSecureContext({ ca: authorities, cert: cert || undefined, key: key || undefined });
  return { context, verify: !insecure && !fingerprint, fingerprint: fingerprint ? normalizeFingerprint(fingerprint) : undefined };
}

/** Returns the text of the extra authorities; an unreadable file is ignored with a log line, as Node does. */
export async function readExtraAuthorities(env: Environment, note: (line: string) => void): Promise<string | undefined> {
  const file = env[extraAuthoritiesVariable];
  if (!file) return undefined;
  const { readFile } = await import("node:fs/promises");
  return readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    note(`NODE_EXTRA_CA_CERTS ignored: ${file}: cannot be read (${error.code})`);
    return undefined;
  });
}

/**
 * Fails unless the chain contains a certificate with the fingerprint. Each certificate up to it must have signed the one below: any server can append another
 * certificate, but only its owner can sign with it.
 */
export function checkFingerprint(socket: TLSSocket, expected: string, subject: ShownRequest): void {
  const presented: string[] = [];
  let at = socket.getPeerX509Certificate();
  while (at && !presented.includes(normalizeFingerprint(at.fingerprint256))) {
    presented.push(normalizeFingerprint(at.fingerprint256));
    if (presented.at(-1) === expected) return;
    const issuer: X509Certificate | undefined = at.issuerCertificate;
    at = issuer && at.verify(issuer.publicKey) ? issuer : undefined;
  }
  const shown = presented.length ? presented.join(", ") : "none";
  const sentence = `no certificate of the server has the expected fingerprint ${expected}; it presented ${shown}`;
  throw faultError(subject, "tls", { code: "ERR_FINGERPRINT", sentence });
}

const normalizeFingerprint = (fingerprint: string): string => fingerprint.replaceAll(":", "").toLowerCase();
