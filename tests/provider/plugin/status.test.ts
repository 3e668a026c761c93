/** Failures as gRPC statuses and as partial state, read back with the official classes. See docs/protocol.md#status-codes. */
import fc from "fast-check";
import type { ServiceError } from "@grpc/grpc-js";
import { ProviderError, ResourceInitFailedError, type ErrorCode } from "../../../provider/core/errors/errors";
import { Secret, unknown, type ValueMap } from "../../../provider/core/values/value";
import { sanitizeForTerminal, toStatus } from "../../../provider/plugin/status";
import { detailsOf } from "../../support/failure";
import { secret } from "../../support/structs";

const codes: Record<ErrorCode, number> = {
  cancelled: 1,
  invalid_argument: 3,
  deadline_exceeded: 4,
  not_found: 5,
  already_exists: 6,
  permission_denied: 7,
  resource_exhausted: 8,
  failed_precondition: 9,
  aborted: 10,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
  unauthenticated: 16,
};

test.each(Object.entries(codes))("the code %s is the gRPC code %i", (kind, code) => {
  expect(toStatus(new ProviderError(kind as ErrorCode, "what happened"))).toEqual({ code, details: "what happened" });
});

describe("a partial failure", () => {
  /** Returns the status, and the details in its trailer, which agree with it. */
  const failed = (state: ValueMap, reasons: string[], cause?: unknown) => {
    const status = toStatus(new ResourceInitFailedError("the-id", state, reasons, { cause }));
    return { code: status.code, message: status.details, ...detailsOf(status as ServiceError).initFailed };
  };

  it("returns ID, state and reasons in the trailer, and has the code of its cause, or INTERNAL", () => {
    const cause = new ProviderError("cancelled", "the operation was cancelled");
    const reasons = ["the operation was cancelled", "second"];
    expect(failed({ name: "n", password: new Secret("p"), list: [1, null] }, reasons, cause)).toEqual({
      code: 1,
      message: "the operation was cancelled\nsecond",
      id: "the-id",
      properties: { name: "n", password: secret("p"), list: [1, null] },
      reasons,
    });
    expect([failed({}, ["x"], new Error("e")).code, failed({}, ["x"]).code]).toEqual([13, 13]);
  });

  it("returns ID and the rest of a large state when members of it cannot be sent, and sanitizes its reasons", () => {
    const unfit = { bad: [unknown], worse: { deep: NaN }, foreign: new Date(0) as never };
    const fit = { good: 1, text: "x".repeat(200_000) };
    expect(failed({ ...unfit, ...fit }, ["<{%reset%}>\u001b[2J"])).toMatchObject({
      id: "the-id",
      properties: fit,
      reasons: ["< {%reset%}>[2J"],
    });
    expect(Object.keys(failed({ ...unfit, ...fit }, ["why"]).properties!)).toEqual(["good", "text"]);
  });
});

it.each([
  ["keeps lines, tabs, other languages and pictures", "a\n\tprüfen 検査 😀", "a\n\tprüfen 検査 😀"],
  ["drops control characters", "a\u0000\u0007\u001b[31mb\r\u007f\u0085", "a[31mb"],
  ["breaks color directives of the engine, also one that a control character hid", "<{%fg 1%}><\u0001{%", "< {%fg 1%}>< {%"],
  ["replaces broken UTF-16", "a\ud83d", "a\ufffd"],
])("sanitized text %s", (_name, text, expected) => expect(sanitizeForTerminal(text)).toBe(expected));

it("sanitized text is cut if it is too long for a trailer, never inside a character", () => {
  for (const letter of ["x", "ü", "€", "😀"]) {
    const cut = sanitizeForTerminal(letter.repeat(20_000));
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(16_000 + " ... (cut)".length);
    expect(Buffer.byteLength(cut)).toBeGreaterThan(15_900);
    expect(cut.replace(" ... (cut)", "").replaceAll(letter, "")).toBe("");
  }
});

it("sanitized text fits into a trailer of 64 KiB, and is unchanged the second time", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 40 }), fc.integer({ min: 1, max: 2000 }), (text, times) => {
      const clean = sanitizeForTerminal(text.repeat(times));
      expect(encodeURIComponent(clean).length).toBeLessThan(65_536);
      expect(clean).not.toContain("<{%");
      if (!clean.endsWith("(cut)")) expect(sanitizeForTerminal(clean)).toBe(clean);
    }),
  );
});
