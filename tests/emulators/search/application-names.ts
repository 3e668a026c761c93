/** What the server rejects in the names of applications and of their privileges. */

/** All that is wrong with the name of an application; in roles it may be a pattern. */
export const applicationProblems = (name: string, isPattern: boolean): string[] => {
  if (name.trim() === "") return ["Application names cannot be blank"];
  if (/\s/.test(name)) return [`Application names may not contain whitespace (found '${name}')`];
  if (name.includes("*") && !isPattern) return [`Application names may not contain '*' (found '${name}')`];
  const [whole = "", suffix = ""] = name.split(/[-_](.*)/s);
  const [prefix = "", rest] = whole.split(/\*(.*)/s);
  const isPrefix = rest !== undefined;
  if (isPrefix && prefix === "") return [];
  if (!/^[a-z][A-Za-z0-9]*$/.test(prefix))
    return [`An application name prefix must match the pattern ^[a-z][A-Za-z0-9]*$ (found '${prefix}')`];
  if (prefix.length < 3 && !isPrefix) return [`An application name prefix must be at least 3 characters long (found '${prefix}')`];
  if (!/[ "*,/<>?\\|]/.test(suffix.replace(/\*$/, ""))) return [];
  const forbidden = `'[' ','"','*',',','/','<','>','?','\\','|']'`;
  return [`An application name suffix may not contain any of the characters ${forbidden} (found '${suffix}')`];
};

/** What is wrong with a privilege or an action that a role names. */
export const privilegeOrActionProblem = (name: string): string[] =>
  /^[\x21-\x7e]*$/.test(name) ? [] : [`Application privilege names and actions must match the pattern ^\\p{Graph}*$ (found '${name}')`];
