// Fixtures for the tests of resources: a stack of one sample with the objects it refers to, another writer, and injected failures.
import type { PlainMap } from "../../../../../provider/core/values/value";
import { cloudSamples, prepare } from "../../../../samples/cloud";
import { actionsOf } from "../../../../samples/cloud/actions";
import { cloudVariants } from "../../../../samples/cloud/variants";
import { Stack } from "../../../../support/stack";
import type { Properties } from "../../../../support/structs";
import { lost } from "../../lost";
import { emulatorFixture, env, type SentCall } from "../support";

export { errorMessageOf, expectNoDrift, expectSettled } from "../support";

/** Samples of resources that leave an object. */
export const objectSamples = cloudSamples.filter(({ operation }) => !operation);

/** Returns the `Response` of an error with the code. */
export const rejection = (code: string) => ({ Error: { Code: code, Message: "rejected by hand" } });

/** A stack of one sample, over an emulator. */
export type Setup = ReturnType<typeof setupOf>;

/** Opens a stack of the sample with this title. */
export function setupOf(title: string) {
  const sample = cloudVariants.find((each) => each.title === title)!;
  const fixture = emulatorFixture();
  const place = { domain: "tencentcloudapi.com" };
  const prerequisites = prepare(fixture.emulator, place);
  /** Sends a request to the emulator as another writer and returns `Result`. Fails on an error. */
  const callAction = actionsOf(fixture.emulator, place);
  /** Replaces the response of an action from now on, except where the function returns undefined. */
  const respond = (action: string, response: PlainMap | ((call: SentCall) => PlainMap | Error | undefined)) => {
    fixture.override = (call) => (call.action !== action ? undefined : typeof response === "function" ? response(call) : response);
  };
  return Object.assign(fixture, {
    sample,
    prerequisites,
    stack: new Stack(sample.token, fixture.send, env),
    /** The inputs of the sample. */
    program: { ...sample.inputs(prerequisites) },
    callAction,
    respond,
    /** Rejects an action with this code from now on. */
    rejectAction: (action: string, code: string) => respond(action, rejection(code)),
    /** Drops the first response of an action, after or before its execution. */
    loseResponse: (action: string, carriedOut: boolean) => {
      let isLost = false;
      respond(action, ({ params }) => {
        if (isLost) return undefined;
        isLost = true;
        if (carriedOut) callAction(action, params);
        return lost("sent");
      });
    },
    /** Ends all injected failures. */
    recover: () => void (fixture.override = () => undefined),
    /** Returns the parameters of the last call of an action. */
    sent: (action: string) => fixture.calls.findLast((call) => call.action === action)?.params,
  });
}

/** Opens a stack of the sample and creates the object, with these inputs in addition; those that are undefined are left out. */
export async function created(title: string, inputs: Readonly<Record<string, unknown>> = {}) {
  const fixture = setupOf(title);
  const all = Object.entries({ ...fixture.program, ...inputs }).filter(([, value]) => value !== undefined);
  fixture.program = Object.fromEntries(all) as Properties;
  await fixture.stack.up(fixture.program);
  fixture.actions();
  return Object.assign(fixture, { id: fixture.stack.stored!.id });
}
