// Creates whose response contains a secret: if the response is lost, so is the secret. See docs/modules/search-access.md#api-keys.
import { asProviderError } from "../../../../core/errors/errors";

/**
 * Creates an object. If the response was lost, `remove` deletes what was made, and the create is repeated once. Where that cannot be done, the error is that of
 * the create: it is ambiguous, and one of the cleanup would hide that.
 */
export async function createAgainIfLost<Result>(create: () => Promise<Result>, remove: (() => Promise<void>) | undefined): Promise<Result> {
  try {
    return await create();
  } catch (error) {
    if (!asProviderError(error).ambiguous || remove === undefined) throw error;
    await remove().catch(() => Promise.reject(error));
    return create();
  }
}
