// What the crash handlers write for any thrown value.
import { crashText } from "../../../provider/plugin/crash";

const hide = (text: string) => text.replaceAll("s3cret", "[secret]");

class Unnamed extends Error {
  override get name(): string {
    throw new Error("no name");
  }
}

test.each<[string, unknown, string]>([
  ["an error", new TypeError("s3cret is no function"), "TypeError: [secret] is no function"],
  ["a text", "s3cret", "[secret]"],
  ["nothing", undefined, "undefined"],
  ["an error whose name throws", new Unnamed("s3cret"), "[message withheld: redaction failed]"],
])("%s", (_title, error, text) => expect(crashText(error, hide)).toBe(text));

test("a failure of redaction withholds the message", () => {
  const failing = (): string => {
    throw new Error("s3cret");
  };
  expect(crashText(new Error("s3cret"), failing)).toBe("[message withheld: redaction failed]");
});

test("secrets are hidden before the text is cut", () => {
  for (let length = 480; length < 500; length += 1) expect(crashText("x".repeat(length) + "s3cret", hide)).not.toMatch(/s3/);
});
