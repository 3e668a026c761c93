// A trial of module eventrouting/v1: one operation on a service of its own, struck at one of its calls, on a clock of its own.
import type { Module } from "../../../provider/core/contract";
import type { Send } from "../../../provider/http/message";
import { eventrouting } from "../../../provider/modules/eventrouting";
import { EventClient } from "../../../provider/modules/eventrouting/client";
import { schemaOf } from "../../../provider/core/schema";
import type { EventEmulator } from "../../emulators/eventrouting/index";
import { createEventEmulator } from "../../emulators/eventrouting/index";
import type { EmulatorRequest } from "../../emulators/exchange";
import type { Faults } from "../../emulators/faults";
import { createFaults } from "../../emulators/faults";
import type { Served } from "../../emulators/serve";
import { serve } from "../../emulators/serve";
import { schema as spec } from "../../provider/tools/schema-file";
import type { Kept, Place, Told, Verb } from "../cloud/engine";
import { Clock, Run } from "../cloud/engine";
import type { EventStrike } from "./strikes";
import type { Subject } from "./subjects";

const schema = schemaOf(spec);

/** A service with all that the subject needs. */
export interface Scene extends Served, Place {
  subject: Subject;
  emulator: EventEmulator;
  faults: Faults;
}

/** Opens a service. The work of an operation is done a second after it was asked for, whether somebody looks or not. */
export async function openScene(subject: Subject): Promise<Scene> {
  const clock = new Clock();
  const emulator = createEventEmulator({ now: () => new Date(clock.now()) });
  emulator.operations.usual = { milliseconds: 1000 };
  subject.prepare(emulator);
  const faults = createFaults();
  return { ...(await serve(emulator.handle, { faults })), subject, emulator, faults, clock };
}

/** The module with a token, and pauses that pass at once. */
function moduleAt({ port, clock }: Place, send: Send): Module {
  const { now, wait } = clock;
  const identity = { token: async () => ({ value: "test" }), renewed: async () => undefined, quotaProject: async () => undefined };
  const shared = {
    ...{ identity, project: "demo-project", send, url: `http://127.0.0.1:${port}`, userAgent: "pulumi-quartet/1.2.3" },
    tools: { now, random: () => 0.5, wait },
  };
  return { ...eventrouting, connect: () => (_inputs, operation) => new EventClient(async () => shared, operation, schema) };
}

/** A process of the provider over the scene. */
export const runOn = (scene: Scene): Run => new Run(scene.subject.type, scene, undefined, moduleAt);

/** What the program says before the operation, and with it. */
export const programOf = ({ subject }: Scene, verb: Verb): object => (verb === "update" ? subject.news! : subject.inputs);

/** Which call of which operation is struck. */
export interface Plan {
  subject: Subject;
  verb: Verb;
  /** As `GET triggers/orders:getIamPolicy`. */
  call: string;
  index: number;
}

const callOf = ({ method, path }: Pick<EmulatorRequest, "method" | "path">): string =>
  `${method} ${path
    .split("/")
    .slice(6)
    .join("/")
    .replace(/operations\/.*/, "operations")}`;

/** What an update or delete begins with. */
async function before(scene: Scene, verb: Verb): Promise<Kept | undefined> {
  if (verb === "create") return undefined;
  const run = runOn(scene);
  const { kept, done, text } = await run.ask("create", { inputs: await run.checked(programOf(scene, "create")) });
  run.end();
  if (!done) throw new Error(`${scene.subject.title}: create fails without any fault: ${text}`);
  return kept;
}

/** The calls of an operation that meets no fault. */
export async function learn(subject: Subject, verb: Verb): Promise<string[]> {
  const scene = await openScene(subject);
  const kept = await before(scene, verb);
  scene.requests.length = 0;
  const run = runOn(scene);
  const told = await run.ask(verb, { inputs: await run.checked(programOf(scene, verb)), ...(kept && { kept }) });
  run.end();
  await scene.stop();
  if (!told.done) throw new Error(`${subject.title}: ${verb} fails without any fault: ${told.text}`);
  return scene.requests.map(callOf);
}

/** A trial that has ended. */
export interface Trial {
  scene: Scene;
  plan: Plan;
  strike: EventStrike;
  /** What the engine had before. */
  kept: Kept | undefined;
  told: Told;
  struck: boolean;
}

/** Makes the object where there must be one, then runs the operation; its call number `index` is struck. */
export async function attempt(plan: Plan, strike: EventStrike): Promise<Trial> {
  const { subject, verb, index, call } = plan;
  const scene = await openScene(subject);
  const kept = await before(scene, verb);
  const { times = 1, fault, timeout } = strike;
  const first = scene.requests.length + index;
  let hits = 0;
  const meant = (request: EmulatorRequest): boolean => {
    const hit = hits < times && scene.requests.length - 1 >= first && callOf(request) === call;
    if (hit) hits += 1;
    return hit;
  };
  scene.faults.add({ match: meant, fault });
  const run = runOn(scene);
  const told = await run.ask(verb, { inputs: await run.checked(programOf(scene, verb)), ...(kept && { kept }), timeout });
  scene.faults.clear();
  run.end();
  return { scene, plan, strike, kept, told, struck: hits > 0 };
}
