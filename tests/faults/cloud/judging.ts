// Judges what a struck operation of module cloud left behind (cloud-resources.md 2.1, 2.3; protocol 2.22 to 2.24): every object is known to the engine or
// told of in words, nothing is made twice unless the law allows it, and the next run ends as the program wishes.
import type { Told } from "./engine";
import { Run } from "./engine";
import type { Trial } from "./trial";
import { programOf, standingIn } from "./trial";

/** Who goes on: a new process, or the one that was struck, which is asked for the same once more by a hook of the program. */
export type GoOn = "anew" | "again";

/** The words for an object that may have been made without anybody knowing its id. */
const doubt = /may have been (created|carried out)/;

/** All that is wrong with a trial, one line for each breach. Ends it. */
export async function breaches(trial: Trial, goOn: GoOn): Promise<string[]> {
  const { plan, told, scene, strike } = trial;
  const found = trial.struck ? [...judge(trial), ...(await next(trial, goOn))] : ["the call was not made"];
  trial.run.end();
  await scene.stop();
  const said = told.done ? "done" : `${told.kind} ${told.kept ? `with the id ${told.kept.id}` : "without state"}: ${told.text}`;
  return found.map((wrong) => `${plan.sample.title}, ${plan.verb}, ${plan.index} ${plan.call}, ${strike.title}: ${wrong} (told: ${said})`);
}

function judge({ scene, plan: { sample, verb, call }, told: { done, kept, text, kind }, kept: before, strike }: Trial): string[] {
  const ids = standingIn(scene);
  const wrong: string[] = [];
  if (ids.length > 1) wrong.push(`${ids.length} objects stand: ${ids.join(", ")}`);
  const unknown = ids.filter((id) => id !== kept?.id);
  const excused = sample.nameless === true && verb === "create" && kept === undefined && doubt.test(text);
  if (unknown.length > 0 && !excused && verb !== "delete") wrong.push(`${unknown.join(", ")} is known to nobody`);
  if (excused && !/Look for|show it/.test(text)) wrong.push("nobody is told how to find what may have been made");
  if (verb !== "delete" && kept && ids.length === 0 && !sample.operation) wrong.push("the engine keeps an object that does not exist");
  if (verb === "delete" && done && ids.length > 0) wrong.push("what was deleted still stands");
  if (before && kept && kept.id !== before.id) wrong.push("the id has changed");
  if (kind === "internal") wrong.push("a defect");
  if (!done && strike.overcome) wrong.push("it was not overcome");
  // A look that takes too long ends with the time limit alone, and so does a write whose outcome was found out.
  const patient = kind === "deadline_exceeded" && (kept !== undefined || call.startsWith("Describe"));
  if (!done && !patient && !text.includes(call)) wrong.push("the failure does not name the action");
  if (!done && strike.code && !text.includes(strike.code)) wrong.push("the failure does not name the code");
  if (!done && strike.code && !/^HTTP|^Client/.test(strike.code) && !/RequestId [\w-]{8,}/.test(text)) wrong.push("no request id is told");
  return wrong;
}

/** What the engine does next, and what is wrong with how that ends. */
async function next(trial: Trial, goOn: GoOn): Promise<string[]> {
  const { scene, plan, told } = trial;
  const fresh = new Run(plan.sample.type, scene);
  const run = goOn === "again" ? trial.run : fresh;
  try {
    if (plan.verb === "delete") return await gone(trial, fresh);
    const inputs = await fresh.checked(programOf(scene, plan.verb));
    const half = goOn === "anew" && !told.done && told.kept !== undefined;
    const verb = half || plan.verb === "update" ? "update" : "create";
    const now = told.done ? told : await run.ask(verb, { inputs, kept: told.kept });
    return await settled(trial, now, fresh);
  } finally {
    fresh.end();
  }
}

async function gone({ scene, told }: Trial, fresh: Run): Promise<string[]> {
  const now = told.done ? told : await fresh.ask("delete", { inputs: told.kept!.inputs, kept: told.kept });
  const ids = standingIn(scene);
  return now.done && ids.length === 0 ? [] : [`afterwards ${ids.join(", ")} stands: ${now.text}`];
}

/** The object stands once, but for one that an earlier attempt may have left, and is as the program wishes; then it can be removed. */
async function settled({ scene, plan: { sample, verb }, told }: Trial, now: Told, fresh: Run): Promise<string[]> {
  const doubted = !told.done && told.kept === undefined && doubt.test(told.text);
  const ids = standingIn(scene);
  if (!now.done) return sample.sole === true && doubted && ids.length === 1 ? [] : [`the next run fails: ${now.kind} ${now.text}`];
  const kept = now.kept!;
  if (!sample.operation && !ids.includes(kept.id)) return [`the engine keeps ${kept.id}, but ${ids.join(", ")} stands`];
  if (ids.length > (doubted && sample.nameless ? 2 : 1)) return [`afterwards ${ids.length} objects stand: ${ids.join(", ")}`];
  const differing = await fresh.differences(kept, await fresh.checked(programOf(scene, verb)));
  if (differing === undefined) return ["afterwards the object is gone"];
  const wrong = differing.map((path) => `afterwards ${path} is not as wished`);
  const end = await fresh.ask("delete", { inputs: kept.inputs, kept });
  const left = standingIn(scene).filter((id) => id === kept.id);
  if (!end.done || left.length > 0) wrong.push(`it cannot be deleted: ${end.text}`);
  return wrong;
}
