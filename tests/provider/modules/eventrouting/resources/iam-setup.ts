// A stack of one policy, binding or member over an emulator with one object of each type.
import type { PlainMap } from "../../../../../provider/core/values/value";
import type { Policy } from "../../../../emulators/eventrouting/policy-store";
import { emulatorFixture, eventStack, home, type EmulatorFixture } from "../support";
import type { Stack } from "../../../../support/stack";

export { errorMessageOf } from "../support";

/** The three resource types, with their collection and the input that names the object. */
export const kinds = [
  ["Trigger", "triggers", "triggerId"],
  ["Channel", "channels", "channelId"],
  ["ChannelConnection", "channelConnections", "channelConnectionId"],
] as const;

export const viewer = "roles/eventarc.viewer";
export const admin = "roles/eventarc.admin";
export const ana = "user:ana@example.com";
export const ops = "group:ops@example.com";
export const night = { title: "by night", expression: "request.time.getHours() > 20" };

/** The collections of the emulator: one object each, `orders`. */
export function setup(options?: Parameters<typeof emulatorFixture>[0]): EmulatorFixture {
  const fixture = emulatorFixture(options);
  for (const [, collection] of kinds)
    fixture.emulator.objects[collection].set(`${home}/${collection}/orders`, { name: `${home}/${collection}/orders` });
  return fixture;
}

/** A stack over such an emulator. */
export interface IamSetup extends EmulatorFixture {
  stack: Stack;
  /** Full name of the object. */
  name: string;
  /** The policy of the object. */
  policy(): Policy;
  /** Writes a policy as another client. */
  write(bindings: Policy["bindings"], auditConfigs?: Policy["auditConfigs"]): void;
  /** Bodies of the writes so far. */
  written(): PlainMap[];
}

/** Creates what the tests of a resource such as `TriggerIamBinding` need. */
export function iamSetup(kind: string, fixture: EmulatorFixture = setup()): IamSetup {
  const [, collection] = kinds.find(([parent]) => kind.startsWith(`${parent}Iam`))!;
  const name = `${home}/${collection}/orders`;
  const { policies } = fixture.emulator;
  return Object.assign(eventStack(kind, fixture), {
    name,
    policy: () => policies.of(name),
    write: (bindings: Policy["bindings"], auditConfigs: Policy["auditConfigs"] = []) =>
      void policies.write(name, { bindings, auditConfigs }),
    written: () => fixture.requests.filter(({ line }) => line.endsWith(":setIamPolicy")).map(({ body }) => body ?? {}),
  });
}
