// What the engine cannot read in a response: values without kind, numbers that JSON does not have, broken UTF-8. See docs/protocol.md#plain-values.
import { fieldsOf, structMembers } from "./protobuf";

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

/** Throws when the encoded response of that method holds something that the engine cannot take. */
export function checkWire(method: string, bytes: Uint8Array): void {
  const shape = responses[method];
  if (shape !== undefined) check(bytes, shape, method);
}

const strict = new TextDecoder("utf-8", { fatal: true });

function check(bytes: Uint8Array, shape: Shape, at: string) {
  if (typeof shape === "object") {
    for (const { number, bytes: content } of fieldsOf(bytes))
      if (shape[number] !== undefined) check(content, shape[number], `${at}.${number}`);
    return;
  }
  try {
    if (shape === "text") strict.decode(bytes);
    else structMembers(bytes);
  } catch (cause) {
    throw new Error(`${at}: ${(cause as Error).message}`, { cause });
  }
}
