// Import by the last part of a name alone: it means the object in the project and the location of the provider. See docs/modules/eventrouting.md#import.
import { emulatorFixture, env, eventStack, failure, home, objectKinds } from "../support";
import { ana, errorMessageOf, viewer } from "./iam-setup";

const fixtureOf = async ({ kind, program }: (typeof objectKinds)[number]) => {
  const fixture = emulatorFixture();
  await eventStack(kind, fixture).stack.up(program as never);
  return fixture;
};

/** The resources of a kind of objects, with what follows the name in their IDs. */
const forms = [
  ["", "", {}],
  ["IamPolicy", "", { bindings: [{ role: viewer, members: [ana] }] }],
  ["IamBinding", ` ${viewer}`, { role: viewer, members: [ana] }],
  ["IamMember", ` ${viewer} ${ana}`, { role: viewer, member: ana }],
] as const;

const cases = objectKinds.flatMap((object) =>
  forms.map(([form, rest, grant]) => ({ token: `${object.kind}${form}`, object, rest, grant })),
);

test.each(cases)("$token", async ({ token, object, rest, grant }) => {
  const fixture = await fixtureOf(object);
  const name = `${home}/${object.collection}/orders`;
  fixture.emulator.policies.write(name, { bindings: [{ role: viewer, members: [ana] }], auditConfigs: [] });
  const { stack } = eventStack(token, fixture);
  for (const id of [`orders${rest}`, ` orders${rest} `, `${name}${rest}`]) {
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
  expect(await failure(stack.import("orders"))).toMatchObject({
    code: "invalid_argument",
    message: `Invalid import ID "orders": it names no ${part}, and none is configured. Use the full name, the setting ${setting} (\`pulumi config set quartet:${setting} VALUE\`), or the environment variable ${variable}.`,
  });
  expect(requests).toEqual([]);
});

test("the full name needs no configuration", async () => {
  const [trigger] = objectKinds;
  const fixture = await fixtureOf(trigger!);
  const { stack } = eventStack("Trigger", fixture, { GOOGLE_OAUTH_ACCESS_TOKEN: env.GOOGLE_OAUTH_ACCESS_TOKEN });
  await stack.import(`${home}/triggers/orders`);
  expect(stack.stored).toMatchObject({ id: `${home}/triggers/orders` });
});

test.each(["", " ", "orders two", "triggers/orders", "orders/"])("%j is malformed", async (id) => {
  const { stack, requests } = eventStack("Trigger");
  expect(await errorMessageOf(stack.import(id))).toMatch(
    /^Invalid import ID ".*": expected projects\/\{project\}\/.*, or the last part alone$/,
  );
  expect(requests).toEqual([]);
});
