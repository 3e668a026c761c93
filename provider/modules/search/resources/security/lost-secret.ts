// Creates whose response contains a secret: if the response is lost, so is the secret. See docs/modules/search-access.md#api-keys.
import { asProviderError, withHint } from "../../../../core/errors/errors";

/**
 * Creates an object. If the response was lost, `remove` deletes what was made, and the create is repeated once. Where that cannot be done, the error is that of
 * the create, which is ambiguous, with the reason.
 */
export async function createAgainIfLost<Result>(create: () => Promise<Result>, remove: (() => Promise<void>) | undefined): Promise<Result> {
  try {
    return await create();
  } catch (error) {
    if (!asProviderError(error).ambiguous || remove === undefined) throw error;
    await remove().catch((failure: unknown) => {
      throw withHint(error, asProviderError(failure).message);
    });
    return create();
  }
}
