// Keys of the role that is bound to the instance, from the instance metadata. See docs/modules/cloud.md#instance-metadata.
import { messageOf, ProviderError } from "../../../core/errors/errors";
import { asSentence, attemptsText } from "../../../core/errors/sentences";
import { isObject, parseJson } from "../../../core/json/json";
import { withTimeout, type TimeLimit } from "../../../http/concurrency/with-timeout";
import { keysFrom, type Keys } from "./keys";

/** Requests a page of the metadata; ends when the signal is aborted. */
export type FetchPage = (url: string, signal: AbortSignal) => Promise<{ status: number; body: string }>;

/** Options of {@link metadataKeys}. */
interface MetadataOptions {
  /** Scheme and host. */
  endpoint: string;
  get: FetchPage;
  /** Waits for this many milliseconds. */
  wait(milliseconds: number): Promise<void>;
}

const maxAttempts = 3;
/** The time limit of one attempt: on other machines the host does not respond. */
const timeLimitMs = 2000;

/**
 * Returns the keys of a role, with three attempts. Fails with `failed_precondition` when the role is not bound to the instance or the response contains no
 * keys, with `unavailable` when there is no metadata.
 */
export async function metadataKeys(role: string, { endpoint, get, wait }: MetadataOptions): Promise<Keys> {
  const url = `${endpoint}/latest/meta-data/cam/security-credentials/${encodeURIComponent(role)}`;
  for (let attempt = 1; ; attempt++) {
    const { body, reason } = await request(url, get);
    if (body !== undefined) return parseKeys(role, body);
    if (attempt === maxAttempts) throw keysError(role, "unavailable", `${asSentence(reason)} ${attemptsText(maxAttempts)}`);
    await wait(250 * attempt);
  }
}

/** Returns the body of the page, or why there is none. */
async function request(url: string, get: FetchPage): Promise<{ body: string; reason?: undefined } | { reason: string; body?: undefined }> {
  const page = await withTimeout(limit, (signal) => get(url, signal)).catch((thrown: unknown) => messageOf(thrown).replace(/\.$/, ""));
  if (typeof page === "string") return { reason: page };
  if (page.status === 404)
    throw new ProviderError(
      "failed_precondition",
      "Authentication failed: the role is not bound to the instance. Bind it, or change camRoleName (TENCENTCLOUD_CAM_ROLE_NAME).",
    );
  return page.status === 200 ? { body: page.body } : { reason: `the instance metadata returned HTTP ${page.status}` };
}

const limit: TimeLimit = {
  milliseconds: timeLimitMs,
  error: () => new Error(`no response from the instance metadata within ${timeLimitMs / 1000} s`),
};

function parseKeys(role: string, text: string): Keys {
  const body = parseJson(text);
  if (!isObject(body)) throw keysError(role, "failed_precondition", "the response of the instance metadata is not a JSON object");
  const { Code: code } = body;
  if (code === "Success") return keysFrom("the instance metadata", body);
  const actual = typeof code === "string" && /^\w{1,64}$/.test(code) ? code : "no code";
  throw keysError(role, "failed_precondition", `the instance metadata returned ${actual} instead of Success`);
}

function keysError(role: string, code: "unavailable" | "failed_precondition", reason: string): ProviderError {
  const advice = "Use camRoleName (TENCENTCLOUD_CAM_ROLE_NAME) only on an instance of Tencent Cloud.";
  return new ProviderError(code, `Authentication failed: no keys of the instance role ${role}: ${asSentence(reason)} ${advice}`);
}
