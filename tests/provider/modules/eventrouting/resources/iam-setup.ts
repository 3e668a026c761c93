// A stack of one policy, binding or member over an emulator with the object.
import type { Policy } from "../../../../emulators/eventrouting/policies";
import { emulatorFixture, eventStack, home, objectKinds } from "../support";

export const viewer = "roles/eventarc.viewer";
export const admin = "roles/eventarc.admin";
export const ana = "user:ana@example.com";
export const ops = "group:ops@example.com";
export const night = { title: "by night", expression: "request.time.getHours() > 20" };

/** Creates what the tests of a resource such as `TriggerIamBinding` need: an object of its type. */
export function iamSetup(kind: string) {
  const fixture = emulatorFixture();
  const { collection } = objectKinds.find((parent) => kind.startsWith(`${parent.kind}Iam`))!;
  const name = `${home}/${collection}/orders`;
  const { policies, objects } = fixture.emulator;
  objects[collection].set(name, { name });
  return Object.assign(eventStack(kind, fixture), {
    /** Full name of the object. */
    name,
    /** Returns the policy of the object. */
    policy: () => policies.of(name),
    /** Writes a policy as another client. */
    write: (bindings: Policy["bindings"], auditConfigs: Policy["auditConfigs"] = []) =>
      void policies.write(name, { bindings, auditConfigs }),
    /** Returns the bodies of the writes so far. */
    written: () => fixture.requests.filter(({ line }) => line.endsWith(":setIamPolicy")).map(({ body }) => body ?? {}),
  });
}
