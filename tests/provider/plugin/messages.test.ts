/** Every message of the .proto files compared with the official client's classes: same fields, numbers and types. */
import { join } from "node:path";
import fc from "fast-check";
import { Any } from "google-protobuf/google/protobuf/any_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import * as engineClasses from "@pulumi/pulumi/proto/engine_pb";
import * as errorClasses from "@pulumi/pulumi/proto/errors_pb";
import * as pluginClasses from "@pulumi/pulumi/proto/plugin_pb";
import * as providerClasses from "@pulumi/pulumi/proto/provider_pb";
import * as statusClasses from "@pulumi/pulumi/proto/status_pb";
import * as engine from "../../../provider/plugin/gen/engine";
import * as provider from "../../../provider/plugin/gen/provider";
import { arbitrary, fromOfficial, fromOurs, officialKey, toOfficial, toOurs } from "../../support/messages";
import type { Messages, Neutral, OfficialClass } from "../../support/messages";
import { readProto } from "../../support/proto-file";

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

function official(name: string): OfficialClass | undefined {
  return name.split(".").reduce<unknown>((found, part) => (found as Record<string, unknown> | undefined)?.[part], classes) as
    OfficialClass | undefined;
}

const isMissing = (name: string, field: string): boolean => newer[name]?.[field] !== undefined || externalFields[name] !== undefined;
const files = ["provider", "engine"].map((name) => readProto(join(folder, `${name}.proto`)));
const sources = files.map((file): Messages => ({ file, official: (name) => official(name)!, isMissing }));
const all = sources.flatMap((messages) => [...messages.file.messages.keys()].map((name) => [name, messages] as const));
const shared = all.filter(([name]) => official(name) !== undefined);
const apart = all.filter(([name]) => official(name) === undefined);

interface Generated {
  encode(message: unknown): { finish(): Uint8Array };
  decode(bytes: Uint8Array): Neutral;
}
const generated = (name: string): Generated => ({ ...engine, ...provider })[name.replaceAll(".", "_") as "Empty"] as unknown as Generated;

describe.each(shared)("%s", (name, messages) => {
  const fields = messages.file.messages.get(name)!;

  it("has the fields of the official class, no less and no more", () => {
    const mine = fields.filter((field) => !isMissing(name, field.name)).map(officialKey);
    expect(mine.sort()).toEqual(Object.keys(new (official(name)!)().toObject()).sort());
  });

  it("is decoded by the official class as encoded here", () => {
    fc.assert(
      fc.property(arbitrary(messages, name), (message) => {
        const bytes = generated(name)
          .encode(toOurs(messages, name, message))
          .finish();
        expect(fromOfficial(messages, name, official(name)!.deserializeBinary(bytes))).toEqual(
          fromOurs(messages, name, toOurs(messages, name, message)),
        );
      }),
      { numRuns: 25 },
    );
  });

  it("is decoded here as the official class encoded it", () => {
    fc.assert(
      fc.property(arbitrary(messages, name), (message) => {
        const bytes = toOfficial(messages, name, message).serializeBinary();
        expect(fromOurs(messages, name, generated(name).decode(bytes))).toEqual(fromOurs(messages, name, toOurs(messages, name, message)));
      }),
      { numRuns: 25 },
    );
  });
});

describe("messages that are unknown to the installed client", () => {
  const table = Object.entries({ ...newer, ...externalFields });
  const declared = new Map(all.map(([name, messages]) => [name, messages]));

  it.each(table)("%s is declared with the numbers of the protocol", (name, numbers) => {
    const fields = declared.get(name)!.file.messages.get(name)!;
    const listed = fields.filter((field) => Object.hasOwn(numbers, field.name));
    expect(Object.fromEntries(listed.map((field) => [field.name, field.number]))).toEqual(numbers);
  });

  it.each(table.filter(([, numbers]) => Object.keys(numbers).length > 0))(
    "%s is written under these numbers and read back",
    (name, numbers) => {
      const messages: Messages = { ...declared.get(name)!, isMissing: () => false };
      const { encode, decode } = generated(name);
      for (const [field, number] of Object.entries(numbers)) {
        const filled = fc
          .sample(
            arbitrary(messages, name).map((message) => message[field]),
            200,
          )
          .find((value) => Boolean(value));
        const message = toOurs(messages, name, { [field]: filled });
        const bytes = encode(message).finish();
        expect(bytes[0]! >> 3).toBe(number);
        expect(fromOurs(messages, name, decode(bytes))[field]).toEqual(fromOurs(messages, name, message)[field]);
      }
    },
  );

  it("are all listed here: no other message is missing there", () => {
    const expected = [...Object.keys(externalFields), ...Object.keys(newer).filter((name) => name.startsWith("List"))];
    expect(apart.map(([name]) => name).sort()).toEqual(expected.sort());
  });

  it("are still missing there: an update of the client shortens these lists", () => {
    const known = Object.entries(newer).flatMap(([name, numbers]) => {
      const there = official(name) ? Object.keys(new (official(name)!)().toObject()) : [];
      const fields = declared.get(name)!.file.messages.get(name)!;
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
    for (const [name, messages] of all) {
      const numbers = messages.file.messages.get(name)!.map(({ number }) => number);
      expect(new Set(numbers).size).toBe(numbers.length);
    }
  });
});
