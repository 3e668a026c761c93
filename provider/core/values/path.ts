// Property paths as the engine writes and reads them: `a.b[0]["any text"]`. See docs/protocol.md#paths. Pure.

/** A step into an object (text) or a list (number). */
export type Step = string | number;

/** A path, step by step. */
export type Path = readonly Step[];

const plainName = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/** Returns the path of a member: `.name` for identifiers, `["any text"]` for other keys, `[0]` for elements. As in the engine, only quotes are escaped. */
export function join(path: string, step: Step): string {
  if (typeof step === "number") return `${path}[${step}]`;
  if (!plainName.test(step)) return `${path}["${step.replaceAll('"', '\\"')}"]`;
  return path === "" ? step : `${path}.${step}`;
}

/** Returns the path of several steps. */
export function format(steps: Path): string {
  return steps.reduce(join, "" as string) as string;
}

/** Returns the steps of a path. Never fails: what is not a valid bracket is part of a name. */
export function parse(path: string): Step[] {
  const steps: Step[] = [];
  const part = /\["((?:\\"|[^"])*)"\]|\[(\d+)\]|\[(\*)\]|\.?([^.[]+)|(.)/gsy;
  for (const [, quoted, index, star, name, rest] of path.matchAll(part)) {
    if (quoted !== undefined) steps.push(quoted.replaceAll('\\"', '"'));
    else if (index !== undefined) steps.push(Number(index));
    else if (rest !== ".") steps.push(star ?? name ?? rest ?? "");
  }
  return steps;
}

/** Returns whether the pattern (with `*` for any step) is the path or a parent of it. */
export function covers(pattern: Path, steps: Path): boolean {
  return pattern.length <= steps.length && pattern.every((step, i) => step === "*" || String(step) === String(steps[i]));
}

/** Returns the path of a member in the traits, where `*` is any key of a map; elements of lists are `[*]`. */
export function below(at: string, key: string): string {
  return at === "" ? key : `${at}.${key}`;
}
