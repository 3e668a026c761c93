// What the engine sends with Check for names of new objects. See docs/protocol.md#autonaming.
import { createHash, randomBytes } from "node:crypto";
import { nameOfUrn } from "../core/values/urn";
import type { NamingRequest } from "../verbs/autonaming";
import { decode } from "./codec";
import { CheckRequest_AutonamingOptions_Mode as Mode, type CheckRequest } from "./gen/provider";

/** The length of the random part, as in the names that the engine proposes. */
const suffixLength = 7;

const modes = { [Mode.PROPOSE]: "propose", [Mode.ENFORCE]: "enforce", [Mode.DISABLE]: "disable" } as const;

/** Returns the naming part of a Check request. The same seed and name give the same suffix; callers without a seed get a random one. */
export function namingRequest({ urn, name, olds, randomSeed, autonaming }: CheckRequest): NamingRequest {
  const logicalName = name || nameOfUrn(urn);
  const seed = randomSeed.length > 0 ? randomSeed : randomBytes(32);
  const suffix = createHash("sha256").update(seed).update(logicalName).digest("hex").slice(0, suffixLength);
  const request = { olds: decode(olds), logicalName, suffix };
  const mode = autonaming && modes[autonaming.mode];
  if (!mode) return request;
  return { ...request, configured: { mode, proposedName: autonaming.proposedName } };
}
