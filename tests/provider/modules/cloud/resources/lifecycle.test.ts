/** What each resource sends, reports after a create that fails halfway, and replaces. See docs/modules/cloud.md#resource-overview. */
import type { PlainMap } from "../../../../../provider/core/values/value";
import { cloudSamples } from "../../../../samples/cloud";
import { expectedCalls } from "../../../../samples/cloud/calls";
import { inVirtualTime, useRealTime, useVirtualTime } from "../../../../support/virtual-time";
import { lost } from "../../lost";
import { schema, expectNoDrift } from "../support";
import { created, errorMessageOf, objectSamples, rejection, setupOf } from "./setup";

test.each(cloudSamples)("$title: exactly the calls of the table", async ({ title, news, operation: isOperation }) => {
  const { stack, program, prerequisites, actions } = setupOf(title);
  await stack.up(program);
  const calls: Record<string, string> = { create: actions().join(", ") };
  expect(await stack.up(program)).toBe("same");
  if (news) {
    await stack.up(news(prerequisites));
    calls["update"] = actions().join(", ");
  }
  await expectNoDrift(stack);
  const stored = stack.stored!;
  actions();
  await stack.destroy();
  calls["delete"] = actions().join(", ");
  stack.stored = stored;
  expect(await stack.refresh()).toEqual(isOperation ? [] : ["gone"]);
  for (const [verb, found] of Object.entries(calls)) expect([verb, found]).toEqual([verb, expectedCalls[`${verb} ${title}`] ?? ""]);
});

/** Their create reads nothing: the response of the service is the state. */
const unread = ["plugin", "binding of a plugin", "binding of an application"];
/** Inputs that are written after the first read. */
const later: Record<string, string[]> = {
  service: ["preLimit", "releaseLimit", "tags", "testLimit"],
  "binding of a plan": ["accessKeyIds"],
};

test.each(objectSamples.filter(({ title }) => !unread.includes(title)))(
  "$title: the inputs of an object that cannot be read after its creation are stored",
  async ({ title }) => {
    const fixture = setupOf(title);
    const { stack, program } = fixture;
    let isMade = false;
    fixture.override = ({ action }) => {
      isMade ||= !action.startsWith("Describe");
      return isMade && action.startsWith("Describe") ? rejection("UnauthorizedOperation") : undefined;
    };
    await expect(stack.up(program)).rejects.toThrow("UnauthorizedOperation");
    const unwritten = later[title] ?? [];
    expect(stack.outputs).toMatchObject(Object.fromEntries(Object.entries(program).filter(([key]) => !unwritten.includes(key))));
  },
);

const none = { Result: { TotalCount: 0 } };

/** By sample: the action of the read, or of a later write, and what it returns for an object that is not visible yet. */
const invisible: [title: string, action: string, response: PlainMap][] = [
  ["service", "DescribeService", rejection("ResourceNotFound.InvalidService")],
  ["service", "ModifyServiceEnvironmentStrategy", rejection("ResourceNotFound.InvalidService")],
  ["API", "DescribeApi", rejection("ResourceNotFound.InvalidApi")],
  ["API", "ModifyApiEnvironmentStrategy", rejection("ResourceNotFound.InvalidApi")],
  ["key that the service makes", "DescribeApiKeysStatus", none],
  ["key that the service makes", "DisableApiKey", rejection("ResourceNotFound.InvalidAccessKeyId")],
  ["IP strategy", "DescribeIPStrategy", rejection("ResourceNotFound.InvalidIPStrategy")],
  ["usage plan", "DescribeUsagePlan", rejection("ResourceNotFound.InvalidUsagePlan")],
  ["document", "DescribeAPIDocDetail", rejection("ResourceNotFound.InvalidApiDoc")],
  ["channel", "DescribeUpstreams", none],
  ["domain", "DescribeServiceSubDomains", none],
  ["release", "DescribeServiceEnvironmentReleaseHistory", none],
  ["binding of a key", "DescribeUsagePlan", { Result: { BindSecretIds: null, BindSecretIdTotalCount: 0 } }],
  ["binding of a strategy", "DescribeIPStrategy", { Result: { BindApis: null, BindApiTotalCount: 0 } }],
  ["import of a document", "DescribeApi", rejection("ResourceNotFound.InvalidApi")],
];

test.each(invisible)("%s: a create waits until %s finds the object", async (title, action, response) => {
  useVirtualTime();
  const fixture = setupOf(title);
  const { stack, program } = fixture;
  let left = 0;
  fixture.override = (call) => {
    if (/^(Create|Import|Attach|Bind|Release)/.test(call.action)) left = 3;
    return call.action === action && left-- > 0 ? response : undefined;
  };
  expect(await inVirtualTime(stack.up(program))).toBe("create");
  useRealTime();
  expect(stack.outputs).toMatchObject(program);
});

/** The service generates the ID, so an object whose creation was not confirmed can be found by other properties only. */
const generated = cloudSamples.filter(({ nameless }) => nameless === true);

test.each(generated)(
  "$title: after a lost response, the error names functions that require inputs of the resource only",
  async ({ title }) => {
    const fixture = setupOf(title);
    fixture.override = ({ action }) => (action.startsWith("Describe") ? undefined : lost("sent"));
    const message = await errorMessageOf(fixture.stack.up(fixture.program));
    const hint = /may have been created\. (Look for .*)$/s.exec(message)?.[1] ?? "no hint";
    const names = hint.match(/\bget[A-Z]\w+/g) ?? [];
    if (names.length === 0) expect(hint).toContain("API Gateway console");
    for (const name of names) {
      const spec = schema.function(`quartet:cloud:${name}`)!;
      expect(Object.keys(fixture.program)).toEqual(expect.arrayContaining([...(spec.inputs?.required ?? [])]));
    }
  },
);

test.each(objectSamples)("$title: a rejected delete leaves the object as it was", async ({ title }) => {
  // The deletion disables an enabled key.
  const { stack, rejectAction, recover } = await created(title, title.startsWith("key") ? { status: "on" } : {});
  const content = () => Object.entries(stack.outputs).filter(([name]) => !/time/i.test(name));
  const before = content();
  const actions = expectedCalls[`delete ${title}`]!.match(/[A-Z]\w+/g)!;
  rejectAction(
    actions.findLast((action) => !action.startsWith("Describe"))!,
    "FailedOperation",
  );
  await expect(stack.destroy()).rejects.toThrow("FailedOperation");
  recover();
  await expectNoDrift(stack);
  expect(content()).toEqual(before);
});

/** Two of these would have one identity, path or binding. */
const exclusive = ["API", "key of the program's own", "domain", "binding of a plan", "import of a document"];

test.each(cloudSamples.filter(({ replacing }) => replacing))("$title: replaced as its identity permits", async ({ title, replacing }) => {
  const { stack, prerequisites } = await created(title);
  const next = replacing!(prerequisites);
  expect(await stack.up(next)).toBe(exclusive.includes(title) ? "delete first" : "replace");
  await expectNoDrift(stack);
  expect(await stack.up(next)).toBe("same");
});
