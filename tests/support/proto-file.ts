/** Reads our .proto files as far as they go: messages, nested ones, fields with numbers, oneofs and enums. */
import { readFileSync } from "node:fs";

/** A field of a message. */
export interface Field {
  name: string;
  number: number;
  /** A scalar, or the full name of a message or enum of the file. */
  type: string;
  label: "" | "optional" | "repeated" | "map";
  oneof: string | undefined;
}

/** What a file declares, by full names such as `CheckRequest.AutonamingOptions`. */
export interface ProtoFile {
  messages: Map<string, Field[]>;
  enums: Map<string, Map<string, number>>;
}

const scalars = new Set(["string", "bytes", "bool", "int32", "int64", "double"]);
const field = /^(?:(optional|repeated) )?(?:map<string, ([\w.]+)>|([\w.]+)) (\w+) = (\d+);$/;

/** The declarations of a .proto file. Fails on a line that it does not understand. */
export function readProto(file: string): ProtoFile {
  const found: ProtoFile = { messages: new Map(), enums: new Map() };
  const open: { kind: string; name: string }[] = [];
  for (const line of readFileSync(file, "utf8").split("\n").map(withoutComment)) {
    const block = /^(message|enum|oneof) (\w+) \{(\})?$/.exec(line);
    if (block) begin(found, open, { kind: block[1]!, name: block[2]!, closed: block[3] !== undefined });
    else if (line === "}") open.pop();
    else if (!/^(|syntax = "proto3";|package \w+;|reserved [\d, ]+;)$/.test(line)) declare(found, open, line);
  }
  for (const [name, fields] of found.messages) for (const each of fields) each.type = resolved(found, name, each.type);
  return found;
}

function withoutComment(line: string): string {
  return line.replace(/\/\/.*/, "").trim();
}

type Open = { kind: string; name: string }[];

const nameOf = (open: Open): string =>
  open
    .filter(({ kind }) => kind !== "oneof")
    .map(({ name }) => name)
    .join(".");

function begin(found: ProtoFile, open: Open, { kind, name, closed }: { kind: string; name: string; closed: boolean }): void {
  open.push({ kind, name });
  if (kind === "message") found.messages.set(nameOf(open), []);
  if (kind === "enum") found.enums.set(nameOf(open), new Map());
  if (closed) open.pop();
}

function declare(found: ProtoFile, open: Open, line: string): void {
  const value = /^(\w+) = (\d+);$/.exec(line);
  if (value) return void found.enums.get(nameOf(open))!.set(value[1]!, Number(value[2]));
  const match = field.exec(line);
  if (!match) throw new Error(`this line of the .proto file is not understood: ${line}`);
  const [, label = "", ofMap, ofField, name, number] = match;
  const inside = open.at(-1)!;
  found.messages.get(nameOf(open))!.push({
    name: name!,
    number: Number(number),
    type: (ofMap ?? ofField)!,
    label: ofMap === undefined ? (label as Field["label"]) : "map",
    oneof: inside.kind === "oneof" ? inside.name : undefined,
  });
}

/** Names are looked up from the innermost message outwards. */
function resolved({ messages, enums }: ProtoFile, inside: string, type: string): string {
  if (scalars.has(type)) return type;
  const parts = inside.split(".");
  for (let depth = parts.length; depth >= 0; depth--) {
    const name = [...parts.slice(0, depth), type].join(".");
    if (messages.has(name) || enums.has(name)) return name;
  }
  throw new Error(`the type ${type} in ${inside} is not declared`);
}
