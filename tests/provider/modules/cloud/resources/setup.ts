// Fixtures for the tests of resources: a stack of one sample with the objects it refers to, another writer, and injected failures.
import type { PlainMap } from "../../../../../provider/core/values/value";
import { TransportError } from "../../../../../provider/http/transport-error";
import { callerOf } from "../../../../emulators/cloud/caller";
import { cloudSamples, prepare, type CloudSample, type Prerequisites } from "../../../../samples/cloud";
import { Stack } from "../../../../support/stack";
import type { Properties } from "../../../../support/structs";
import { emulatorFixture, env, type EmulatorFixture, type SentCall } from "../support";

export { errorMessageOf } from "../support";

/** Samples of resources that leave an object. */
export const objectSamples = cloudSamples.filter(({ operation }) => !operation);

/** A stack of one sample, over an emulator. */
export interface Setup extends EmulatorFixture {
  sample: CloudSample;
  prerequisites: Prerequisites;
  stack: Stack;
  /** The inputs of the sample. */
  program: Properties;
  /** Sends a request to the emulator as another writer and returns `Result`. Fails on an error. */
  callAction(action: string, params: PlainMap): PlainMap;
  /** Replaces the response of an action from now on, except where the function returns undefined. */
  respond(action: string, response: PlainMap | ((call: SentCall) => PlainMap | Error | undefined)): void;
  /** Rejects an action with this code from now on. */
  rejectAction(action: string, code: string): void;
  /** Drops the response of an action this number of times (default: always), after or before its execution. */
  loseResponse(action: string, carriedOut: boolean, times?: number): void;
  /** Ends all injected failures. */
  recover(): void;
  /** Returns the parameters of the last call of an action. */
  sent(action: string): PlainMap | undefined;
}

/** Returns the `Response` of an error with the code. */
export const rejection = (code: string): PlainMap => ({ Error: { Code: code, Message: "rejected by hand" } });

/** Opens a stack of the sample with this title. */
export function setupOf(title: string): Setup {
  const sample = cloudSamples.find((each) => each.title === title)!;
  const fixture = emulatorFixture();
  const prerequisites = prepare(fixture.emulator, { domain: "tencentcloudapi.com" });
  const content = callerOf(fixture.emulator);
  const callAction = (action: string, params: PlainMap): PlainMap => {
    const { Error: rejected, Result = {}, ...direct } = content(`apigateway/${action}`, params);
    if (rejected) throw new Error(`${action} was rejected: ${JSON.stringify(rejected)}`);
    return { ...direct, ...(Result as PlainMap) };
  };
  const respond: Setup["respond"] = (action, response) => {
    fixture.override = (call) => (call.action !== action ? undefined : typeof response === "function" ? response(call) : response);
  };
  return Object.assign(fixture, {
    sample,
    prerequisites,
    stack: new Stack(sample.type, fixture.send, env),
    program: { ...sample.inputs(prerequisites) },
    callAction,
    respond,
    rejectAction: (action: string, code: string) => respond(action, rejection(code)),
    loseResponse: (action: string, carriedOut: boolean, times = Infinity) =>
      respond(action, ({ params }) => {
        if (times-- <= 0) return undefined;
        if (carriedOut) callAction(action, params);
        return new TransportError("sent", "ECONNRESET", "the connection was closed. It may have been carried out.", { ambiguous: true });
      }),
    recover: () => void (fixture.override = () => undefined),
    sent: (action: string) => fixture.calls.findLast((call) => call.action === action)?.params,
  });
}

/** Opens a stack of the sample and creates the object, with these inputs in addition; those that are undefined are left out. */
export async function created(title: string, inputs: Readonly<Record<string, unknown>> = {}): Promise<Setup & { id: string }> {
  const fixture = setupOf(title);
  const all = Object.entries({ ...fixture.program, ...inputs }).filter(([, value]) => value !== undefined);
  fixture.program = Object.fromEntries(all) as Properties;
  await fixture.stack.up(fixture.program);
  fixture.actions();
  return Object.assign(fixture, { id: fixture.stack.stored!.id });
}
