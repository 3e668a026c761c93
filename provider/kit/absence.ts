// Absence as a value: an expected failure becomes undefined. Pure.

/** Returns the result of the work; undefined where it fails as expected. */
export async function undefinedIf<T>(isExpected: (error: unknown) => boolean, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isExpected(error)) return undefined;
    throw error;
  }
}
