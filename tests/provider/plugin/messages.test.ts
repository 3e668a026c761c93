/** Every message of the .proto files compared with the official client's classes: same fields, numbers and types. */
import { join } from "node:path";
import { Any } from "google-protobuf/google/protobuf/any_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import * as engineClasses from "@pulumi/pulumi/proto/engine_pb";
import * as errorClasses from "@pulumi/pulumi/proto/errors_pb";
import * as pluginClasses from "@pulumi/pulumi/proto/plugin_pb";
import * as providerClasses from "@pulumi/pulumi/proto/provider_pb";
import * as statusClasses from "@pulumi/pulumi/proto/status_pb";
import * as engine from "../../../provider/plugin/gen/engine";
import * as provider from "../../../provider/plugin/gen/provider";
import { encode } from "../../../provider/plugin/codec";
import { readProto, type Field, type ProtoFile } from "../../support/proto-file";

const folder = join(__dirname, "..", "..", "..", "provider", "plugin", "proto");
const classes: Record<string, unknown> = {
  ...engineClasses,
  ...errorClasses,
  ...pluginClasses,
  ...statusClasses,
  ...providerClasses,
  Any,
  Empty,
};

/** Fields and messages of the protocol that the installed client does not define, with their numbers. */
const newer: Record<string, Record<string, number>> = {
  ProviderHandshakeRequest: { mapper_target: 8, loader_target: 9, resolver_target: 10, accepts_byte_string: 11 },
  ProviderHandshakeResponse: { accepts_byte_string: 6 },
  ReadRequest: { timeout: 10 },
  ListRequest: { token: 1, query: 2, limit: 3, page_size: 4, continuation_token: 5 },
  ListResponse: { computed: 1, result: 2, continuation: 3 },
  "ListResponse.Computed": {},
  "ListResponse.Result": { id: 1, name: 2 },
  "ListResponse.Continuation": { continuation_token: 1 },
  HealthCheckRequest: { service: 1 },
  HealthCheckResponse: { status: 1 },
};

interface OfficialMessage {
  serializeBinary(): Uint8Array;
  toObject(): Record<string, unknown>;
}
interface OfficialClass {
  new (): OfficialMessage;
  deserializeBinary(bytes: Uint8Array): OfficialMessage;
}

function official(name: string): OfficialClass | undefined {
  return name.split(".").reduce<unknown>((found, part) => (found as Record<string, unknown> | undefined)?.[part], classes) as
    OfficialClass | undefined;
}

const files = ["provider", "engine"].map((name) => readProto(join(folder, `${name}.proto`)));
const all = files.flatMap((file) => [...file.messages.keys()].map((name) => [name, file] as const));
const shared = all.filter(([name]) => official(name) !== undefined);

type Ours = Record<string, unknown>;
interface Generated {
  encode(message: unknown): { finish(): Uint8Array };
  decode(bytes: Uint8Array): Ours;
}
const generated = (name: string): Generated => ({ ...engine, ...provider })[name.replaceAll(".", "_") as "Empty"] as unknown as Generated;
const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The property under which `toObject` of an official class shows a field. */
function officialKey({ name, label }: Field): string {
  const key = name === "return" ? "pb_return" : camel(name.toLowerCase());
  return key + (label === "repeated" ? "List" : label === "map" ? "Map" : "");
}

/** Returns a message of ours in which one field alone has a value. */
const having = (name: string, { name: field }: Field, value: unknown): Ours => ({
  ...generated(name).decode(new Uint8Array()),
  [camel(field)]: value,
});

/** Returns values of a field that are written, those that equal the default of a field with presence included. */
function values(file: ProtoFile, { type, label }: Field): unknown[] {
  const fields = file.messages.get(type);
  const one =
    fields === undefined
      ? (file.enums.get(type)?.size ?? { string: "ü", bytes: encode({ a: "b" }), bool: true, double: 1.5 }[type] ?? 7)
      : Object.assign({}, ...fields.map((field) => ({ [camel(field.name)]: values(file, field)[0] })));
  if (label === "repeated") return [[one, one]];
  if (label === "map") return [{ key: one }];
  const zero = { string: "", bool: false, int32: 0 }[type];
  return label === "optional" && zero !== undefined ? [one, zero] : [one];
}

test.each(shared)("%s has the fields of the official class, each with its number and type", (name, file) => {
  const fields = file.messages.get(name)!.filter((field) => newer[name]?.[field.name] === undefined);
  const there = official(name)!;
  expect(fields.map(officialKey).sort()).toEqual(Object.keys(new there().toObject()).sort());
  for (const field of fields)
    for (const value of values(file, field)) {
      const bytes = generated(name)
        .encode(having(name, field, value))
        .finish();
      const read = there.deserializeBinary(bytes);
      // The official class drops fields that it does not have.
      expect(Buffer.from(read.serializeBinary())).toEqual(Buffer.from(bytes));
      expect(read.toObject()[officialKey(field)]).not.toEqual(value ? new there().toObject()[officialKey(field)] : undefined);
      expect(generated(name).decode(bytes)).toEqual(having(name, field, value));
    }
});

test("messages and fields that the installed client does not define have the numbers of the protocol", () => {
  const missing = all.flatMap(([name, file]): [string, Record<string, number>][] => {
    const there = official(name);
    const known = there ? Object.keys(new there().toObject()) : [];
    const fields = file.messages.get(name)!.filter((field) => !known.includes(officialKey(field)));
    return there && fields.length === 0 ? [] : [[name, Object.fromEntries(fields.map((field) => [field.name, field.number]))]];
  });
  expect(Object.fromEntries(missing)).toEqual(newer);
});
