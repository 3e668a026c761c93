// A test run: one operation on a service of its own, in which one remote call fails. In this process and in virtual time.
import type { EmulatorRequest } from "../../emulators/exchange";
import type { Fault, Faults } from "../../emulators/faults";
import type { StoredObject } from "../../support/provider-process";
import type { OperationResult, Verb } from "./engine";
import { ResourceProcess } from "./engine";
import type { Network } from "./network";

/** One way for a call to fail. */
export interface Failure {
  title: string;
  /** How the service behaves; absent: the connection is refused. */
  fault?: Fault;
  /** How many of these calls fail, from the first one on; default 1. */
  times?: number;
  /** The time limit of the operation in seconds. */
  timeout?: number;
  /** How long each message is on its way, in ms; default 0. */
  latencyMs?: number;
  /** Every operation succeeds in spite of it. */
  isOvercome?: true;
  /** The service carries the request out after the operation has ended. */
  isLate?: true;
  /** The operation is cancelled while the call is in progress. */
  isCancelled?: true;
  /** A text that the error has to contain: the code. */
  code?: string;
}

/** A service with all that a subject needs. */
export interface Fixture {
  network: Network;
  faults: Faults;
  /** Leads the provider to the service. */
  env: Readonly<Record<string, string>>;
  /** What the program declares before an operation, and what it declares with an update. */
  program(verb: Verb): object;
  /** The ids of the resource's objects that exist at the service. */
  existing(): string[];
}

/** A resource whose calls fail. */
export interface Subject {
  title: string;
  type: string;
  verbs: readonly Verb[];
  /** Whether the service generates the id, so that an object whose creation got no response cannot be found. */
  isNameless: boolean;
  /** The output that only the response of the create contains. */
  secret?: string | undefined;
  open(): Fixture;
  /** The call that a request makes, as `GET triggers/orders:getIamPolicy` or the name of an action. */
  callOf(request: Pick<EmulatorRequest, "method" | "path" | "headers">): string;
}

/** Which call of which operation fails. */
export interface Plan<S extends Subject = Subject> {
  subject: S;
  verb: Verb;
  call: string;
  index: number;
}

/** A test run that has ended. */
export interface TestRun<S extends Subject = Subject> {
  fixture: Fixture;
  plan: Plan<S>;
  failure: Failure;
  /** What the engine stored before. */
  before: StoredObject | undefined;
  result: OperationResult;
  /** The duration of the operation. */
  milliseconds: number;
  /** Whether the call was made. */
  hasFailed: boolean;
  /** The process that ran the operation. */
  process: ResourceProcess;
}

/** Creates a provider for the service of a fixture. */
export const processOf = ({ type }: Subject, { network: { send }, env }: Fixture): ResourceProcess =>
  new ResourceProcess(type, { send, env });

/** Returns one plan for each remote call of each operation, in order; the calls are those of operations without a failure. */
export async function plansOf<S extends Subject>(subjects: readonly S[]): Promise<Plan<S>[]> {
  const plans: Plan<S>[] = [];
  for (const subject of subjects)
    for (const verb of subject.verbs) {
      const calls = await callsOf(subject, verb);
      const all = calls.map((call, index) => ({ subject, verb, call, index }));
      plans.push(...(verb === "refresh" ? all.filter(({ call, index }) => isEnd(calls, call, index)) : all));
    }
  return plans;
}

/** Whether the call is the first or the last of its kind: a refresh of many objects makes equal calls, those of shared requests after single ones. */
function isEnd(calls: readonly string[], call: string, index: number): boolean {
  return index === calls.indexOf(call) || index === calls.lastIndexOf(call);
}

async function callsOf(subject: Subject, verb: Verb): Promise<string[]> {
  const fixture = subject.open();
  const state = await prepared(subject, fixture, verb);
  const first = fixture.network.requests.length;
  const { succeeded, text } = await performOn(processOf(subject, fixture), fixture, { verb, state });
  if (!succeeded) throw new Error(`${subject.title}: ${verb} fails without a fault: ${text}`);
  return fixture.network.requests.slice(first).map(subject.callOf);
}

/** Creates what another operation than a create needs. */
async function prepared(subject: Subject, fixture: Fixture, verb: Verb): Promise<StoredObject | undefined> {
  if (verb === "create") return undefined;
  const { state, succeeded, text } = await performOn(processOf(subject, fixture), fixture, { verb: "create" });
  if (!succeeded) throw new Error(`${subject.title}: create fails without a fault: ${text}`);
  return state;
}

async function performOn(
  process: ResourceProcess,
  fixture: Fixture,
  { verb, state, timeout }: { verb: Verb; state?: StoredObject | undefined; timeout?: number | undefined },
): Promise<OperationResult> {
  return process.perform(verb, { inputs: await process.check(fixture.program(verb)), state, timeout });
}

/** Creates the object if the operation needs one, then runs the operation; its call number `index` fails. */
export async function attempt<S extends Subject>(plan: Plan<S>, failure: Failure): Promise<TestRun<S>> {
  const { subject, verb } = plan;
  const fixture = subject.open();
  const before = await prepared(subject, fixture, verb);
  const process = processOf(subject, fixture);
  const failing = failCalls(fixture, plan, { ...failure, onHit: () => failure.isCancelled && process.cancel() });
  fixture.network.latencyMs = failure.latencyMs ?? 0;
  const startedAt = Date.now();
  const result = await performOn(process, fixture, { verb, state: before, timeout: failure.timeout });
  const milliseconds = Date.now() - startedAt;
  failing.end();
  // In a slow network, the reads of a refresh share other requests.
  const isExempt = verb === "refresh" && failure.latencyMs !== undefined;
  return { fixture, plan, failure, before, result, milliseconds, hasFailed: isExempt || failing.count() > 0, process };
}

/** Lets the call with that number fail, and the next ones of the same kind if several fail. */
function failCalls(
  { network, faults }: Fixture,
  { subject, index, call }: Plan,
  { fault, times = 1, onHit }: Failure & { onHit(): unknown },
): { end(): void; count(): number } {
  const first = network.requests.length;
  let count = 0;
  let rejected = 0;
  const isMeant = (at: number, name: string): boolean => {
    const hit = count < times && name === call && at >= index;
    if (hit) count += 1;
    if (hit) onHit();
    return hit;
  };
  if (fault) faults.add({ match: (request) => isMeant(network.requests.length - 1 - first, subject.callOf(request)), fault });
  else
    network.rejects = ({ method, url, headers }) => {
      const hit = isMeant(network.requests.length - first + rejected, subject.callOf({ method, path: new URL(url).pathname, headers }));
      if (hit) rejected += 1;
      return hit;
    };
  const end = (): void => {
    faults.clear();
    network.rejects = () => false;
    network.latencyMs = 0;
  };
  return { end, count: () => count };
}

/** Returns the line that describes what is wrong with a test run. */
export function describe({ plan, failure, result }: TestRun, violation: string): string {
  const { subject, verb, index, call } = plan;
  const { succeeded, code, state, text } = result;
  const end = succeeded ? "succeeded" : `${code} ${state ? `with the id ${state.id}` : "without state"}: ${text}`;
  return `${subject.title}, ${verb}, ${index} ${call}, ${failure.title}: ${violation} (${end})`;
}
