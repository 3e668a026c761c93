/**
 * The launcher for Windows, run by an interpreter of the commands that it uses. cmd.exe of Windows is not available here: what is not covered are its own
 * defects, and how Windows starts batch files. See docs/decisions/archives-with-node.md.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import type { Machine } from "./batch";
import { runBatch } from "./batch";

const text = readFileSync(join(__dirname, "..", "..", "provider", "launcher", "pulumi-resource-quartet.cmd"), "utf8");
const folder = "C:\\Users\\a\\.pulumi\\plugins\\resource-quartet-v1.2.3\\";
const boot = `${folder}boot.cjs`;
const bundled = `${folder}node\\node.exe`;
const onPath = "C:\\Program Files (x86)\\nodejs\\node.exe";
const run = (machine: Partial<Machine>): ReturnType<typeof runBatch> =>
  runBatch(text, { folder, files: [boot], programs: [], variables: {}, args: "127.0.0.1:1", ...machine });

test("runs the Node.js of the archive, also where another is on the PATH, with all arguments", () => {
  const { code, errors, started } = run({ files: [boot, bundled], programs: [onPath], args: '127.0.0.1:1 "a b" --c' });
  expect({ code, errors }).toEqual({ code: 0, errors: [] });
  expect(started?.line).toBe(`"${bundled}" --no-warnings "${boot}" 127.0.0.1:1 "a b" --c`);
});

test("runs the Node.js on the PATH where the archive has none", () => {
  expect(run({ programs: [onPath] }).started?.line).toBe(`"${onPath}" --no-warnings "${boot}" 127.0.0.1:1`);
  const shim = "C:\\Users\\a (b)\\shims\\node.cmd";
  expect(run({ programs: [shim, "C:\\x\\other.exe"] }).started?.line).toBe(`"${shim}" --no-warnings "${boot}" 127.0.0.1:1`);
  expect(run({ programs: [shim, onPath] }).started?.line).toContain(onPath);
});

test("says what to install where there is no Node.js", () => {
  const { code, errors, started } = run({});
  expect({ code, started }).toEqual({ code: 1, started: undefined });
  expect(errors).toEqual([expect.stringContaining("Install Node.js 20.15 or newer, or the archive of the plugin for this platform")]);
});

test("alone, without the other files, says how to install the whole folder", () => {
  const { code, errors, started } = run({ files: [bundled], programs: [onPath] });
  expect({ code, started }).toEqual({ code: 1, started: undefined });
  expect(errors).toEqual([
    `pulumi-resource-quartet cannot start: "${boot}": file not found. Install the whole folder of the plugin, not its launcher alone:`,
    "  pulumi plugin install resource quartet VERSION --file FOLDER_OR_ARCHIVE",
  ]);
});

test("keeps additional certificates from Node.js, and passes them to the plugin", () => {
  const variables = { NODE_EXTRA_CA_CERTS: "C:\\Program Files (x86)\\own & others.pem", PATH: "C:\\Windows" };
  expect(run({ files: [boot, bundled], variables }).started?.variables).toEqual({
    PATH: "C:\\Windows",
    QUARTET_EXTRA_CA_CERTS: variables.NODE_EXTRA_CA_CERTS,
    QUARTET_NODE: bundled,
  });
});

test("runs in a folder with any name that Windows allows", () => {
  const name = fc.string({ unit: fc.constantFrom(..."aé ()&^%!'=;,@-~".split("")), minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(name, fc.boolean(), fc.boolean(), (part, hasBoot, hasNode) => {
      const own = `C:\\${part}\\plugin\\`;
      const files = [...(hasBoot ? [`${own}boot.cjs`] : []), ...(hasNode ? [`${own}node\\node.exe`] : [])];
      const { code, errors, started } = run({ folder: own, files, programs: [onPath] });
      const program = hasNode ? `${own}node\\node.exe` : onPath;
      expect(started?.line).toBe(hasBoot ? `"${program}" --no-warnings "${own}boot.cjs" 127.0.0.1:1` : undefined);
      expect([code, errors.length]).toEqual(hasBoot ? [0, 0] : [1, 2]);
    }),
  );
});

describe("the interpreter has the pitfalls of cmd.exe", () => {
  const machine = { folder: "C:\\a (b)\\", files: [], programs: [], variables: { X: "1" }, args: "" };

  test.each([
    ['if exist "x" (\n  >&2 echo %~dp0\n)\n', "was unexpected at this time"],
    ['>&2 echo a & "b"\n', "another command begins"],
    ['if exist "x" (\n  >&2 echo a\n', "was unexpected at this time"],
    ["copy a b\n", "not supported here"],
  ])("%j", (batch, message) => {
    expect(() => runBatch(batch, machine)).toThrow(message);
  });

  test("a block is expanded before its first command runs", () => {
    const batch = 'if defined X (\n  set "X=2"\n  >&2 echo %X%\n)\n>&2 echo %X%\n';
    expect(runBatch(batch, machine).errors).toEqual(["1", "2"]);
  });
});
