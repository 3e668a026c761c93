// Names of the objects of security. See docs/modules/search-access.md#objects-of-the-native-realm. Pure.
import type { ValueRule } from "../../../../contract/rules";
import { objectNameRule } from "../../ids";

/** The rule for names of roles and users. A path with a comma is read as several names. */
export const principalNameRule: ValueRule = {
  pattern: {
    matches: /^(?!_all$)(?! )[\x20-\x29\x2b\x2d-\x7e]{1,507}(?<! )$/,
    reason:
      "must have 1 to 507 printable ASCII characters without * and comma, must not begin or end with a blank, and must not be _all (Elasticsearch treats such names as patterns, or rejects them)",
  },
};

/** The server stores a role mapping as `role-mapping_<name>`, an ID of at most 512 bytes. */
const maximumMappingBytes = 499;

/** The rule for names of role mappings. */
export const mappingNameRule: ValueRule = {
  ...objectNameRule,
  test(value) {
    const bytes = Buffer.byteLength(String(value));
    return bytes > maximumMappingBytes ? `must have at most ${maximumMappingBytes} bytes; got ${bytes}` : undefined;
  },
};
