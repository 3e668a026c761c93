// The metadata server of the vendor's machines: its detection, and the token of the attached service account. See docs/modules/eventrouting.md#application-default-credentials.
import { ProviderError } from "../../../core/errors/errors";
import { parseJson } from "../../../core/json/json";
import type { HttpResponse, Send } from "../../../contract/http";
import { withTimeout } from "../../../http/concurrency/with-timeout";
import { variableError, type Environment } from "../../../core/schema/environment";
import { requestLimit, type Exchange } from "./exchange";
import { tokenIn, type Token } from "./token";

/** The environment of the requests to the metadata server, and how they are sent. */
export interface MetadataOptions {
  env: Environment;
  send: Send;
  exchange: Exchange;
  /** Whether BIOS or network card identify a machine of the vendor. */
  residency(): Promise<boolean>;
  /** Unix time in ms. */
  now(): number;
}

const base = "/computeMetadata/v1";
const headers = { "metadata-flavor": "Google" };
/** In ms: outside the vendor's machines no server responds. */
const probeLimitMs = 3000;
const serverless = ["K_SERVICE", "FUNCTION_NAME", "CLOUD_RUN_JOB"];
const detections = ["assume-present", "none", "bios-only", "ping-only"];

/** Returns the address of the metadata server, without a slash at the end. */
export function metadataHost(env: Environment): string {
  const host = env.GCE_METADATA_IP || env.GCE_METADATA_HOST || "169.254.169.254";
  return (/^https?:\/\//.test(host) ? host : `http://${host}`).replace(/\/+$/, "");
}

/** Returns whether there is a metadata server. Fails with `failed_precondition` for an invalid METADATA_SERVER_DETECTION. */
export async function hasMetadata(options: MetadataOptions): Promise<boolean> {
  const { env, residency } = options;
  if (serverless.some((name) => env[name]) || (await residency())) return true;
  const detection = env.METADATA_SERVER_DETECTION?.trim().toLowerCase();
  if (detection && !detections.includes(detection))
    throw variableError("METADATA_SERVER_DETECTION", `expected one of ${detections.join(", ")}`);
  if (detection === "none" || detection === "bios-only") return false;
  return detection === "assume-present" || probe(options);
}

/** Returns a token of the attached service account. Fails with `failed_precondition` without one, else as the exchange. */
export async function metadataToken(scopes: readonly string[], { env, exchange, now }: MetadataOptions): Promise<Token> {
  const url = `${metadataHost(env)}${base}/instance/service-accounts/default/token?scopes=${encodeURIComponent(scopes.join(","))}`;
  const template = `${base}/instance/service-accounts/default/token`;
  const response = await exchange({ method: "GET", url, headers, template, acceptedStatus: 404 });
  if (!isGenuine(response))
    throw new ProviderError(
      "failed_precondition",
      `${metadataHost(env)} is not a metadata server: the response has no Metadata-Flavor header`,
    );
  if (response.status === 404) throw new ProviderError("failed_precondition", "no service account is attached to this machine");
  return tokenIn(parseJson(response.body), "the metadata server", now());
}

/** Sends one request, and DETECT_GCP_RETRIES more; without a configured host, to address and name of the server concurrently. */
async function probe({ env, send }: MetadataOptions): Promise<boolean> {
  const named = env.GCE_METADATA_IP || env.GCE_METADATA_HOST;
  const hosts = [metadataHost(env), ...(named ? [] : ["http://metadata.google.internal."])];
  const retries = Number(env.DETECT_GCP_RETRIES) || 0;
  for (let n = 0; n <= retries; n++) {
    const found = await Promise.any(hosts.map((host) => requireMetadataServer(host, send))).catch(() => false);
    if (found) return true;
  }
  return false;
}

/** Returns true if there is a metadata server at the host; fails otherwise. */
async function requireMetadataServer(host: string, send: Send): Promise<true> {
  const request = { method: "GET", url: `${host}${base}/instance` } as const;
  const response = await withTimeout(requestLimit(probeLimitMs, request), (signal) =>
    // The request contains no secret.
    send({ ...request, headers, signal, template: `${base}/instance`, redact: (text) => text, note: () => undefined }),
  );
  // The service may redirect the folder to its name with a slash.
  if (response.status < 400 && isGenuine(response)) return true;
  throw new ProviderError("unavailable", "no metadata server");
}

/** Returns whether a metadata server sent the response. A captive portal, which responds for every address, does not send this header. */
function isGenuine({ headers: received }: HttpResponse): boolean {
  return received["metadata-flavor"] === "Google";
}

/** Returns whether the BIOS vendor or a network card identifies a machine of the vendor. */
export async function systemResidency(): Promise<boolean> {
  const { readFile } = await import("node:fs/promises");
  const vendor = process.platform === "linux" ? await readFile("/sys/class/dmi/id/bios_vendor", "utf8").catch(() => "") : "";
  if (/Google/.test(vendor)) return true;
  const { networkInterfaces } = await import("node:os");
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ mac }) => mac.startsWith("42:01")));
}
