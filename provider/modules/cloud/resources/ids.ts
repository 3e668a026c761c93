// Ids of parts joined by `#` (cloud-resources.md 2.2). Pure.
import { ProviderError } from "../../../core/errors";
import type { ValueRule } from "../../../core/rules";

/** The parts of an id by name; fails with `invalid_argument` when there are more or fewer, or an empty one. */
export type Parts<Name extends string> = Readonly<Record<Name, string>>;

/** How ids of a kind are put together and taken apart. */
export interface Ids<Name extends string> {
  join(parts: Parts<Name>): string;
  split(id: string): Parts<Name>;
  /** Says what is wrong with an id given to import or get, or nothing. */
  check(id: string): string | undefined;
}

/** Ids of these parts in this order; `example` completes the message about a wrong one. */
export function ids<Name extends string>(names: readonly Name[], example: string): Ids<Name> {
  const form = names.map((name) => `<${name}>`).join("#");
  const check = (id: string): string | undefined => {
    const parts = id.split("#");
    const right = parts.length === names.length && parts.every((part) => /\S/.test(part));
    return right ? undefined : `Invalid import ID "${id}": expected ${form}, for example ${example}`;
  };
  return {
    join: (parts) => names.map((name) => parts[name]).join("#"),
    split: (id) => {
      const wrong = check(id);
      if (wrong !== undefined) throw new ProviderError("invalid_argument", wrong);
      const values = id.split("#");
      return Object.fromEntries(names.map((name, i) => [name, values[i]!])) as Parts<Name>;
    },
    check,
  };
}

/** An input that becomes a part of an id. The joined id of another resource is the likely mistake. */
export const part: ValueRule = {
  minLength: 1,
  pattern: {
    matches: /^[^#]*$/,
    says: "expected a bare id without #; of a resource whose id has several parts, take the output of that name",
  },
};

/** What is wrong with a list that names something twice, or nothing; `what` begins the sentence. */
export function repeated(list: unknown, what: string): string | undefined {
  return Array.isArray(list) && new Set(list).size < list.length ? `${what} is given twice` : undefined;
}
