// A trial of module cloud: one operation on a cloud of its own, struck at one of its calls.
import { failed } from "../../../provider/http/failures";
import type { Send } from "../../../provider/http/message";
import type { CloudEmulator } from "../../emulators/cloud/index";
import { createCloudEmulator } from "../../emulators/cloud/index";
import type { Faults } from "../../emulators/faults";
import { createFaults } from "../../emulators/faults";
import type { Served } from "../../emulators/serve";
import { serve } from "../../emulators/serve";
import type { CloudSample, Ground } from "../../samples/cloud";
import { prepare } from "../../samples/cloud";
import type { Kept, Place, Told, Verb } from "./engine";
import { Clock, Run } from "./engine";
import type { CloudStrike } from "./strikes";

/** A cloud with all that the sample needs. */
export interface Scene extends Served, Place {
  sample: CloudSample;
  emulator: CloudEmulator;
  faults: Faults;
  ground: Ground;
}

/** Opens a cloud on a clock of its own. */
export async function openScene(sample: CloudSample): Promise<Scene> {
  const clock = new Clock();
  const now = (): Date => new Date(clock.now());
  const emulator = createCloudEmulator({ domain: "localhost", now });
  const ground = prepare(emulator, { now });
  const faults = createFaults();
  return { ...(await serve(emulator.handle, { faults })), sample, emulator, faults, ground, clock };
}

/** What the program says before the operation, and with it. */
export const programOf = ({ sample, ground }: Scene, verb: Verb): object =>
  verb === "update" ? sample.news!(ground) : sample.inputs(ground);

/** The ids of the objects that stand there of the resource's making. */
export const standingIn = ({ sample, ground, emulator }: Scene): string[] => sample.standing(emulator.world, ground);

/** Which call of which operation is struck. */
export interface Plan {
  sample: CloudSample;
  verb: Verb;
  /** The action. */
  call: string;
  index: number;
}

const actionOf = ({ headers }: { headers: Readonly<Record<string, string>> }): string => headers["x-tc-action"] ?? "";

/** What an update or delete begins with. */
async function before(scene: Scene, verb: Verb): Promise<Kept | undefined> {
  if (verb === "create") return undefined;
  const run = new Run(scene.sample.type, scene);
  const { kept, done, text } = await run.ask("create", { inputs: await run.checked(programOf(scene, "create")) });
  run.end();
  if (!done) throw new Error(`${scene.sample.title}: create fails without any fault: ${text}`);
  return kept;
}

/** The calls of an operation that meets no fault. */
export async function learn(sample: CloudSample, verb: Verb): Promise<string[]> {
  const scene = await openScene(sample);
  const kept = await before(scene, verb);
  scene.requests.length = 0;
  const run = new Run(sample.type, scene);
  const told = await run.ask(verb, { inputs: await run.checked(programOf(scene, verb)), kept });
  run.end();
  await scene.stop();
  if (!told.done) throw new Error(`${sample.title}: ${verb} fails without any fault: ${told.text}`);
  return scene.requests.map(actionOf);
}

/** A trial that has ended. */
export interface Trial {
  scene: Scene;
  plan: Plan;
  strike: CloudStrike;
  /** What the engine had before. */
  kept: Kept | undefined;
  told: Told;
  struck: boolean;
  /** The process that was asked. */
  run: Run;
}

/** Makes the object where there must be one, then runs the operation; its call number `index` is struck. */
export async function attempt(plan: Plan, strike: CloudStrike): Promise<Trial> {
  const { sample, verb } = plan;
  const scene = await openScene(sample);
  const kept = await before(scene, verb);
  const aim = aimAt(scene, plan, strike);
  const run = new Run(sample.type, scene, aim.through);
  const told = await run.ask(verb, { inputs: await run.checked(programOf(scene, verb)), kept, timeout: strike.timeout });
  scene.faults.clear();
  aim.rest();
  return { scene, plan, strike, kept, told, struck: aim.hits() > 0, run };
}

interface Aim {
  /** Refuses connections where the strike is one. */
  through(send: Send): Send;
  /** No call is struck any more. */
  rest(): void;
  hits(): number;
}

/** Lets the strike hit the call with that number, and the next ones of the same action when it strikes several times. */
function aimAt({ faults, requests }: Scene, { index, call }: Plan, { fault, times = 1 }: CloudStrike): Aim {
  const first = requests.length + index;
  let [hits, sent, resting] = [0, 0, false];
  const meant = (at: number, action: string): boolean => {
    const hit = !resting && hits < times && action === call && at >= index;
    if (hit) hits += 1;
    return hit;
  };
  if (fault) faults.add({ match: (request) => meant(requests.length - 1 - first + index, actionOf(request)), fault });
  const through =
    (send: Send): Send =>
    async (request) => {
      const refused = !fault && meant(sent++, request.headers["x-tc-action"] ?? "");
      if (!refused) return send(request);
      const subject = { shown: `POST http://localhost${request.shownPath ?? ""}`, write: request.write === true };
      throw failed(subject, "connect", { code: "ECONNREFUSED", sentence: "the connection was refused" });
    };
  return { through, rest: () => void (resting = true), hits: () => hits };
}
