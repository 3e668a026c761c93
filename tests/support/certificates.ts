// Makes X.509 certificates in memory for tests: an authority, and server and client certificates that it signs. Elliptic keys, valid for a day.
import "reflect-metadata"; // wanted by @peculiar/x509 before it is loaded
import { createHash, webcrypto } from "node:crypto";
import * as x509 from "@peculiar/x509";

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const hour = 3600 * 1000;

/** A certificate and its key as PEM text. */
export interface Certificate {
  cert: string;
  key: string;
  /** SHA-256 in lower-case hexadecimal without colons. */
  fingerprint: string;
  /** What signs others. */
  keys: webcrypto.CryptoKeyPair;
  subject: string;
}

/** Options of a server's certificate. */
interface ServerCertificateOptions {
  /** Host name; default localhost, with its addresses. */
  host?: string;
  notAfter?: Date;
}

/** Makes an authority: signed by itself, or by another authority when it is to be an intermediate. */
export async function makeAuthority(name = "Test Authority", parent?: Certificate): Promise<Certificate> {
  const usages = x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign;
  return makeCertificate(
    name,
    [new x509.BasicConstraintsExtension(true, undefined, true), new x509.KeyUsagesExtension(usages, true)],
    parent,
  );
}

/** Makes a server's certificate, signed by the authority; without one it signs itself. */
export async function makeServerCertificate(authority?: Certificate, options: ServerCertificateOptions = {}): Promise<Certificate> {
  const { host = "localhost", notAfter } = options;
  const alternatives: x509.JsonGeneralNames = [{ type: "dns", value: host }];
  if (host === "localhost") alternatives.push({ type: "ip", value: "127.0.0.1" }, { type: "ip", value: "::1" });
  const extensions = [
    new x509.SubjectAlternativeNameExtension(alternatives),
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
  ];
  return makeCertificate(host, extensions, authority, notAfter);
}

/** Makes a client's certificate, signed by the authority. */
export async function makeClientCertificate(authority: Certificate, name = "client"): Promise<Certificate> {
  return makeCertificate(name, [new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth])], authority);
}

async function makeCertificate(
  name: string,
  extensions: x509.Extension[],
  authority: Certificate | undefined,
  notAfter = new Date(Date.now() + 24 * hour),
): Promise<Certificate> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const subject = `CN=${name}`;
  const issuer = authority ?? { subject, keys };
  const certificate = await x509.X509CertificateGenerator.create({
    notBefore: new Date(Date.now() - hour),
    notAfter,
    subject,
    issuer: issuer.subject,
    publicKey: keys.publicKey,
    signingKey: issuer.keys.privateKey,
    signingAlgorithm: algorithm,
    extensions,
  });
  const key = x509.PemConverter.encode(await webcrypto.subtle.exportKey("pkcs8", keys.privateKey), "PRIVATE KEY");
  const fingerprint = createHash("sha256").update(Buffer.from(certificate.rawData)).digest("hex");
  return { cert: `${certificate.toString("pem")}\n`, key: `${key}\n`, fingerprint, keys, subject };
}
