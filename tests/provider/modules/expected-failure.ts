// The assertion for operations that fail.
import type { ProviderError } from "../../../provider/core/errors/errors";
import { failure } from "../../support/in-process";

/** Returns the error of a promise. The test fails if its code or message differs, or if the message contains a secret of a test, each of which contains `canary`. */
export async function expectFailure(promise: Promise<unknown>, code: string, message: RegExp | string): Promise<ProviderError> {
  const error = await failure(promise);
  expect(error.code).toBe(code);
  expect(error.message).toMatch(message);
  expect(error.message).not.toContain("canary");
  return error;
}
