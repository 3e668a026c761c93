// Import by the last part of a name alone: it means the object in the project and the location of the provider. See docs/modules/eventrouting.md#import.
import { emulatorFixture, env, eventStack, expectFailure, home, objectKinds } from "../support";
import { ana, errorMessageOf, setup, viewer } from "./iam-setup";

/** The resources of a kind of objects, with what follows the name in their IDs. */
const forms = [
  ["IamPolicy", "", { bindings: [{ role: viewer, members: [ana] }] }],
  ["IamBinding", ` ${viewer}`, { role: viewer, members: [ana] }],
  ["IamMember", ` ${viewer} ${ana}`, { role: viewer, member: ana }],
  ["", "", {}],
] as const;
const cases = objectKinds.flatMap(({ kind, collection }) => forms.map((form) => [`${kind}${form[0]}`, collection, form] as const));

test.each(cases)("%s in %s", async (token, collection, [, rest, grant]) => {
  const fixture = setup();
  const name = `${home}/${collection}/orders`;
  fixture.emulator.policies.write(name, { bindings: [{ role: viewer, members: [ana] }], auditConfigs: [] });
  // The full name needs no configuration.
  const { GOOGLE_OAUTH_ACCESS_TOKEN } = env;
  for (const [id, environment] of [[` orders${rest} `, env] as const, [`${name}${rest}`, { GOOGLE_OAUTH_ACCESS_TOKEN }] as const]) {
    const { stack } = eventStack(token, fixture, environment);
    await stack.import(id);
    expect(stack.stored).toMatchObject({ id: `${name}${rest}` });
    expect(stack.inputs).toMatchObject(grant);
  }
});

test.each([
  ["project", "GOOGLE_PROJECT", "googleProject"],
  ["location", "GOOGLE_REGION", "googleLocation"],
])("without a %s it is an error, without a request", async (part, variable, setting) => {
  const { [variable as keyof typeof env]: _, ...rest } = env;
  const { stack, requests } = eventStack("Trigger", emulatorFixture(), rest);
  await expectFailure(
    stack.import("orders"),
    "invalid_argument",
    `Invalid import ID "orders": it names no ${part}, and none is configured. Use the full name, the setting ${setting} (\`pulumi config set quartet:${setting} VALUE\`), or the environment variable ${variable}.`,
  );
  expect(requests).toEqual([]);
});

test.each(["", "orders two", "triggers/orders"])("%j is malformed", async (id) => {
  const { stack, requests } = eventStack("Trigger");
  const format = /^Invalid import ID ".*": expected projects\/\{project\}\/.*, or the last part alone$/;
  expect(await errorMessageOf(stack.import(id))).toMatch(format);
  expect(requests).toEqual([]);
});
