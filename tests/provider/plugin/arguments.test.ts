/** The command line of the plugin. See docs/protocol.md#command-line. */
import { engineAddress, usage } from "../../../provider/plugin/arguments";

const address = "127.0.0.1:12345";

describe("the engine's address", () => {
  const cases: [line: string, expected: string][] = [
    [address, address],
    [`--logtostderr -v=9 --tracing http://x ${address}`, address],
    ["--tracing http://x", ""],
    [`first ${address}`, address],
  ];

  it.each(cases)("of `%s` is `%s`", (line, expected) => expect(engineAddress(line.split(" ").filter(Boolean))).toBe(expected));
});

describe("a usage request", () => {
  it("is served if it is the only argument", () => {
    expect(usage(["--version"])).toMatch(/^\d+\.\d+\.\d+/);
    expect(usage(["--help"])).toContain("PULUMI_DEBUG_PROVIDERS");
  });

  it.each([[[address]], [["--version", address]], [["--help", "--version"]], [["-v=9"]]])("is not requested by %j", (args) => {
    expect(usage(args)).toBeUndefined();
  });
});
