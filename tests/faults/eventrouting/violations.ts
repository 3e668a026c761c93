// What is wrong with the end of an operation of module eventrouting/v1: the engine tracks every object, and the next run ends as the program declares.
// See docs/modules/eventrouting.md and docs/protocol.md#partial-failures.
import type { OperationResult, ProviderProcess } from "../virtual/engine";
import type { Trial } from "../virtual/trial";
import { describe, processOf } from "../virtual/trial";
import type { EventSubject } from "./subjects";

type EventTrial = Trial<EventSubject>;

/** Returns all that is wrong with a trial, one line each. */
export async function violations(trial: EventTrial): Promise<string[]> {
  const found = trial.hasFailed ? [...immediate(trial), ...(await afterwards(trial))] : ["the call was not made"];
  return found.map((violation) => describe(trial, violation));
}

function immediate({ plan, result, failure, scene, before }: EventTrial): string[] {
  const { succeeded, state, text, code } = result;
  const { subject, verb } = plan;
  const ids = scene.existing();
  const untracked = ids.filter((id) => id !== state?.id);
  const mayBeUntracked = verb === "delete" || (subject.isAdopted === true && !succeeded);
  const checks: [violated: boolean, violation: string][] = [
    [untracked.length > 0 && !mayBeUntracked, `${untracked.join(", ")} is not tracked`],
    [verb !== "delete" && !!state && ids.length === 0, "the engine stores an object that does not exist"],
    [verb === "delete" && succeeded && ids.length > 0, "the deleted object exists"],
    [!!before && !!state && state.id !== before.id, "the id changed"],
    [code === "internal", "an internal error"],
    [!succeeded && failure.isOvercome === true, "the operation fails"],
    [!succeeded && code !== "deadline_exceeded" && !text.includes(failure.code ?? ""), "the error does not name the code"],
    [!succeeded && text === "", "the error is empty"],
  ];
  return checks.filter(([violated]) => violated).map(([, violation]) => violation);
}

/** Continues as the engine does, in another process, and returns what is wrong with how that ends. */
async function afterwards(trial: EventTrial): Promise<string[]> {
  const { scene, plan, result } = trial;
  const fresh = processOf(plan.subject, scene);
  if (plan.verb === "delete") return deleted(trial, fresh);
  const inputs = await fresh.check(scene.program(plan.verb));
  const next = result.state ? "update" : "create";
  return settled(trial, result.succeeded ? result : await fresh.perform(next, { inputs, state: result.state }), fresh);
}

async function deleted({ scene, result }: EventTrial, fresh: ProviderProcess): Promise<string[]> {
  const { succeeded, text } = result.succeeded
    ? result
    : await fresh.perform("delete", { inputs: result.state!.inputs, state: result.state });
  const ids = scene.existing();
  return succeeded && ids.length === 0 ? [] : [`afterwards ${ids.join(", ")} exists: ${text}`];
}

/** The object exists as the program declares; then it can be deleted. */
async function settled({ scene, plan }: EventTrial, now: OperationResult, fresh: ProviderProcess): Promise<string[]> {
  if (!now.succeeded) return [`the next run fails: ${now.code} ${now.text}`];
  const state = now.state!;
  const ids = scene.existing();
  if (ids.join() !== state.id) return [`the engine stores ${state.id}, but ${ids.join(", ")} exists`];
  const differing = await fresh.differences(state, await fresh.check(scene.program(plan.verb)));
  if (differing === undefined) return ["afterwards the object is gone"];
  const wrong = differing.map((path) => `afterwards ${path} is not as declared`);
  const end = await fresh.perform("delete", { inputs: state.inputs, state });
  const remaining = scene.existing();
  if (!end.succeeded || (remaining.length > 0 && plan.subject.isKeptOnDelete !== true))
    wrong.push(`the object cannot be deleted: ${end.text}`);
  return wrong;
}
