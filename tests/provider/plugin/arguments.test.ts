/** The command line of the plugin; cases 1 to 5 are in tests/conformance/process. See docs/protocol.md#command-line. */
import { engineAddress, usage } from "../../../provider/plugin/arguments";

const address = "127.0.0.1:12345";

test.each([
  ["--tracing http://x", ""],
  [`first ${address}`, address],
])("the engine's address of `%s` is `%s`", (line, expected) => expect(engineAddress(line.split(" "))).toBe(expected));

it("a usage request is served if it is the only argument", () => {
  expect(usage(["--version"])).toMatch(/^\d+\.\d+\.\d+/);
  expect(usage(["--help"])).toContain("PULUMI_DEBUG_PROVIDERS");
});

it.each([[[address]], [["--version", address]], [["--help", "--version"]], [["-v=9"]]])("a usage request is not %j", (args) => {
  expect(usage(args)).toBeUndefined();
});
