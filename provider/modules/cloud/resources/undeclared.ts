// Remote members that no property declares. An action that replaces the object which contains them would clear them. Pure.
import type { PlainMap } from "../../../core/values/value";
import { isEmpty } from "../equality";

/** By the object that an update sends as a whole: members that the service both returns and accepts. */
const names = {
  api: ["IsBase64Trigger", "Base64EncodedTriggerRules", "ServiceScfEventIsAsyncCall"],
  healthChecker: ["ActiveRequestHeader"],
} as const;

/** Returns these members of a remote object, without empty ones. */
export function undeclaredMembers(kind: keyof typeof names, remote: PlainMap): PlainMap {
  const members = names[kind].map((name) => [name, remote[name] ?? null] as const);
  return Object.fromEntries(members.filter(([, value]) => !isEmpty(value)));
}
