// Keys of the role that is bound to the instance, from the instance metadata (cloud-lookups.md 4.6).
import { ProviderError, messageOf } from "../../../core/errors";
import { isObject, parseJson } from "../../../core/json";
import { keysFrom, type Keys } from "./keys";

/** Asks for a page of the metadata; ends when the signal does. */
export type FetchPage = (url: string, signal: AbortSignal) => Promise<{ status: number; body: string | Buffer }>;

/** What is asked, and by what means. */
export interface MetadataOptions {
  /** Scheme and host. */
  endpoint: string;
  get: FetchPage;
  /** Waits so many milliseconds. */
  wait(milliseconds: number): Promise<void>;
}

const attempts = 3;
/** In ms, for each attempt: off an instance the name does not answer. */
const limit = 2000;

/**
 * The keys of a role. Three attempts of two seconds each. Fails with `failed_precondition` when the instance has no such role, with "unavailable" when there
 * is no metadata to ask, with `failed_precondition` when the answer holds no keys.
 */
export async function metadataKeys(role: string, parts: MetadataOptions): Promise<Keys> {
  const url = `${parts.endpoint}/latest/meta-data/cam/security-credentials/${encodeURIComponent(role)}`;
  for (let n = 1; ; n++) {
    const answer = await ask(url, parts.get);
    if (typeof answer !== "string") return keysIn(role, answer.body);
    if (n === attempts)
      throw new ProviderError("unavailable", `${whose(role)} could not be fetched: ${answer}. ${attempts} attempts were made. ${advice}`);
    await parts.wait(250 * n);
  }
}

/** The answer, or why there is none that is worth reading. */
async function ask(url: string, get: FetchPage): Promise<{ body: string } | string> {
  try {
    const { status, body } = await within(get, url);
    if (status === 404)
      throw new ProviderError(
        "failed_precondition",
        "the instance has no such role: bind it to the instance, or mend camRoleName (TENCENTCLOUD_CAM_ROLE_NAME)",
      );
    return status === 200 ? { body: body.toString() } : `the instance metadata answered HTTP ${status}`;
  } catch (thrown) {
    if (thrown instanceof ProviderError && thrown.code === "failed_precondition") throw thrown;
    return messageOf(thrown).replace(/\.$/, "");
  }
}

/** Ends with the limit also when `get` does not heed the signal. */
async function within(get: FetchPage, url: string): Promise<Awaited<ReturnType<FetchPage>>> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new ProviderError("deadline_exceeded", `no answer from the instance metadata within ${limit / 1000} s`);
      controller.abort(error);
      reject(error);
    }, limit);
  });
  const answer = (async () => get(url, controller.signal))();
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

function keysIn(role: string, text: string): Keys {
  const body = parseJson(text);
  if (!isObject(body))
    throw new ProviderError(
      "failed_precondition",
      `${whose(role)} could not be read: the answer of the instance metadata is no JSON object. ${advice}`,
    );
  const code = body["Code"];
  if (code !== "Success") {
    const said = typeof code === "string" && /^\w{1,64}$/.test(code) ? `the code ${code}` : "no code";
    throw new ProviderError(
      "failed_precondition",
      `${whose(role)} could not be fetched: the instance metadata answered ${said} in the place of Success. ${advice}`,
    );
  }
  return keysFrom("the instance metadata", body);
}

const whose = (role: string): string => `the keys of the instance role ${role}`;
const advice = "The setting camRoleName (TENCENTCLOUD_CAM_ROLE_NAME) is for programs that run on an instance of the cloud.";
