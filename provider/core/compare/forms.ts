// Lists that a program declares in one of two forms, such as JSON texts or objects. Both forms have the same content. Pure. See docs/protocol.md#two-forms.
import type { ElementForm } from "../../contract/properties";
import type { Plain, Value } from "../values/value";
import { hasSecret, isPlain, mapMembers, Secret, secret, toPlain, unknown, unwrapSecret } from "../values/value";

/** The inputs that are another form of an input, by name. */
export type Forms = ReadonlyMap<string, ElementForm>;

type Members<T> = Readonly<Record<string, T>>;

/** Returns the values with each such list in the form in which the first of `declared` that has it declares it. Lists that none of them has stay as they are. */
export function inFormOf<T extends Value>(values: Members<T>, declared: readonly Members<Value>[], forms: Forms): Record<string, T> {
  const result: Record<string, T> = { ...values };
  for (const [name, form] of forms) {
    const owner = declared.find((map) => isSet(map[name]) || isSet(map[form.of]));
    if (owner === undefined) continue;
    const isForm = isSet(owner[name]);
    const [from, to] = isForm ? [form.of, name] : [name, form.of];
    if (isSet(result[from]) && !isSet(result[to])) result[to] = converted(result[from], isForm ? form.read : form.write);
    delete result[from];
  }
  return result;
}

/** Returns the values with the usual form of each list that they have in the other one. */
export function withUsualForms<T extends Value>(values: Members<T>, forms: Forms): Record<string, T> {
  const result: Record<string, T> = { ...values };
  for (const [name, { of, write }] of forms) {
    const list = result[name];
    if (isSet(list) && !isSet(result[of])) result[of] = converted(list, write);
  }
  return result;
}

/** Returns a state without the usual form of the lists that it has in the other one: what remains is in the form of the program. */
export function withoutUsualForms<T extends Value>(state: Members<T>, forms: Forms): Record<string, T> {
  const doubled = new Set([...forms].filter(([name]) => isSet(state[name])).map(([, { of }]) => of));
  return mapMembers(state, (value, key) => (doubled.has(key) ? undefined : value));
}

/** Returns the outputs of a preview without the forms that the inputs do not use: no object gets them. */
export function withoutOtherForms<T extends Value>(outputs: Members<T>, inputs: Members<Value>, forms: Forms): Record<string, T> {
  return mapMembers(outputs, (value, key) => (forms.has(key) && !isSet(inputs[key]) ? undefined : value));
}

/** Returns the inputs that are required because the program does not set their other form. */
export function requiredForms(inputs: Members<Value>, forms: Forms): string[] {
  return [...forms].flatMap(([name, { of, required }]) => (required && !isSet(unwrapSecret(inputs[name])) ? [of] : []));
}

function isSet<T extends Value>(value: T | undefined): value is Exclude<T, null> {
  return value !== undefined && value !== null;
}

/** Converts the elements of a list. A converted element is secret or unknown if a part of it is. */
function converted<T extends Value>(list: T, convert: (element: Plain) => Plain): T {
  // Plain values have plain forms.
  return convertList(list, convert) as T;
}

function convertList(list: Value, convert: (element: Plain) => Plain): Value {
  if (list instanceof Secret) return secret(convertList(list.value, convert));
  return Array.isArray(list) ? list.map((element) => convertElement(element, convert)) : list;
}

function convertElement(element: Value, convert: (element: Plain) => Plain): Value {
  const form = isPlain(element) ? convert(toPlain(element)) : unknown;
  return hasSecret(element) ? secret(form) : form;
}
