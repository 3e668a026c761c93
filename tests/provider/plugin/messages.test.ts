/** Every message of the .proto files compared with the official client's classes: same fields, numbers and types. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { createFileRegistry, fromBinary, ScalarType, type DescField, type DescMessage } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
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

const root = join(__dirname, "..", "..", "..");
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

function official(name: string) {
  return name.split(".").reduce<unknown>((found, part) => (found as Record<string, unknown> | undefined)?.[part], classes) as
    OfficialClass | undefined;
}

const buf = join(root, "node_modules", ".bin", "buf");
const image = execFileSync(buf, ["build", join("provider", "plugin", "proto"), "--output", "-"], { cwd: root });
const all = [...createFileRegistry(fromBinary(FileDescriptorSetSchema, image))]
  .filter((declared) => declared.kind === "message")
  .map((message) => [message.typeName.slice(message.file.proto.package.length + 1), message] as const);
const shared = all.filter(([name]) => official(name) !== undefined);

type Ours = Record<string, unknown>;
interface Generated {
  encode(message: unknown): { finish(): Uint8Array };
  decode(bytes: Uint8Array): Ours;
}
const generated = (name: string) => ({ ...engine, ...provider })[name.replaceAll(".", "_")] as unknown as Generated;
const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The property under which `toObject` of an official class shows a field. */
function officialKey({ name, fieldKind }: DescField) {
  const key = name === "return" ? "pb_return" : camel(name.toLowerCase());
  return key + (fieldKind === "list" ? "List" : fieldKind === "map" ? "Map" : "");
}

/** Returns a message of ours in which one field alone has a value. */
const having = (name: string, { name: field }: DescField, value: unknown): Ours => ({
  ...generated(name).decode(new Uint8Array()),
  [camel(field)]: value,
});

const samples: Partial<Record<ScalarType, unknown>> = {
  [ScalarType.STRING]: "ü",
  [ScalarType.BYTES]: encode({ a: "b" }),
  [ScalarType.BOOL]: true,
  [ScalarType.DOUBLE]: 1.5,
};
const zeros: Partial<Record<ScalarType, unknown>> = { [ScalarType.STRING]: "", [ScalarType.BOOL]: false, [ScalarType.INT32]: 0 };

const filled = ({ fields }: DescMessage): object => Object.fromEntries(fields.map((field) => [camel(field.name), values(field)[0]]));

/** Returns values of a field that are written, those that equal the default of a field with presence included. */
function values(field: DescField) {
  const one = field.message ? filled(field.message) : (field.enum?.values.length ?? samples[field.scalar!] ?? 7);
  if (field.fieldKind === "list") return [[one, one]];
  if (field.fieldKind === "map") return [{ key: one }];
  const isOptional = field.fieldKind === "scalar" && field.presence === FeatureSet_FieldPresence.EXPLICIT;
  return isOptional && field.scalar in zeros ? [one, zeros[field.scalar]] : [one];
}

test.each(shared)("%s has the fields of the official class, each with its number and type", (name, message) => {
  const fields = message.fields.filter((field) => newer[name]?.[field.name] === undefined);
  const there = official(name)!;
  expect(fields.map(officialKey).sort()).toEqual(Object.keys(new there().toObject()).sort());
  for (const field of fields)
    for (const value of values(field)) {
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
  const missing = all.flatMap(([name, message]): [string, Record<string, number>][] => {
    const there = official(name);
    const known = there ? Object.keys(new there().toObject()) : [];
    const fields = message.fields.filter((field) => !known.includes(officialKey(field)));
    return there && fields.length === 0 ? [] : [[name, Object.fromEntries(fields.map((field) => [field.name, field.number]))]];
  });
  expect(Object.fromEntries(missing)).toEqual(newer);
});
