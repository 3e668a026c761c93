// The error codes that mean "not found", per kind of object: the same for read, update and delete of every resource. See docs/modules/cloud.md#gone.
import { undefinedIf } from "../../kit/absence";
import { hasVendorCode } from "./errors";

const codes = {
  api: ["ResourceNotFound.InvalidApi"],
  app: ["ResourceNotFound.InvalidApiApp"],
  doc: ["ResourceNotFound.InvalidApiDoc"],
  domain: ["FailedOperation.DomainNotBindService"],
  key: ["ResourceNotFound.InvalidAccessKeyId"],
  plan: ["ResourceNotFound.InvalidUsagePlan"],
  plugin: ["ResourceNotFound.InvalidPlugin"],
  service: ["ResourceNotFound.InvalidService", "FailedOperation.ServiceNotExist"],
  strategy: ["ResourceNotFound.InvalidIPStrategy"],
  upstream: ["InvalidParameterValue.InvalidUpstream"],
} as const satisfies Record<string, readonly string[]>;

/** More codes of single actions with which they report that there is nothing to remove. */
const actionCodes: Readonly<Record<string, readonly string[]>> = {
  UnReleaseService: ["ResourceNotFound"],
  UnbindApiApp: ["UnsupportedOperation.ResourceUnassociated"],
};

/** Codes of single actions for a missing object or another reason to reject the removal: a read determines which. */
const ambiguousCodes: Readonly<Record<string, readonly string[]>> = {
  // These two actions declare the code of the family only, and do not define what was not found.
  DeleteAPIDoc: ["ResourceNotFound"],
  DeleteUpstream: ["ResourceNotFound"],
  DetachPlugin: ["InvalidParameterValue.InvalidApiIds", "InvalidParameterValue.InvalidEnvStatus"],
  UnBindEnvironment: ["UnsupportedOperation.UnsupportedUnBindEnvironment"],
  UnBindSecretIds: [...codes.key, "UnsupportedOperation.RequestPostError"],
};

/** The kinds of objects that an action can report as missing. */
export type ObjectKind = keyof typeof codes;

/** Objects that exist only as long as their service does. */
const inService: ReadonlySet<ObjectKind> = new Set(["api", "domain", "strategy"]);

/** Returns the codes with which an action reports that one of these objects, or the service that contains it, does not exist. */
export function goneCodes(...kinds: readonly ObjectKind[]): readonly string[] {
  const all = kinds.flatMap((kind): ObjectKind[] => (inService.has(kind) ? [kind, "service"] : [kind]));
  return [...new Set(all.flatMap((kind) => codes[kind]))];
}

/** Returns whether the error states that one of these objects, or the service that contains it, does not exist. */
export function isGone(error: unknown, ...kinds: readonly ObjectKind[]): boolean {
  return hasVendorCode(error, goneCodes(...kinds));
}

/** Returns whether the error of an action states that there is nothing to remove. `gone`: the codes for its objects. */
export function isRemoved(error: unknown, action: string, gone: readonly string[]): boolean {
  return hasVendorCode(error, [...gone, ...(actionCodes[action] ?? [])]);
}

/** Returns whether the error of an action has a code for a missing object or another reason. */
export function isMaybeRemoved(error: unknown, action: string): boolean {
  return hasVendorCode(error, ambiguousCodes[action] ?? []);
}

/** Returns the result of the work; undefined when a request in it reports that the object does not exist. */
export async function unlessGone<T>(kind: ObjectKind, work: () => Promise<T>): Promise<T | undefined> {
  return undefinedIf((error) => isGone(error, kind), work);
}
