/** Failures as gRPC statuses and as partial state, read back with the official classes. See docs/protocol.md#status-codes. */
import fc from "fast-check";
import { ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { ProviderError, ResourceInitFailedError, type ErrorCode } from "../../../provider/core/errors/errors";
import type { ValueMap } from "../../../provider/core/values/value";
import { Secret, unknown } from "../../../provider/core/values/value";
import { decode } from "../../../provider/plugin/codec";
import { sanitizeForTerminal, toStatus, type StatusError } from "../../../provider/plugin/status";
import { membersOf } from "../../support/struct";
import { shown, signatureKey, signatures } from "../../support/values";

const key = "grpc-status-details-bin";

function details({ metadata }: StatusError): { status: Status; failed: ErrorResourceInitFailed } {
  const [bytes] = metadata!.get(key) as Buffer[];
  const status = Status.deserializeBinary(bytes!);
  const [detail] = status.getDetailsList();
  expect(status.getDetailsList()).toHaveLength(1);
  expect(detail!.getTypeUrl()).toBe("type.googleapis.com/pulumirpc.ErrorResourceInitFailed");
  return { status, failed: ErrorResourceInitFailed.deserializeBinary(detail!.getValue_asU8()) };
}

const codes: readonly [kind: ErrorCode, code: number][] = [
  ["cancelled", 1],
  ["invalid_argument", 3],
  ["deadline_exceeded", 4],
  ["not_found", 5],
  ["already_exists", 6],
  ["permission_denied", 7],
  ["resource_exhausted", 8],
  ["failed_precondition", 9],
  ["aborted", 10],
  ["unimplemented", 12],
  ["internal", 13],
  ["unavailable", 14],
  ["unauthenticated", 16],
];

describe("a status", () => {
  it.each(codes)("of %s has the gRPC code %i", (kind, code) => {
    expect(toStatus(new ProviderError(kind, "what happened"))).toEqual({ code, details: "what happened" });
  });

  it.each<[thrown: unknown, text: string]>([
    [new TypeError("x is undefined"), "x is undefined"],
    ["boom", "boom"],
    [undefined, "undefined"],
  ])("of %s is an internal error with a request to report it, without a stack", (error, text) => {
    const { code, details: message } = toStatus(error);
    expect([code, message]).toEqual([13, expect.stringMatching(new RegExp(`${text}.*report`))]);
    expect(message).not.toMatch(/\n\s+at /);
  });
});

describe("a partial failure", () => {
  const state: ValueMap = { name: "n", password: new Secret("p"), list: [1, null] };
  const cause = new ProviderError("cancelled", "the operation was cancelled");
  const status = toStatus(new ResourceInitFailedError("the-id", state, ["the operation was cancelled", "second"], { cause }));

  it("returns ID, state and reasons in the trailer", () => {
    const { failed } = details(status);
    expect(failed.getId()).toBe("the-id");
    expect(failed.getReasonsList()).toEqual(["the operation was cancelled", "second"]);
    expect({ ...membersOf(failed.getProperties()!) }).toEqual({
      name: "n",
      password: { [signatureKey]: signatures.secret, value: "p" },
      list: [1, null],
    });
    expect(failed.hasInputs()).toBe(false);
  });

  it("has the code of its cause, or INTERNAL, and the same code and message inside and outside", () => {
    const message = "the operation was cancelled\nsecond";
    expect(status).toMatchObject({ code: 1, details: message });
    expect(details(status).status.toObject()).toMatchObject({ code: 1, message });
    expect(toStatus(new ResourceInitFailedError("i", {}, ["x"], { cause: new Error("e") })).code).toBe(13);
    expect(toStatus(new ResourceInitFailedError("i", {}, ["x"])).code).toBe(13);
  });

  it("returns ID and the rest of the state when members of the state cannot be sent", () => {
    const unfit = { bad: [unknown], worse: { deep: NaN }, foreign: new Date(0) };
    const { failed } = details(toStatus(new ResourceInitFailedError("kept", { good: 1, ...unfit, also: "x" }, ["why"])));
    expect(failed.getId()).toBe("kept");
    expect({ ...membersOf(failed.getProperties()!) }).toEqual({ good: 1, also: "x" });
  });

  it("delivers a large state in full, and sanitizes its reasons", () => {
    const large = { text: "x".repeat(200_000) };
    const { failed } = details(toStatus(new ResourceInitFailedError("i", large, ["<{%reset%}>\u001b[2J"])));
    expect(shown(decode(failed.getProperties()!.serializeBinary()))).toBe(shown(large));
    expect(failed.getReasonsList()).toEqual(["< {%reset%}>[2J"]);
  });
});

describe("sanitized text", () => {
  it.each([
    ["keeps lines, tabs, other languages and pictures", "a\n\tprüfen 検査 😀", "a\n\tprüfen 検査 😀"],
    ["drops control characters", "a\u0000\u0007\u001b[31mb\r\u007f\u0085", "a[31mb"],
    ["breaks color directives of the engine, also one that a control character hid", "<{%fg 1%}><\u0001{%", "< {%fg 1%}>< {%"],
    ["replaces broken UTF-16", "a\ud83d", "a\ufffd"],
  ])("%s", (_name, text, expected) => expect(sanitizeForTerminal(text)).toBe(expected));

  it("is cut if it is too long for a trailer, never inside a character", () => {
    for (const letter of ["x", "ü", "€", "😀"]) {
      const cut = sanitizeForTerminal(letter.repeat(20_000));
      expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(16_000 + " ... (cut)".length);
      expect(Buffer.byteLength(cut)).toBeGreaterThan(15_900);
      expect(cut.replace(" ... (cut)", "").replaceAll(letter, "")).toBe("");
    }
  });

  it("fits into a trailer of 64 KiB, and is unchanged the second time", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), fc.integer({ min: 1, max: 2000 }), (text, times) => {
        const clean = sanitizeForTerminal(text.repeat(times));
        expect(encodeURIComponent(clean).length).toBeLessThan(65_536);
        expect(clean).not.toContain("<{%");
        if (!clean.endsWith("(cut)")) expect(sanitizeForTerminal(clean)).toBe(clean);
      }),
    );
  });
});
