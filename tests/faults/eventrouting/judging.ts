// Judges what a struck operation of module eventrouting/v1 left behind (eventrouting.md 10, 11; protocol 2.22 to 2.24): every object is known to the engine,
// and the next run ends as the program wishes.
import type { Told } from "../cloud/engine";
import type { Run } from "../cloud/engine";
import type { Trial } from "./trial";
import { programOf, runOn } from "./trial";

/** All that is wrong with a trial, one line for each breach. Ends it. */
export async function breaches(trial: Trial): Promise<string[]> {
  const { plan, told, scene, strike } = trial;
  const found = trial.struck ? [...judge(trial), ...(await next(trial))] : ["the call was not made"];
  await scene.stop();
  const said = told.done ? "done" : `${told.kind} ${told.kept ? `with the id ${told.kept.id}` : "without state"}: ${told.text}`;
  return found.map((wrong) => `${plan.subject.title}, ${plan.verb}, ${plan.index} ${plan.call}, ${strike.title}: ${wrong} (told: ${said})`);
}

/** Whatever still runs at the service comes to its end. */
const standingIn = ({ scene }: Trial): string[] => {
  scene.emulator.operations.finish();
  return scene.subject.standing(scene.emulator);
};

function judge(trial: Trial): string[] {
  const { plan, told, strike, kept: before } = trial;
  const { done, kept, text, kind } = told;
  const { subject, verb } = plan;
  const ids = standingIn(trial);
  const wrong: string[] = [];
  const unknown = ids.filter((id) => id !== kept?.id);
  if (verb !== "delete" && unknown.length > 0 && !(subject.adopts && !done)) wrong.push(`${unknown.join(", ")} is known to nobody`);
  if (verb !== "delete" && kept && ids.length === 0) wrong.push("the engine keeps an object that does not exist");
  if (verb === "delete" && done && ids.length > 0) wrong.push("what was deleted still stands");
  if (before && kept && kept.id !== before.id) wrong.push("the id has changed");
  if (kind === "internal") wrong.push("a defect");
  if (!done && strike.overcome) wrong.push("it was not overcome");
  if (!done && kind !== "deadline_exceeded" && strike.code && !text.includes(strike.code)) wrong.push("the failure does not name the code");
  if (!done && text === "") wrong.push("the failure says nothing");
  return wrong;
}

/** What the engine does next, in another process, and what is wrong with how that ends. */
async function next(trial: Trial): Promise<string[]> {
  const { scene, plan, told } = trial;
  const fresh = runOn(scene);
  try {
    if (plan.verb === "delete") return await gone(trial, fresh);
    const inputs = await fresh.checked(programOf(scene, plan.verb));
    const verb = told.kept !== undefined ? "update" : "create";
    const now = told.done ? told : await fresh.ask(verb, { inputs, ...(told.kept && { kept: told.kept }) });
    return await settled(trial, now, fresh);
  } finally {
    fresh.end();
  }
}

async function gone(trial: Trial, fresh: Run): Promise<string[]> {
  const { told } = trial;
  const now = told.done ? told : await fresh.ask("delete", { inputs: told.kept!.inputs, kept: told.kept! });
  const ids = standingIn(trial);
  return now.done && ids.length === 0 ? [] : [`afterwards ${ids.join(", ")} stands: ${now.text}`];
}

/** The object stands as the program wishes; then it can be removed. */
async function settled(trial: Trial, now: Told, fresh: Run): Promise<string[]> {
  const { scene, plan } = trial;
  if (!now.done) return [`the next run fails: ${now.kind} ${now.text}`];
  const kept = now.kept!;
  const ids = standingIn(trial);
  if (ids.join() !== kept.id) return [`the engine keeps ${kept.id}, but ${ids.join(", ")} stands`];
  const differing = await fresh.differences(kept, await fresh.checked(programOf(scene, plan.verb)));
  if (differing === undefined) return ["afterwards the object is gone"];
  const wrong = differing.map((path) => `afterwards ${path} is not as wished`);
  const end = await fresh.ask("delete", { inputs: kept.inputs, kept });
  const left = standingIn(trial);
  if (!end.done || (left.length > 0 && plan.subject.stays !== true)) wrong.push(`it cannot be deleted: ${end.text}`);
  return wrong;
}
