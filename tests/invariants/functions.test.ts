/** Every function, with random valid inputs and random responses: it ends, its failures name inputs, its outputs fit the schema, and no secret is shown. */
import fc from "fast-check";
import { ProviderError } from "../../provider/core/errors/errors";
import type { ObjectSpec } from "../../provider/core/schema/schema";
import { hasSecret, mapMembers, secret, unknown, type PlainMap, type Value } from "../../provider/core/values/value";
import type { InvokeResponse } from "../../provider/verbs/invoke";
import { schema as schemaFile } from "../provider/tools/schema-file";
import { canaryOf, expectHidden, shownIn } from "./canaries";
import type { Draw } from "./changes";
import { Counts, expectedAtLeast, property, timeLimitMs } from "./counts";
import { randomRemote } from "./random-remote";
import { mismatches } from "../support/schema-shape";
import { membersOf, type Source } from "./random-values";
import { decoded, schema, settingsOfAll } from "./fixture";
import { outcomeOf } from "../support/in-process";
import { ProviderProcess } from "../support/provider-process";
import type { Properties } from "../support/structs";
import { inVirtualTime } from "../support/virtual-time";

const counts = new Counts();
jest.setTimeout(timeLimitMs);
/** The functions of the package; methods of the provider resource are none. */
const functions = Object.entries(schemaFile.functions ?? {}).flatMap(([token, { inputs, outputs }]) => {
  const module = token.split(":")[1]!.split("/")[0]!;
  return module === "pulumi" || token.startsWith("pulumi:") ? [] : [{ token, module, inputs: inputs ?? {}, outputs: outputs ?? {} }];
});
type FunctionCase = (typeof functions)[number];

/** Inputs without the path of a file to write: a random one would write anywhere. */
function randomInputs(source: Source, { inputs }: FunctionCase) {
  const { resultOutputFile: _, ...properties } = inputs.properties ?? {};
  return membersOf(source, { ...inputs, properties }, true);
}

async function openSetup(draw: Draw, { module, outputs }: FunctionCase) {
  const source = { draw, schema, canary: canaryOf(draw(fc.nat), 40) };
  // Of other letters, so that no part of it is one of the other canary.
  const settingCanary = canaryOf(draw(fc.nat), 60).toLowerCase();
  const remote = randomRemote(source, module, outputs);
  const process = await new ProviderProcess({ send: remote.send, pace: inVirtualTime }).configure(settingsOfAll(settingCanary));
  return { source, process, remote, settingCanary };
}

/** Texts with the canary are secret. */
function withCanary(inputs: PlainMap, canary: string) {
  const marked = (value: Value, key: string) => (JSON.stringify(inputs[key]).includes(canary) ? secret(value) : value);
  return mapMembers(decoded(inputs as Properties), marked);
}

/** Each failure has a reason, and names an input or the object of all inputs. */
function expectNamed({ failures }: InvokeResponse, inputs: ObjectSpec) {
  for (const { property, reason } of failures) {
    expect(reason).not.toBe("");
    expect(["", ...Object.keys(inputs.properties ?? {})]).toContain(/^\w*/.exec(property)![0]);
  }
}

function textOf(outcome: InvokeResponse | Error) {
  if (outcome instanceof Error) return outcome.message;
  return [...outcome.failures.flatMap(({ property, reason }) => [property, reason]), shownIn(outcome.result)].join("\n");
}

async function invokeCase(draw: Draw, subject: FunctionCase) {
  const { token, inputs, outputs } = subject;
  const setup = await openSetup(draw, subject);
  const { canary } = setup.source;
  const args = withCanary(randomInputs(setup.source, subject), canary);
  const outcome = await outcomeOf(setup.process.invoke(token, args));
  const hasCanary = JSON.stringify(args).includes(canary);
  for (const hidden of [setup.settingCanary, ...(hasCanary ? [canary] : [])])
    expectHidden([textOf(outcome), ...setup.process.lines, ...setup.process.statusLines].join("\n"), hidden);
  expect(setup.remote.templates).not.toContain(undefined);
  expectHidden(setup.remote.templates.join("\n"), canary);
  if (outcome instanceof Error) {
    counts.add("errors");
    expect(outcome).toBeInstanceOf(ProviderError);
    expect((outcome as ProviderError).code).not.toBe("internal");
    expect(outcome.message).not.toBe("");
  } else if (outcome.result === undefined) {
    counts.add("failures");
    expect(outcome.failures.length).toBeGreaterThan(0);
    expect(setup.remote.count()).toBe(0);
    expectNamed(outcome, inputs);
  } else {
    counts.add("results");
    // What `withoutSecrets` leaves out may be a required member.
    const isOpen = args["withoutSecrets"] === true;
    expect(mismatches(outcome.result, outputs).filter((text) => !isOpen || !text.endsWith(" is missing"))).toEqual([]);
    expect(isOpen && hasSecret(outcome.result)).toBe(false);
  }
}

const inputNames = ({ inputs: { properties = {} } }: FunctionCase) =>
  Object.keys(properties).filter((name) => properties[name]!.deprecationMessage === undefined);

async function previewCase(draw: Draw, subject: FunctionCase) {
  const { token, inputs } = subject;
  const names = inputNames(subject);
  const setup = await openSetup(draw, subject);
  const args: Record<string, Value> = withCanary(randomInputs(setup.source, subject), setup.source.canary);
  const name = draw(fc.constantFrom, ...names);
  args[name] = draw(fc.boolean) ? unknown : secret(unknown);
  const outcome = await outcomeOf(setup.process.invoke(token, args, true));
  expect(setup.remote.count()).toBe(0);
  if (outcome instanceof Error) throw outcome;
  expect(outcome.result).toBeUndefined();
  expect(outcome.failures.map(({ property }) => /^\w*/.exec(property)![0])).toContain(name);
  expectNamed(outcome, inputs);
}

it.each(functions)("$token ends with outputs of the schema, failures of inputs or an error, without secrets", property(12, invokeCase));

it.each(functions.filter((subject) => inputNames(subject).length > 0))(
  "$token rejects unknown inputs of a preview by name, without a request",
  property(3, previewCase),
);

test("functions ended in every way", () => {
  for (const [kind, count] of Object.entries({ errors: 100, failures: 100, results: 300 }))
    expect(counts.of(kind)).toBeGreaterThan(expectedAtLeast(count));
  counts.print("functions");
});
