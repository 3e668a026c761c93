// What the engine cannot read in a response: values without kind, numbers that JSON does not have, broken UTF-8. See docs/protocol.md#plain-values.
import { fieldsOf, type Field } from "./protobuf";

/** What is in a field: a text, a Struct, or a message of further fields. Fields that are not named hold neither. */
type Shape = "text" | "struct" | { [field: number]: Shape };

const failure: Shape = { 1: "text", 2: "text" };
const checked: Shape = { 1: "struct", 2: failure };

/** The fields of every response that hold texts and values (protocol, appendix A). */
const responses: Readonly<Record<string, Shape>> = {
  CheckConfig: checked,
  Check: checked,
  Invoke: checked,
  Call: { 1: "struct", 3: failure },
  DiffConfig: { 1: "text", 2: "text", 5: "text", 6: { 1: "text" } },
  Diff: { 1: "text", 2: "text", 5: "text", 6: { 1: "text" } },
  Create: { 1: "text", 2: "struct" },
  Read: { 1: "text", 2: "struct", 3: "struct" },
  Update: { 1: "struct" },
  List: { 2: { 1: "text", 2: "text" }, 3: { 1: "text" } },
  GetSchema: { 1: "text" },
  GetPluginInfo: { 1: "text" },
  GetMapping: { 1: "text" },
  ErrorResourceInitFailed: { 1: "text", 2: "struct", 3: "text", 4: "struct" },
};

/** Throws when the encoded response of that method holds something that the engine cannot take; returns how many texts and values were seen. */
export function checkWire(method: string, bytes: Uint8Array): number {
  const shape = responses[method];
  return shape === undefined ? 0 : message(bytes, shape, method);
}

function message(bytes: Uint8Array, shape: Shape, at: string): number {
  if (shape === "text") return text(bytes, at);
  if (shape === "struct") return struct(bytes, at);
  return fieldsOf(bytes).reduce((seen, { number, bytes: content }) => {
    const inner = shape[number];
    return seen + (inner === undefined ? 0 : message(content, inner, `${at}.${number}`));
  }, 0);
}

const strict = new TextDecoder("utf-8", { fatal: true });

function text(bytes: Uint8Array, at: string) {
  try {
    strict.decode(bytes);
    return 1;
  } catch {
    throw new Error(`${at}: a text that is no UTF-8`);
  }
}

function struct(bytes: Uint8Array, at: string): number {
  return fieldsOf(bytes).reduce((seen, { bytes: entry }) => {
    const fields = fieldsOf(entry);
    const key = fields.find(({ number }) => number === 1)?.bytes ?? new Uint8Array();
    const place = `${at}.${Buffer.from(key).toString()}`;
    const values = fields.filter(({ number }) => number === 2);
    if (values.length !== 1) throw new Error(`${place}: ${values.length} values in one entry`);
    return seen + text(key, place) + value(values[0]!.bytes, place);
  }, 0);
}

function value(bytes: Uint8Array, at: string): number {
  const fields = fieldsOf(bytes);
  if (fields.length !== 1) throw new Error(`${at}: a value with ${fields.length} kinds`);
  return ofKind(fields[0]!, at);
}

function ofKind({ number, bytes, value: small }: Field, at: string): number {
  switch (number) {
    case 1:
    case 4:
      if (small > 1) throw new Error(`${at}: ${small} is neither null nor a truth value`);
      return 1;
    case 2:
      if (!Number.isFinite(Buffer.from(bytes).readDoubleLE(0))) throw new Error(`${at}: a number that JSON does not have`);
      return 1;
    case 3:
      return text(bytes, at);
    case 5:
      return struct(bytes, at);
    case 6:
      return fieldsOf(bytes).reduce((seen, item, i) => seen + value(item.bytes, `${at}[${i}]`), 0);
    default:
      throw new Error(`${at}: a value of the unknown kind ${number}`);
  }
}
