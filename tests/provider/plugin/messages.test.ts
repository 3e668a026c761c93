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
};
/** Messages of another package, with their numbers. */
const externalFields: Record<string, Record<string, number>> = { HealthCheckRequest: { service: 1 }, HealthCheckResponse: { status: 1 } };
/** Messages of the client that this provider does not decode, because it has no components. */
const notTaken = ["ConstructRequest", "ConstructResponse"];

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

const isMissing = (name: string, field: string): boolean => newer[name]?.[field] !== undefined || externalFields[name] !== undefined;
const files = ["provider", "engine"].map((name) => readProto(join(folder, `${name}.proto`)));
const all = files.flatMap((file) => [...file.messages.keys()].map((name) => [name, file] as const));
const shared = all.filter(([name]) => official(name) !== undefined);
const apart = all.filter(([name]) => official(name) === undefined);

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

describe.each(shared)("%s", (name, file) => {
  const fields = file.messages.get(name)!;
  const { encode: write, decode } = generated(name);

  it("has the fields of the official class, no less and no more", () => {
    const mine = fields.filter((field) => !isMissing(name, field.name)).map(officialKey);
    expect(mine.sort()).toEqual(Object.keys(new (official(name)!)().toObject()).sort());
  });

  it("has each field under the number and with the type of the official class", () => {
    expect.assertions(3 * fields.filter((field) => !isMissing(name, field.name)).flatMap((field) => values(file, field)).length + 1);
    expect(generated(name)).toBeDefined();
    for (const field of fields.filter((each) => !isMissing(name, each.name)))
      for (const value of values(file, field)) {
        const bytes = write(having(name, field, value)).finish();
        const there = official(name)!.deserializeBinary(bytes);
        // The official class drops fields that it does not have.
        expect(Buffer.from(there.serializeBinary())).toEqual(Buffer.from(bytes));
        expect(there.toObject()[officialKey(field)]).not.toEqual(
          value ? new (official(name)!)().toObject()[officialKey(field)] : undefined,
        );
        expect(decode(bytes)).toEqual(having(name, field, value));
      }
  });
});

describe("messages that are unknown to the installed client", () => {
  const table = Object.entries({ ...newer, ...externalFields });
  const declared = new Map(all.map(([name, file]) => [name, file.messages.get(name)!]));

  it.each(table)("%s is declared with the numbers of the protocol", (name, numbers) => {
    const fields = declared.get(name)!;
    const listed = fields.filter((field) => Object.hasOwn(numbers, field.name));
    expect(Object.fromEntries(listed.map((field) => [field.name, field.number]))).toEqual(numbers);
  });

  it.each(table)("%s is written under these numbers and read back", (name, numbers) => {
    const { encode: write, decode } = generated(name);
    expect(decode(write(decode(new Uint8Array())).finish())).toEqual(decode(new Uint8Array()));
    for (const field of declared.get(name)!.filter((each) => Object.hasOwn(numbers, each.name))) {
      const [value] = values(
        files.find(({ messages }) => messages.has(name))!,
        field,
      );
      const bytes = write(having(name, field, value)).finish();
      expect(bytes[0]! >> 3).toBe(numbers[field.name]);
      expect(decode(bytes)[camel(field.name)]).toEqual(value);
    }
  });

  it("are all listed here: no other message is missing there", () => {
    const expected = [...Object.keys(externalFields), ...Object.keys(newer).filter((name) => name.startsWith("List"))];
    expect(apart.map(([name]) => name).sort()).toEqual(expected.sort());
  });

  it("are still missing there: an update of the client shortens these lists", () => {
    const known = Object.entries(newer).flatMap(([name, numbers]) => {
      const there = official(name) ? Object.keys(new (official(name)!)().toObject()) : [];
      const fields = declared.get(name)!;
      return fields.filter((field) => field.name in numbers && there.includes(officialKey(field))).map((field) => `${name}.${field.name}`);
    });
    expect(known).toEqual([]);
  });
});

describe("the .proto files", () => {
  it("declare every message of the provider service", () => {
    const official = Object.entries(providerClasses).filter(([, value]) => typeof value === "function");
    const mine = new Set(all.map(([name]) => name));
    expect(official.map(([name]) => name).filter((name) => !mine.has(name) && !notTaken.includes(name))).toEqual([]);
  });

  const enums: [name: string, official: unknown][] = [
    ["CheckRequest.AutonamingOptions.Mode", providerClasses.CheckRequest.AutonamingOptions.Mode],
    ["PropertyDiff.Kind", providerClasses.PropertyDiff.Kind],
    ["DiffResponse.DiffChanges", providerClasses.DiffResponse.DiffChanges],
    ["LogSeverity", engineClasses.LogSeverity],
  ];

  it.each(enums)("give the enum %s the official numbers", (name, expected) => {
    const values = files.map((file) => file.enums.get(name)).find((found) => found !== undefined)!;
    expect(Object.fromEntries(values)).toEqual(expected);
  });

  it("declare no other enum than these and the one of the health check", () => {
    const names = files.flatMap((file) => [...file.enums.keys()]);
    expect(names.sort()).toEqual([...enums.map(([name]) => name), "HealthCheckResponse.ServingStatus"].sort());
  });

  it("reuse no number within a message", () => {
    for (const [name, file] of all) {
      const numbers = file.messages.get(name)!.map(({ number }) => number);
      expect(new Set(numbers).size).toBe(numbers.length);
    }
  });
});
