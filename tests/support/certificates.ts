// Makes X.509 certificates in memory for tests: an authority, and server and client certificates that it signs. Elliptic keys, valid for a day.
import "reflect-metadata"; // wanted by @peculiar/x509 before it is loaded
import { createHash, webcrypto } from "node:crypto";
import * as x509 from "@peculiar/x509";

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const day = 24 * 3600 * 1000;

/** A certificate and its key as PEM text. */
export interface Certificate {
  cert: string;
  key: string;
  /** SHA-256 in lower-case hexadecimal without colons. */
  fingerprint: string;
}

/** An authority: a certificate that can sign others. */
export interface Authority extends Certificate {
  issuer: x509.X509Certificate;
  keys: webcrypto.CryptoKeyPair;
}

/** Options of a server's certificate. */
interface ServerCertificateOptions {
  /** Host names; default localhost. */
  names?: string[];
  /** Addresses; default 127.0.0.1 and ::1. */
  addresses?: string[];
  notBefore?: Date;
  notAfter?: Date;
}

/** Makes an authority: signed by itself, or by another authority when it is to be an intermediate. */
export async function makeAuthority(name = "Test Authority", parent?: Authority): Promise<Authority> {
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.create({
    ...validity({}),
    subject: `CN=${name}`,
    issuer: parent?.issuer.subject ?? `CN=${name}`,
    publicKey: keys.publicKey,
    signingKey: (parent?.keys ?? keys).privateKey,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { ...(await asPem(certificate, keys)), issuer: certificate, keys };
}

/** Makes a server's certificate, signed by the authority; without one it signs itself. */
export async function makeServerCertificate(authority?: Authority, options: ServerCertificateOptions = {}): Promise<Certificate> {
  const { names = ["localhost"], addresses = ["127.0.0.1", "::1"] } = options;
  const alternatives: x509.JsonGeneralNames = [
    ...names.map((value) => ({ type: "dns" as const, value })),
    ...addresses.map((value) => ({ type: "ip" as const, value })),
  ];
  const extensions = [
    new x509.SubjectAlternativeNameExtension(alternatives),
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
  ];
  return makeLeaf(names[0] ?? "server", extensions, authority, options);
}

/** Makes a client's certificate, signed by the authority. */
export async function makeClientCertificate(authority: Authority, name = "client"): Promise<Certificate> {
  return makeLeaf(name, [new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth])], authority, {});
}

async function makeLeaf(
  name: string,
  extensions: x509.Extension[],
  authority: Authority | undefined,
  times: ServerCertificateOptions,
): Promise<Certificate> {
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.create({
    ...validity(times),
    subject: `CN=${name}`,
    issuer: authority?.issuer.subject ?? `CN=${name}`,
    publicKey: keys.publicKey,
    signingKey: (authority?.keys ?? keys).privateKey,
    signingAlgorithm: algorithm,
    extensions,
  });
  return asPem(certificate, keys);
}

function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]) as Promise<webcrypto.CryptoKeyPair>;
}

function validity({ notBefore, notAfter }: ServerCertificateOptions): { notBefore: Date; notAfter: Date } {
  return { notBefore: notBefore ?? new Date(Date.now() - 3600 * 1000), notAfter: notAfter ?? new Date(Date.now() + day) };
}

async function asPem(certificate: x509.X509Certificate, keys: webcrypto.CryptoKeyPair): Promise<Certificate> {
  const key = x509.PemConverter.encode(await webcrypto.subtle.exportKey("pkcs8", keys.privateKey), "PRIVATE KEY");
  const fingerprint = createHash("sha256").update(Buffer.from(certificate.rawData)).digest("hex");
  return { cert: `${certificate.toString("pem")}\n`, key: `${key}\n`, fingerprint };
}
