/** Secrets in errors, logs and status lines (docs/protocol.md#secrets). */
import { InvalidInputsError, ProviderError, ResourceInitFailedError } from "../../../provider/core/errors/errors";
import { redactedContext, withRedaction } from "../../../provider/verbs/redaction";
import { Runtime } from "../../../provider/verbs/runtime";
import { newCall, noRequests } from "../../support/fake-module";

describe("secrets", () => {
  const options = { schema: { version: "1" } as never, modules: {}, send: noRequests, env: {}, fromJson: () => null };
  const runtime = new Runtime(options);
  runtime.configure({ settings: {}, secrets: new Set(["configured-secret"]) });
  const own = new Set(["own-secret"]);

  const errors: [name: string, error: Error, expected: object][] = [
    ["a failure", new ProviderError("permission_denied", "own-secret"), { message: "[secret]" }],
    [
      "wrong inputs",
      new InvalidInputsError([{ property: "a", reason: "configured-secret" }]),
      { message: "a: [secret]", failures: [{ property: "a", reason: "[secret]" }] },
    ],
    [
      "a half-done operation",
      new ResourceInitFailedError("id", {}, ["own-secret", "fine"]),
      { message: "[secret]\nfine", reasons: ["[secret]", "fine"] },
    ],
    ["a defect", new TypeError("own-secret is undefined"), { message: "[secret] is undefined" }],
  ];

  it.each(errors)("are hidden in %s, which keeps its identity", async (_name, error, expected) => {
    const given = await withRedaction(runtime.configuration, own, newCall().call, () => Promise.reject(error)).catch(
      (caught: unknown) => caught,
    );
    expect(given).toBe(error);
    expect(given).toMatchObject(expected);
  });

  it("are hidden together with signatures of requests", async () => {
    const none = new Runtime(options);
    const error = new ProviderError("unavailable", "no response of https://h/x?sig=abc");
    await expect(withRedaction(none.configuration, new Set(), newCall().call, () => Promise.reject(error))).rejects.toThrow(
      "https://h/x?sig=[secret]",
    );
  });

  it("are hidden in frozen errors", async () => {
    const frozen = Object.freeze(new Error("own-secret is frozen"));
    const wordless = Object.defineProperty(new Error(), "message", { get: () => ({ toString: null }) });
    for (const [error, message] of [
      [frozen, /^Internal error: \[secret\] is frozen/],
      [wordless, /without text/],
    ] as const) {
      await expect(withRedaction(runtime.configuration, own, newCall().call, () => Promise.reject(error))).rejects.toMatchObject({
        code: "internal",
        message: expect.stringMatching(message) as string,
      });
    }
  });

  it("are hidden in messages, also after the end of the call", async () => {
    const { call, logged } = newCall();
    await withRedaction(runtime.configuration, own, call, async (redacted) => {
      redacted.status("own-secret");
      redacted.log("info", "configured-secret");
      const later = redacted.detached(1);
      later.status("own-secret");
      later.log("warning", "own-secret");
      expect(redacted.signal).toBe(call.signal);
    });
    expect(logged).toEqual(["status: [secret]", "info: [secret]", "status: [secret]", "warning: [secret]"]);
  });

  it("set the time limit of the very call", async () => {
    const { call } = newCall();
    const limit = jest.spyOn(call, "limit").mockReturnValue();
    const error = (): ProviderError => new ProviderError("deadline_exceeded", "late");
    redactedContext(runtime.configuration, own, call).context.limit(5, error);
    expect(limit).toHaveBeenCalledWith(5, error);
  });

  it("have no cost if there are none", () => {
    const { call } = newCall();
    expect(redactedContext(new Runtime(options).configuration, new Set(), call).context).toBe(call);
  });
});

test("the credentials of a proxy are hidden", async () => {
  const env = { https_proxy: "http://user:proxy-password@proxy:3128" };
  const runtime = new Runtime({ schema: { version: "1" } as never, modules: {}, send: noRequests, env, fromJson: () => null });
  runtime.configure({ settings: {}, secrets: new Set() });
  const sent = `Basic ${Buffer.from("user:proxy-password").toString("base64")}`;
  const failing = withRedaction(runtime.configuration, new Set(), newCall().call, () => Promise.reject(new Error(sent)));
  await expect(failing).rejects.toThrow("Basic [secret]");
});
