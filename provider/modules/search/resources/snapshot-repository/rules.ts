// What a snapshot repository has to satisfy. See docs/modules/search-access.md#snapshot-repositories. Pure.
import type { ObjectTest } from "../../../../contract/rules";
import { objectOf } from "../../../../core/values/records";
import { join } from "../../../../core/values/path";
import { isTyped, settingName, typedRepositories } from "./settings";

/** Settings with credentials, by the last part of their name. */
const secureSettings = /(?:^|\.)(?:access_key|secret_key|session_token|sas_token|account_key|credentials_file)$/;

/** Returns why a name cannot be that of a repository. `-` at the beginning and `_all` have another meaning in requests. */
export function nameViolation(value: unknown): string | undefined {
  const isValid = /^[^-\s,"*\\<>|?/#][^\s,"*\\<>|?/#]*$/.test(String(value)) && value !== "_all";
  return isValid ? undefined : 'must not begin with -, be _all, or contain whitespace, comma, " * \\ < > | ? / or #';
}

/** A type with a property of its own is declared by that property. */
export const typeTest: ObjectTest = ({ type }) => {
  const name = String(type);
  return isTyped(name) ? [{ property: "type", reason: `the type "${name}" has a property of its own. Use ${name}.` }] : [];
};

/** Settings that have a property, and settings that the server does not take from a request. */
export const otherSettingsTest: ObjectTest = (inputs) => {
  const { otherSettings } = inputs;
  const names = Object.keys(objectOf(otherSettings));
  const type = names.length === 0 ? undefined : typedRepositories.find((each) => inputs[each] !== undefined);
  return names.flatMap((name) => {
    const property = join("otherSettings", name);
    if (secureSettings.test(name))
      return [{ property, reason: "credentials would be readable in the cluster state. Put them into the keystore of the nodes." }];
    const typed = settingName(type, name);
    return typed === undefined ? [] : [{ property, reason: `the setting has a property of its own. Use ${type!}.${typed}.` }];
  });
};
