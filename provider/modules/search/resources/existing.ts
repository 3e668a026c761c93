// Whether an object that exists already is the one that a program describes (search spec 13.3), and how to say that it is not. Pure.
import type { Equalities } from "../../../core/contract";
import { ProviderError } from "../../../core/errors";
import { equal, isObject } from "../../../core/json";
import type { Plain, PlainMap } from "../../../core/value";

/** How the inputs of a resource are compared. */
export interface Meaning {
  same?: Equalities;
  serverDefaults?: Readonly<Record<string, Plain>>;
  local?: readonly string[];
}

/** The inputs in which the two differ. */
export function differences(wanted: object, state: PlainMap, meaning: Meaning): string[] {
  const inputs = wanted as PlainMap;
  const keys = new Set([...Object.keys(inputs), ...Object.keys(state)]);
  return [...keys].filter((key) => !meaning.local?.includes(key) && !alike(inputs[key], state[key], key, meaning));
}

function alike(left: Plain | undefined, right: Plain | undefined, at: string, meaning: Meaning): boolean {
  const fallback = meaning.serverDefaults?.[at];
  const [mine, theirs] = [left ?? fallback, right ?? fallback];
  if (mine === undefined || theirs === undefined) return mine === theirs;
  if (equal(mine, theirs) || meaning.same?.[at]?.(mine, theirs)) return true;
  if (Array.isArray(mine) && Array.isArray(theirs)) {
    return mine.length === theirs.length && mine.every((item, i) => alike(item, theirs[i], `${at}[*]`, meaning));
  }
  if (!isObject(mine) || !isObject(theirs)) return false;
  return [...new Set([...Object.keys(mine), ...Object.keys(theirs)])].every((key) =>
    alike(mine[key], theirs[key], `${at}.${key}`, meaning),
  );
}

/** The state without what means the same when it is not given: an import would write it into the program. */
export function withoutDefaults(state: PlainMap, defaults: Readonly<Record<string, Plain>>): PlainMap {
  return stripped(state, "", defaults) as PlainMap;
}

function stripped(value: Plain, at: string, defaults: Readonly<Record<string, Plain>>): Plain {
  if (Array.isArray(value)) return value.map((item) => stripped(item, `${at}[*]`, defaults));
  if (!isObject(value)) return value;
  const result: PlainMap = {};
  for (const [key, member] of Object.entries(value)) {
    const path = at === "" ? key : `${at}.${key}`;
    const rest = stripped(member, path, defaults);
    const fallback = defaults[path];
    // An object stays, be it empty: the user may have written defaults into it.
    if (isObject(rest) || fallback === undefined || !equal(rest, fallback)) result[key] = rest;
  }
  return result;
}

/** The failure of a create that meets another object of its name: in which inputs it differs, where that counts, and the command that takes it over. */
export function existsAlready(token: string, what: string, id: string, differing: readonly string[]): ProviderError {
  const name = id.slice(id.indexOf("/") + 1);
  const difference = differing.length === 0 ? "" : ` and differs from the program in: ${differing.join(", ")}`;
  return new ProviderError(
    "already_exists",
    `${what} "${name}" exists already${difference}. To manage it, import it: ${importCommand(token, id)}`,
  );
}

/** The failure of a create; where the object may have been made all the same, with the command that takes it over. */
export function failedCreate(thrown: unknown, token: string, id: string): unknown {
  if (!(thrown instanceof ProviderError) || !thrown.ambiguous) return thrown;
  const message = `${thrown.message}\nIf the object exists, take it over with: ${importCommand(token, id)}`;
  return new ProviderError(thrown.code, message, { cause: thrown, ambiguous: true });
}

function importCommand(token: string, id: string): string {
  return `pulumi import ${token} ${shellWord(id.slice(id.indexOf("/") + 1))} ${shellWord(id)}`;
}

function shellWord(text: string): string {
  return /^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
