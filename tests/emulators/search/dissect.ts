/** Patterns of the processor dissect with plain keys: what they find in a text. Modifiers of keys are not supported. Pure. */

/** A key of a pattern, and the text that ends it; the last key may have none. */
interface Key {
  name: string;
  end: string;
}

/** Returns whether a pattern has nothing but keys that are names, with a text between two keys. */
export const isPlainPattern = (pattern: string): boolean => {
  const keys = [...pattern.matchAll(/%\{([^}]*)\}/g)];
  return keys.every(([, name = ""]) => /^[\w.@-]*\w$/.test(name)) && !pattern.includes("}%{");
};

/** Returns the values of the keys in a text, or `undefined` if it does not match. What follows the last text of the pattern is not read. */
export const dissect = (pattern: string, text: string): [name: string, value: string][] | undefined => {
  const keys = [...pattern.matchAll(/%\{([^}]*)\}([^%]*(?:%(?!\{)[^%]*)*)/g)].map(([, name = "", end = ""]): Key => ({ name, end }));
  const start = pattern.slice(0, pattern.indexOf("%{"));
  if (text === "" || !text.startsWith(start)) return undefined;
  const found: [string, string][] = [];
  let at = start.length;
  for (const { name, end } of keys) {
    const stop = end === "" ? text.length : text.indexOf(end, at);
    if (stop < 0) return undefined;
    found.push([name, text.slice(at, stop)]);
    at = stop + end.length;
  }
  return found;
};
