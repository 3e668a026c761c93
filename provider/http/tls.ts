// TLS settings turned into what Node wants, and the check by fingerprint. Reads one file at most: the extra authorities of the environment.
import type { SecureContext, TLSSocket } from "node:tls";
import type { X509Certificate } from "node:crypto";
import type { TlsSettings } from "../core/http-types";
import { failed, type Subject } from "./failures";

/** Everything that the settings decide about a connection. */
export interface TlsIdentity {
  context: SecureContext;
  /** Whether the chain and the host name are checked. */
  verify: boolean;
  /** Lower case, without colons. */
  fingerprint?: string;
}

/** Where the extra authorities come from: the launcher renames NODE_EXTRA_CA_CERTS, since Node would read it at every start (35 ms). */
export const extraAuthorities = "QUARTET_EXTRA_CA_CERTS";

/** SHA-256 over all TLS fields: connections of different keys are never mixed, and no key material is kept as a map key. */
export async function tlsKey(settings: TlsSettings = {}): Promise<string> {
  const { createHash } = await import("node:crypto");
  const { insecure = false, ca = "", fingerprint = "", cert = "", key = "" } = settings;
  return createHash("sha256")
    .update(JSON.stringify([insecure, ca, plain(fingerprint), cert, key]))
    .digest("hex");
}

/** Prepares connections of these settings. Fails with a TransportError of phase `tls` when a PEM text cannot be read. */
export async function tlsIdentity(settings: TlsSettings, extra: string | undefined, subject: Subject): Promise<TlsIdentity> {
  const tls = await import("node:tls");
  const { ca, cert, key, fingerprint, insecure } = settings;
  if (ca && !ca.includes("-----BEGIN ")) {
    const sentence = "the authorities that were given hold no certificate; give PEM text, which begins with -----BEGIN CERTIFICATE-----";
    throw failed(subject, "tls", { code: "ERR_NO_CERTIFICATE", sentence });
  }
  const authorities = ca ? [ca] : extra ? [...tls.rootCertificates, extra] : undefined;
  const context = tls.createSecureContext({ ca: authorities, cert: cert || undefined, key: key || undefined });
  return { context, verify: !insecure && !fingerprint, fingerprint: fingerprint ? plain(fingerprint) : undefined };
}

/** The text of the extra authorities, or nothing; an unreadable file is passed over with a note, as Node does. */
export async function readExtra(
  env: Readonly<Record<string, string | undefined>>,
  note: (line: string) => void,
): Promise<string | undefined> {
  const file = env[extraAuthorities];
  if (!file) return undefined;
  const { readFile } = await import("node:fs/promises");
  return readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    note(`extra authorities of NODE_EXTRA_CA_CERTS not read: ${file} (${error.code})`);
    return undefined;
  });
}

/**
 * Refuses the connection unless the wanted certificate is in the chain. Each certificate up to it must have signed the one below: anyone can append a
 * certificate of another, only its owner can sign with it.
 */
export function checkFingerprint(socket: TLSSocket, wanted: string, subject: Subject): void {
  const presented: string[] = [];
  let at = socket.getPeerX509Certificate();
  while (at && !presented.includes(plain(at.fingerprint256))) {
    presented.push(plain(at.fingerprint256));
    if (presented.at(-1) === wanted) return;
    const issuer: X509Certificate | undefined = at.issuerCertificate;
    at = issuer && at.verify(issuer.publicKey) ? issuer : undefined;
  }
  const shown = presented.length ? presented.join(", ") : "none";
  const sentence = `no certificate of the server has the expected fingerprint ${wanted}; it presented ${shown}`;
  throw failed(subject, "tls", { code: "ERR_FINGERPRINT", sentence });
}

const plain = (fingerprint: string): string => fingerprint.replaceAll(":", "").toLowerCase();
