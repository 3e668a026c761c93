// Whether an object that exists already is the one that a program describes (search spec 13.3), and how to say that it is not. Pure.
import type { Sames } from "../../core/contract";
import { ProviderError } from "../../core/errors";
import { equal, isObject } from "../../core/json";
import type { Plain, PlainMap } from "../../core/value";

/** How the inputs of a resource are compared. */
export interface Meaning {
  same?: Sames;
  serverDefaults?: Readonly<Record<string, Plain>>;
  local?: readonly string[];
}

/** The inputs in which the two differ. */
export function differences(inputs: PlainMap, state: PlainMap, meaning: Meaning): string[] {
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

/** The failure of a create that meets another object of its name, with the command that takes that object over. */
export function existsAlready(token: string, what: string, id: string, differing: readonly string[]): ProviderError {
  const name = id.slice(id.indexOf("/") + 1);
  const command = `pulumi import ${token} ${shellWord(name)} ${shellWord(id)}`;
  return new ProviderError(
    "exists",
    `${what} "${name}" exists already and differs from the program in: ${differing.join(", ")}. To manage it, import it: ${command}`,
  );
}

function shellWord(text: string): string {
  return /^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
