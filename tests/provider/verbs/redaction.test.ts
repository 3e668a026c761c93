/** Secrets in errors, logs and status lines (docs/protocol.md#secrets). */
import { InvalidInputsError, ProviderError, ResourceInitFailedError } from "../../../provider/core/errors/errors";
import { withRedaction } from "../../../provider/verbs/redaction";
import { Runtime } from "../../../provider/verbs/runtime";
import { newCall, noRequests, reconfigure } from "../../support/fake-module";

const options = { schema: { version: "1" } as never, modules: {}, send: noRequests, env: {}, fromJson: () => null };
const runtime = new Runtime(options);
reconfigure(runtime, "configured-secret");
const own = new Set(["own-secret"]);

/** What a call ends with that fails with the error. */
const failing = (error: Error, { configuration } = runtime) =>
  withRedaction(configuration, own, newCall().call, () => Promise.reject(error)).catch((caught: unknown) => caught);

it.each<[name: string, error: Error, expected: object]>([
  [
    "wrong inputs",
    new InvalidInputsError([{ property: "a", reason: "configured-secret" }]),
    { code: "invalid_argument", message: "a: [secret]", failures: [{ property: "a", reason: "[secret]" }] },
  ],
  [
    "a half-done operation",
    new ResourceInitFailedError("id", { a: 1 }, ["own-secret", "fine"], { cause: new ProviderError("aborted", "busy") }),
    { id: "id", state: { a: 1 }, message: "[secret]\nfine", reasons: ["[secret]", "fine"], cause: { code: "aborted" } },
  ],
  ["an expected failure", new ProviderError("aborted", "own-secret is busy"), { code: "aborted", message: "[secret] is busy" }],
  ["a defect, as signatures of requests are", new TypeError("own-secret of h?sig=abc"), { message: "[secret] of h?sig=[secret]" }],
])("secrets are hidden in %s, which keeps its code, ID and state", async (_name, error, expected) => {
  expect(await failing(error)).toMatchObject(expected);
});

it.each([
  ["frozen", Object.freeze(new Error("own-secret is frozen")), /^\[secret\] is frozen$/],
  ["wordless", Object.defineProperty(new Error(), "message", { get: () => ({ toString: null }) }), /without text/],
])("secrets are hidden in a %s error", async (_name, error, message) => {
  expect(await failing(error)).toMatchObject({ message: expect.stringMatching(message) });
});

it("secrets are hidden in messages, also after the end of the call", async () => {
  const { call, logged } = newCall();
  await withRedaction(runtime.configuration, own, call, async () => {
    call.status("own-secret");
    call.log("info", "configured-secret");
    call.detached(1).status("own-secret");
  });
  call.detached(1).log("warning", "own-secret");
  expect(logged).toEqual(["status: [secret]", "info: [secret]", "status: [secret]", "warning: [secret]"]);
});

it("the credentials of a proxy are hidden", async () => {
  const proxied = new Runtime({ ...options, env: { https_proxy: "http://user:proxy-password@proxy:3128" } });
  reconfigure(proxied);
  const sent = new Error(`Basic ${Buffer.from("user:proxy-password").toString("base64")}`);
  expect(await failing(sent, proxied)).toMatchObject({ message: "Basic [secret]" });
});
