// Rules of aliases that indices and templates declare. See docs/modules/search.md#indices. Pure.
import type { ValueRule } from "../../../../contract/rules";
import { rowsOf } from "../../../../core/values/records";

/** A list of aliases, each name once. */
export const uniqueAliases: ValueRule = {
  test(value) {
    const names = rowsOf(value).map(({ name }) => name);
    const duplicate = names.find((name, i) => names.indexOf(name) !== i);
    return duplicate === undefined ? undefined : `two aliases have the name "${String(duplicate)}". Use different names.`;
  },
};
