/**
 * Runs the commands of batch files that the launcher for Windows consists of, with the rules of cmd.exe that can break it: variables are replaced when a line is
 * read, a block with all of its lines at once, before its condition is evaluated; and a parenthesis outside of quotes ends a block.
 */

/** The environment of a batch file. */
export interface Machine {
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

/** The effects of a batch file. */
export interface Outcome {
  code: number;
  errors: string[];
  /** The command line of the program that it started, and the variables that the program got. */
  started?: { line: string; variables: Record<string, string> };
}

interface State {
  machine: Machine;
  variables: Record<string, string>;
  outcome: Outcome;
  isOver: boolean;
}

/** Returns the effects of the batch file. Throws for a command that is not supported here, and where cmd.exe reports a syntax error. */
export function runBatch(text: string, machine: Machine): Outcome {
  const state: State = { machine, variables: { ...machine.variables }, outcome: { code: 0, errors: [] }, isOver: false };
  const lines = text.split(/\r?\n/);
  while (lines.length > 0 && !state.isOver) {
    let unit = expand(lines.shift() ?? "", state);
    // cmd.exe reads on until the block is closed, and replaces variables in what it reads.
    while (depth(unit) > 0 && lines.length > 0) unit += `\n${expand(lines.shift() ?? "", state)}`;
    execute(unit.trim(), state);
  }
  return state.outcome;
}

/** Replaces variables and parameters once; what replaces them is not searched again. */
function expand(line: string, { machine, variables }: State): string {
  return line.replace(/%%|%~dp0|%\*|%([A-Za-z_]\w*)%/g, (found, name?: string) => {
    if (name !== undefined) return variables[name.toUpperCase()] ?? "";
    return { "%%": "%", "%*": machine.args, "%~dp0": machine.folder }[found] ?? "";
  });
}

/** Calls the visitor with each character outside of quotes and its index, until it returns true; returns where that was, or -1. */
function outsideQuotes(text: string, visit: (character: string, index: number) => boolean): number {
  let isQuoted = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? "";
    if (character === '"') isQuoted = !isQuoted;
    if (character === "\n") isQuoted = false;
    if (!isQuoted && visit(character, index)) return index;
  }
  return -1;
}

/** Returns by how much a character outside of quotes changes the number of open blocks. A parenthesis at the end of a line or after `in` opens one; elsewhere it is text. */
function step(text: string, index: number): number {
  if (text[index] === ")") return -1;
  const opens = /^\(\s*(\n|$)/.test(text.slice(index)) || (text[index] === "(" && / in $/i.test(text.slice(0, index)));
  return opens ? 1 : 0;
}

/** Returns how many blocks are open at the end of a text that begins with a command. Only `if` opens blocks here. */
function depth(text: string): number {
  if (!/^\s*if\s/i.test(text)) return 0;
  let open = 0;
  outsideQuotes(text, (_, index) => {
    open += step(text, index);
    return open < 0;
  });
  return open;
}

function execute(command: string, state: State): void {
  const text = command.replace(/^@/, "");
  if (text === "" || /^(rem\s|setlocal$|echo off$)/i.test(text)) return;
  if (text.startsWith("(")) return block(text, state);
  const condition = /^if\s+(not\s+)?(?:exist\s+"([^"\n]*)"|defined\s+(\w+))\s+([^]*)$/i.exec(text);
  if (condition !== null) return conditional(condition, state);
  const loop = /^for %(\w) in \(([^)]*)\) do (.*)$/i.exec(text);
  if (loop !== null) return search(loop, state);
  rejectSeparators(text);
  const echo = /^>&2 echo (.*)$/.exec(text);
  if (echo !== null) return void state.outcome.errors.push(echo[1] ?? "");
  const assignment = /^set "(\w+)=([^"]*)"$/i.exec(text);
  if (assignment !== null) return assign(assignment[1] ?? "", assignment[2] ?? "", state);
  const exit = /^exit \/b (\d+)$/i.exec(text);
  if (exit !== null) return void Object.assign(state, { isOver: true, outcome: { ...state.outcome, code: Number(exit[1]) } });
  if (!text.startsWith('"')) throw new Error(`not supported here: ${text}`);
  state.outcome.started = { line: text, variables: { ...state.variables } };
}

function conditional([, not, path, name = "", rest = ""]: RegExpExecArray, state: State): void {
  const holds = path !== undefined ? state.machine.files.includes(path) : (state.variables[name.toUpperCase()] ?? "") !== "";
  // The syntax of a block is checked even if its condition is false.
  if (rest.startsWith("(")) blockBody(rest);
  if (holds === (not === undefined)) execute(rest.trim(), state);
}

/** Runs the command for each name; `%~$PATH:i` is the path of the first program of that name on the PATH, or empty. */
function search([, variable = "", names = "", command = ""]: RegExpExecArray, state: State): void {
  for (const name of names.split(" ")) {
    const path = state.machine.programs.find((program) => program.endsWith(`\\${name}`)) ?? "";
    execute(command.replaceAll(`%~$PATH:${variable}`, path), state);
  }
}

function block(text: string, state: State): void {
  for (const command of commandsIn(blockBody(text))) if (!state.isOver) execute(command, state);
}

/** Returns the text between the parentheses. Throws if anything but a blank follows: cmd.exe reports that it "was unexpected at this time". */
function blockBody(text: string): string {
  let open = 0;
  const end = outsideQuotes(text, (_, index) => {
    open += step(text, index);
    return open === 0;
  });
  const rest = text.slice(end + 1).trim();
  if (end < 0 || rest !== "") throw new Error(`${rest} was unexpected at this time.`);
  return text.slice(1, end);
}

/** Returns the commands of a block; a condition takes the lines of its own block with it. */
function commandsIn(body: string): string[] {
  const commands: string[] = [];
  for (const line of body.split("\n")) {
    const last = commands.at(-1);
    if (last !== undefined && depth(last) > 0) commands[commands.length - 1] = `${last}\n${line}`;
    else commands.push(line.trim());
  }
  return commands;
}

/** An ampersand or a pipe outside of quotes begins another command. */
function rejectSeparators(text: string): void {
  const at = outsideQuotes(text.replace(/^>&2 /, ""), (character) => /[&|<>]/.test(character));
  if (at >= 0) throw new Error(`another command begins in: ${text}`);
}

function assign(name: string, value: string, { variables }: State): void {
  if (value === "") delete variables[name.toUpperCase()];
  else variables[name.toUpperCase()] = value;
}
