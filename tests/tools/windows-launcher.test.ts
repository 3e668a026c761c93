/**
 * The launcher for Windows, run by an interpreter of the commands that it uses. cmd.exe of Windows is not available here: what is not covered are its own
 * defects, and how Windows starts batch files. See docs/decisions/archives-with-node.md.
 */
import fc from "fast-check";
import { read } from "./files";

/** The environment of a batch file. */
interface Machine {
  /** The folder of the batch file, with a backslash at its end. */
  folder: string;
  /** The paths that exist. */
  files: readonly string[];
  /** The paths of the programs on the PATH. */
  programs: readonly string[];
  variables: Readonly<Record<string, string>>;
  /** The arguments as they were typed. */
  args: string;
}

/** The effects of a batch file, with the program that it started and the variables that the program got. */
interface Outcome {
  code: number;
  errors: string[];
  started?: { line: string; variables: Record<string, string> };
}

const opensBlock = (line: string) => /^\s*if .*\($/.test(line);
const unquoted = (line: string) => line.replace(/"[^"]*"/g, "").replace(/ in \([^)]*\) do /, "");

/** Returns how many lines the block has that the line before them opens; a parenthesis outside of quotes would end it early. */
function blockLength(lines: readonly string[]) {
  let open = 1;
  for (const [at, line] of lines.entries()) {
    if (opensBlock(line)) open += 1;
    else if (line.trim() === ")") open -= 1;
    else if (unquoted(line).includes(")")) throw new Error(`${line} was unexpected at this time.`);
    if (open === 0) return at;
  }
  throw new Error("the end of the file was unexpected at this time.");
}

/** Returns the effects of the batch file. Throws for a command that is not supported here, and where cmd.exe reports a syntax error. */
function runBatch(batch: string, { folder, files, programs, variables: given, args }: Machine): Outcome {
  const variables = { ...given };
  const outcome: Outcome = { code: 0, errors: [] };
  let isOver = false;
  // What replaces a variable is not searched again.
  const expand = (line: string) =>
    line.replace(/%%|%~dp0|%\*|%(\w+)%/g, (found, name?: string) =>
      name === undefined ? { "%%": "%", "%*": args, "%~dp0": folder }[found]! : (variables[name] ?? ""),
    );
  const command = (line: string, block: readonly string[] = []) => {
    const [, not, path, name = "", rest = ""] = /^if (not )?(?:exist "([^"]*)"|defined (\w+)) (.*)$/.exec(line) ?? [];
    const [, variable, list = "", each = ""] = /^for %(\w) in \(([^)]*)\) do (.*)$/.exec(line) ?? [];
    const [, key = "", value] = /^set "(\w+)=([^"]*)"$/.exec(line) ?? [];
    const [, error] = /^>&2 echo (.*)$/.exec(line) ?? [];
    const [, code] = /^exit \/b (\d+)$/.exec(line) ?? [];
    if (/[&|<>]/.test(unquoted(error ?? line))) throw new Error(`another command begins in: ${line}`);
    if (rest !== "") {
      const holds = path === undefined ? name in variables : files.includes(path);
      if (holds === (not === undefined)) run(rest === "(" ? block : [rest]);
    } else if (variable !== undefined) {
      for (const program of list.split(" "))
        run([each.replace(`%~$PATH:${variable}`, programs.find((at) => at.endsWith(`\\${program}`)) ?? "")]);
    } else if (error !== undefined) outcome.errors.push(error);
    else if (value === "") delete variables[key];
    else if (value !== undefined) variables[key] = value;
    else if (code !== undefined) [outcome.code, isOver] = [Number(code), true];
    else if (line.startsWith('"')) outcome.started = { line, variables };
    else throw new Error(`not supported here: ${line}`);
  };
  /** Runs the lines; the variables of a block are replaced when its first line is read. */
  const run = (lines: readonly string[], read = (line: string) => line) => {
    for (let at = 0; at < lines.length && !isOver; at++) {
      const line = read(lines[at]!).trim();
      const unread = lines.slice(at + 1);
      const block = opensBlock(line) ? unread.map(read).slice(0, blockLength(unread.map(read))) : undefined;
      if (line !== "" && !/^(@echo off|setlocal|rem .*)$/.test(line)) command(line, block);
      at += block === undefined ? 0 : block.length + 1;
    }
  };
  run(batch.split(/\r?\n/), expand);
  return outcome;
}

const text = read("provider/launcher/pulumi-resource-quartet.cmd");
const folder = "C:\\Users\\a\\.pulumi\\plugins\\resource-quartet-v1.2.3\\";
const boot = `${folder}boot.cjs`;
const bundled = `${folder}node\\node.exe`;
const onPath = "C:\\Program Files (x86)\\nodejs\\node.exe";
const run = (machine: Partial<Machine>) =>
  runBatch(text, { folder, files: [boot], programs: [], variables: {}, args: "127.0.0.1:1", ...machine });

test("runs the Node.js of the archive, also where another is on the PATH, with all arguments", () => {
  const { code, errors, started } = run({ files: [boot, bundled], programs: [onPath], args: '127.0.0.1:1 "a b" --c' });
  expect({ code, errors }).toEqual({ code: 0, errors: [] });
  expect(started?.line).toBe(`"${bundled}" --no-warnings "${boot}" 127.0.0.1:1 "a b" --c`);
});

test("runs the Node.js on the PATH where the archive has none", () => {
  const shim = "C:\\Users\\a (b)\\shims\\node.cmd";
  expect(run({ programs: [shim, "C:\\x\\other.exe"] }).started?.line).toBe(`"${shim}" --no-warnings "${boot}" 127.0.0.1:1`);
  expect(run({ programs: [shim, onPath] }).started?.line).toContain(onPath);
});

test.each<[title: string, machine: Partial<Machine>, errors: string[]]>([
  [
    "without Node.js, says what to install",
    {},
    [expect.stringContaining("Install Node.js 20.15 or newer, or the archive of the plugin for this platform") as string],
  ],
  [
    "alone, without the other files, says how to install the whole folder",
    { files: [bundled], programs: [onPath] },
    [
      `pulumi-resource-quartet cannot start: "${boot}": file not found. Install the whole folder of the plugin, not its launcher alone:`,
      "  pulumi plugin install resource quartet VERSION --file FOLDER_OR_ARCHIVE",
    ],
  ],
])("%s", (_title, machine, errors) => {
  expect(run(machine)).toEqual({ code: 1, errors });
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
