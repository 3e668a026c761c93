/** Validates the policy of AssumeRole: a JSON document in form-URL encoding. See docs/modules/cloud.md#credential-blocks. */
import { parsed } from "../objects";
import { reject } from "./api";

const wrong = (reason: string): never => reject("InvalidParameter.StrategyInvalid", `The policy is illegal: ${reason}.`);

/** Encoders differ in the marks !'()*, which mean the same encoded or not. */
const decoded = (policy: string): string => {
  if (!/^(?:[A-Za-z0-9\-_.~+!'()*]|%[0-9A-Fa-f]{2})*$/.test(policy)) return wrong("it is not URL-encoded");
  try {
    return decodeURIComponent(policy.replaceAll("+", "%20"));
  } catch {
    return wrong("it is not URL-encoded");
  }
};

interface Statement {
  effect?: unknown;
}

/**
 * @param policy As sent; absent is fine.
 * @throws CloudFailure `InvalidParameter.StrategyInvalid`: not encoded, no JSON, or no policy of version 2.0 with statements.
 */
export const checkPolicy = (policy: string | undefined): void => {
  if (policy === undefined) return;
  const document = parsed(decoded(policy)) as { version?: unknown; statement?: unknown } | null | undefined;
  if (document === undefined) return wrong("it is not JSON");
  if (document?.version !== "2.0") return wrong("its version is not 2.0");
  const statements = [document.statement ?? []].flat() as (Statement | null)[];
  if (statements.length === 0 || statements.some((each) => each?.effect !== "allow" && each?.effect !== "deny"))
    wrong("it has no statements, or one without effect");
};
