// Starts and stops transforms. See docs/modules/search-access.md#transforms.
import { hasCode, ProviderError } from "../../../../core/errors/errors";
import { objectOf } from "../../../../core/values/records";
import { poll } from "../../../../kit/polling";
import type { SearchClient } from "../../client";
import { isActive, transformPath, readProgress } from "./response";

/** The longest time that the server waits for a transform to stop, in seconds; it then responds with 408. */
const longestStop = 30;
const pauses = { first: 1000, factor: 2, longest: 10_000 };

/** Starts or stops the transform unless it already does what is declared. A failed one is stopped before it starts. */
export async function setRunning(name: string, declared: boolean, isContinuous: boolean, client: SearchClient): Promise<void> {
  const current = await readProgress(name, client.alone);
  if (current && isActive(current, isContinuous, declared) === declared) return;
  if (!declared) return stopTransform(name, Infinity, client);
  if (current?.failed !== undefined) await forceStop(name, client);
  await start(name, client);
}

/** Starts a transform. The response to a first attempt may have been lost, so that it is started already. */
async function start(name: string, client: SearchClient): Promise<void> {
  try {
    await client.post([...transformPath, name, "_start"], undefined);
  } catch (error) {
    const current = hasCode(error, "aborted") ? await readProgress(name, client.alone) : undefined;
    if (!current || !isActive(current, true, true)) throw error;
  }
}

/** Stops a transform, and waits until it has stopped; one that does not exist is a success. After the limit, in ms, it is stopped by force. */
export async function stopTransform(name: string, limit: number, client: SearchClient): Promise<void> {
  const end = performance.now() + limit;
  const read = async (): Promise<true | undefined> => {
    const left = Math.ceil((end - performance.now()) / 1000);
    const query = { wait_for_completion: "true", timeout: `${Math.max(1, Math.min(left, longestStop))}s` };
    try {
      const { acknowledged } = objectOf(await client.post([...transformPath, name, "_stop"], undefined, { query }));
      return acknowledged === false ? undefined : true;
    } catch (error) {
      if (hasCode(error, "not_found")) return true;
      // 408 is the time limit of the server; the time limit of the operation has the same code.
      if (!hasCode(error, "deadline_exceeded") || client.context.signal.aborted) throw error;
      return undefined;
    }
  };
  try {
    if (await poll({ read, pauses, limitMs: limit }, client.context.signal)) return;
  } catch (error) {
    // A failed transform stops by force only.
    if (!hasCode(error, "aborted")) throw error;
  }
  await forceStop(name, client);
}

async function forceStop(name: string, client: SearchClient): Promise<void> {
  const response = objectOf(
    await client.post([...transformPath, name, "_stop"], undefined, { query: { force: "true", wait_for_completion: "true" } }),
  );
  if (response["acknowledged"] === false)
    throw new ProviderError("aborted", `Stop failed: transform "${name}": it still runs. Run the command again.`);
}
