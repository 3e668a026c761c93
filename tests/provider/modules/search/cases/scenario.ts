/** Cases as data: one object of a program, other writers at it, and what holds after the last operation. */
import type { SearchEmulator, SearchEmulatorOptions } from "../../../../emulators/search";
import type { Done } from "../../../../support/stack";
import type { Override } from "../resources/stack-fixture";
import { rejects } from "../support";
import { caseFixture, hasModules, type CaseFixture } from "./server";

/** Requests past the provider with their bodies, or changes of the emulator, on which the case then depends. */
export type Step = Readonly<Record<string, unknown>> | ((emulator: SearchEmulator) => unknown);

/** A case. The steps are in the order in which they happen. */
interface Scenario {
  /** Runs only on an emulator with these options. */
  emulator?: SearchEmulatorOptions;
  before?: Step;
  program?: object | undefined;
  /** Members in place of some of the shared program. */
  members?: object;
  other?: Step;
  /** Responses to requests from then on. */
  override?: Readonly<Record<string, Override>>;
  /** The paths that a refresh reports then. */
  refresh?: string[];
  /** The paths that a preview of the next program shows. */
  preview?: string[];
  next?: object | "destroy" | undefined;
  /** Members of the next program in place of some of the program. */
  change?: object;
  /** Imports this ID, in which `<uuid>` is the one of the cluster. */
  imported?: string;
  /** A program that is previewed with checks by the server. */
  checked?: object;

  /** Of the last operation: its failure, else it succeeds. */
  error?: RegExp;
  /** Its failure before the first write. */
  refusal?: RegExp;
  done?: Done;
  writes?: string[];
  bodies?: unknown[];
  logged?: RegExp | "";
  inputs?: object;
  outputs?: object;
  /** The paths that a refresh reports afterwards; default none. */
  drift?: string[];
  /** Members that the server has in the end, by path; `undefined`: it has no such object. */
  kept?: Readonly<Record<string, unknown>>;
}

/** What many cases of a kind share: what exists before that of the case, and the program of those that neither import nor check another one. */
export type Common = Pick<Scenario, "before" | "program" | "emulator">;

/** Cases by the numbers of the specification and what holds. */
type Scenarios = Readonly<Record<string, Scenario>>;

/** Runs cases of a kind. Those of kinds that the real node lacks are outside of this folder. */
export function scenarios(kind: string, rows: Scenarios | Scenarios[], common: Common = {}): void {
  const needsEmulator = ({ emulator = common.emulator, before, other }: Scenario) =>
    emulator !== undefined || typeof before === "function" || typeof other === "function";
  const all = [rows].flat().flatMap((each) => Object.entries(each));
  test.each(all.filter(([, row]) => hasModules || !needsEmulator(row)))("%s", async (_title, row) => {
    const env = row.checked && { QUARTET_SEARCH_PREVIEW_CHECKS: "true" };
    const fixture = caseFixture(kind, env, row.emulator ?? common.emulator);
    await take(fixture, common.before);
    const isOfOther = row.checked !== undefined || row.imported !== undefined;
    const program = row.program ?? (isOfOther ? undefined : { ...common.program, ...row.members });
    const refused = row.refusal && { error: row.refusal, writes: [] };
    await run(fixture, { ...row, ...refused, program, next: row.next ?? (row.change && { ...program, ...row.change }) });
  });
}

/** Programs that Check rejects before a request: members that replace some of the program, and the failure. */
export function rejections(
  kind: string,
  program: object,
  rows: readonly (readonly [number: string, members: object, failure: RegExp])[],
): void {
  test.each(rows)("%s: %j is rejected before a request", async (_number, members, failure) => {
    const { stack, lines } = caseFixture(kind);
    await rejects(stack.up({ ...program, ...members }), failure);
    expect(lines()).toEqual([]);
  });
}

async function run(fixture: CaseFixture, row: Scenario) {
  const { program, refresh, preview, next } = row;
  const { stack } = fixture;
  await stack.configure();
  await take(fixture, row.before);
  const last = row.checked ?? row.imported ?? next;
  const isProgramLast = last === undefined && !row.other;
  if (program && !isProgramLast) await stack.up(program);
  await take(fixture, row.other);
  for (const [request, response] of Object.entries(row.override ?? {})) fixture.override.set(request, response);
  forget(fixture);
  if (refresh) expect(await stack.refresh()).toEqual(refresh);
  if (preview) expect(await stack.preview(next as object)).toEqual(preview);
  if (last === undefined && !isProgramLast) expectRequests(fixture, row);
  else await end(fixture, row);
  for (const [path, members] of Object.entries(row.kept ?? {})) {
    if (members === undefined) expect(await fixture.find(path)).toBeUndefined();
    else expect(await fixture.find(path)).toMatchObject(members as object);
  }
}

async function take({ call, emulator }: CaseFixture, step: Step | undefined) {
  if (typeof step === "function") await step(emulator!);
  else for (const [request, body] of Object.entries(step ?? {})) await call(request, body);
}

function forget({ lines, bodies, logged }: CaseFixture) {
  lines();
  bodies();
  logged();
}

/** Does the last operation, and compares what it did. */
async function end(fixture: CaseFixture, row: Scenario) {
  const { stack } = fixture;
  forget(fixture);
  const program = row.next ?? row.program;
  const operation = async (): Promise<unknown> => {
    if (row.checked) return stack.previewUp(row.checked);
    if (row.imported !== undefined) return stack.import(row.imported.replace("<uuid>", await fixture.uuid()));
    return program === "destroy" ? stack.destroy() : stack.up(program as object);
  };
  if (row.error) await rejects(operation(), row.error);
  else {
    const done = await operation();
    if (row.done) expect(done).toBe(row.done);
  }
  expectRequests(fixture, row);
  if (row.error || program === "destroy" || row.checked) return;
  if (row.inputs) expect(stack.inputs).toEqual(row.inputs);
  await fixture.settled(row.imported === undefined ? (program as object) : stack.inputs, row.drift);
  if (row.outputs) expect(stack.outputs).toMatchObject(row.outputs);
}

function expectRequests({ writes, bodies, logged }: CaseFixture, row: Scenario) {
  if (row.writes) expect(writes()).toEqual(row.writes);
  if (row.bodies) expect(bodies()).toEqual(row.bodies);
  if (row.logged === "") expect(logged()).toBe("");
  else if (row.logged) expect(logged()).toMatch(row.logged);
}
