/** What the server rejects in names: of indices and whatever becomes part of one, templates, patterns, roles, users, applications, and keys of metadata. */
import type { JsonObject } from "../exchange";
import { problemsOf } from "./errors";

const FORBIDDEN = /[ "*,/<>?\\|]/;
const FORBIDDEN_TEXT = `the following characters [' ','"','*',',','/','<','>','?','\\','|']`;

type Rule = readonly [isBroken: RegExp | ((name: string) => boolean), text: string];

/** The rules that several kinds of names have. */
export const RULES = {
  characters: [FORBIDDEN, `must not contain ${FORBIDDEN_TEXT}`],
  hash: [/#/, "must not contain '#'"],
  colon: [/:/, "must not contain ':'"],
  sign: [/^[_\-+]/, "must not start with '_', '-', or '+'"],
  underscore: [/^_/, "must not start with '_'"],
  lowercase: [(name: string) => name !== name.toLowerCase(), "must be lowercase"],
  dots: [/^\.\.?$/, "must not be '.' or '..'"],
  empty: [/^$/, "must not be empty"],
} satisfies Record<string, Rule>;

const breaks = (name: string, [isBroken]: Rule) => (typeof isBroken === "function" ? isBroken(name) : isBroken.test(name));

/** The text of the first rule that a name breaks. */
export const firstProblem = (name: string, ...rules: readonly Rule[]): string | undefined => rules.find((rule) => breaks(name, rule))?.[1];

/** The text for a name of too many bytes. */
const lengthProblem = (name: string): Rule => [
  (each) => Buffer.byteLength(each) > 255,
  `index name is too long, (${Buffer.byteLength(name)} > 255)`,
];

const { characters, hash, colon, sign, dots, empty, lowercase } = RULES;

/** What is wrong with the name of an alias. */
export const aliasNameProblem = (name: string): string | undefined => firstProblem(name, characters, hash, colon, sign, dots);

/** What is wrong with a name, in the server's text after the name; nothing when it is valid. Capitals are not checked. */
export const indexNameProblem = (name: string): string | undefined =>
  firstProblem(name, characters, empty, hash, colon, sign, lengthProblem(name), dots);

/** The same, and capitals are wrong. */
export const lowerNameProblem = (name: string): string | undefined => firstProblem(name, lowercase) ?? indexNameProblem(name);

const TEMPLATE: readonly Rule[] = [
  [/ /, "name must not contain a space"],
  [/,/, "name must not contain a ','"],
  [/#/, "name must not contain a '#'"],
  [/\*/, "name must not contain a '*'"],
  [/^_/, "name must not start with '_'"],
  [lowercase[0], "name must be lower cased"],
];

/** All that is wrong with the name of an index or component template. */
export const nameProblems = (name: string): string[] => TEMPLATE.flatMap((rule) => (breaks(name, rule) ? [rule[1]] : []));

const PATTERN: readonly Rule[] = [
  [/,/, "must not contain a ','"],
  [/#/, "must not contain a '#'"],
  [/:/, "must not contain a ':'"],
  [/^_/, "must not start with '_'"],
  [/[ ",/<>?\\|]/, `must not contain ${FORBIDDEN_TEXT}`],
];

/** All that is wrong with one index pattern. */
export const patternProblems = (pattern: string): string[] => [
  ...problemsOf([pattern.includes(" "), `index_patterns [${pattern}] must not contain a space`]),
  ...PATTERN.flatMap((rule) => (breaks(pattern, rule) ? [`index_pattern [${pattern}] ${rule[1]}`] : [])),
];

/**
 * Whether two index patterns can fit one and the same index name. Both are walked through from the left; a `*` on either
 * side may take any run of characters of the other, its stars included.
 */
export const overlap = (a: string, b: string): boolean => {
  if (a.startsWith("*")) return overlap(a.slice(1), b) || (b !== "" && overlap(a, b.slice(1)));
  if (b.startsWith("*")) return overlap(b, a);
  return a === b || (a !== "" && a[0] === b[0] && overlap(a.slice(1), b.slice(1)));
};

/** What is wrong with the name of a role or user. */
export const principalProblems = (kind: "Role" | "User", name: string, maximum = 507): string[] =>
  problemsOf([
    name.length > maximum || !/^(?! )[\x20-\x7e]+(?<! )$/.test(name),
    `${kind} names must be at least 1 and no more than ${maximum} characters. They can contain alphanumeric characters (a-z, A-Z, 0-9), spaces, punctuation, and printable symbols in the Basic Latin (ASCII) block. Leading or trailing whitespace is not allowed.`,
  ]);

/** Whether a key of the metadata is one of the server's own. */
export const hasReservedKey = (metadata: JsonObject | undefined): boolean => Object.keys(metadata ?? {}).some((key) => key.startsWith("_"));

/** All that is wrong with the name of an application; in roles it may be a pattern. */
export const applicationProblems = (name: string, isPattern: boolean): string[] => {
  const found = `(found '${name}')`;
  const [whole = "", suffix = ""] = name.split(/[-_](.*)/s);
  const [prefix = "", rest] = whole.split(/\*(.*)/s);
  const isPrefix = rest !== undefined;
  const isAny = isPrefix && prefix === "";
  return problemsOf(
    [name.trim() === "", "Application names cannot be blank"],
    [/\s/.test(name), `Application names may not contain whitespace ${found}`],
    [name.includes("*") && !isPattern, `Application names may not contain '*' ${found}`],
    [
      !isAny && !/^[a-z][A-Za-z0-9]*$/.test(prefix),
      `An application name prefix must match the pattern ^[a-z][A-Za-z0-9]*$ (found '${prefix}')`,
    ],
    [!isAny && prefix.length < 3 && !isPrefix, `An application name prefix must be at least 3 characters long (found '${prefix}')`],
    [
      !isAny && FORBIDDEN.test(suffix.replace(/\*$/, "")),
      `An application name suffix may not contain any of the characters '${FORBIDDEN_TEXT.slice(25)}' (found '${suffix}')`,
    ],
  ).slice(0, 1);
};
