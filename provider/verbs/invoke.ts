// Invoke: a function of the package, without side effects, the same in preview and update (protocol 2.8 and 8).
import { check } from "../core/check";
import type { Call, Operation } from "../core/contract";
import type { Failure } from "../core/errors";
import { InvalidInputs, ProviderError } from "../core/errors";
import { canonical } from "../core/json";
import { mark } from "../core/marks";
import { format } from "../core/path";
import type { Step } from "../core/path";
import type { PlainMap, Value, ValueMap } from "../core/value";
import { bareMap, hasSecret, isMap, open, secret, secretTexts, Unknown } from "../core/value";
import type { FoundLookup, House } from "./house";
import { guarded } from "./house";
import type { Flights } from "./share";

/** What is asked. */
export interface InvokeRequest {
  token: string;
  args: ValueMap;
  preview: boolean;
}

/** The answer, or all that is wrong with the question. */
export interface Answer {
  result?: ValueMap;
  failures: Failure[];
}

const previewHint = "; during a preview it may be that its value is not known yet";

/** Answers a function. Wrong arguments, those that only the module can judge included, come as failures. */
export async function invoke(house: House, flights: Flights, { token, args, preview }: InvokeRequest, call: Call): Promise<Answer> {
  const found = await house.lookup(token);
  const missingHint = preview ? previewHint : "";
  const checked = check(found.spec.inputs ?? {}, args, { schema: house.schema, rules: found.lookup.rules, rulesOf: house.rulesOf(found.module), missingHint });
  const failures = [...unknowns(checked.inputs), ...checked.failures];
  if (failures.length > 0) return { failures };
  const texts = secretTexts(args);
  try {
    const outputs = await guarded(house, texts, call, (quiet) => ask(house, flights, { token, found, inputs: bareMap(checked.inputs) }, quiet));
    return { result: marked(house, found, outputs, checked.inputs), failures: [] };
  } catch (error) {
    if (error instanceof InvalidInputs) return { failures: error.failures };
    throw error;
  }
}

interface Question {
  token: string;
  found: FoundLookup;
  inputs: PlainMap;
}

/** How long a lookup may take in all, in seconds (protocol 2.8). */
const budget = 300;

async function ask(house: House, flights: Flights, { token, found, inputs }: Question, call: Call): Promise<PlainMap> {
  if (found.lookup.remote === false) return found.lookup.read(inputs, undefined);
  call.limit(budget, new ProviderError("timeout", `${token} was not answered within ${budget / 60} minutes`));
  const read = async (operation: Operation): Promise<PlainMap> => found.lookup.read(inputs, house.client(found.module, inputs, operation));
  return flights.join(`${house.generation} ${token} ${canonical(inputs)}`, call, read);
}

/** Functions take no unknowns: the SDKs skip the call, and the engine drops what is unknown (protocol, case 75). */
function unknowns(args: ValueMap): Failure[] {
  const found: Failure[] = [];
  const walk = (value: Value | undefined, at: readonly Step[]): void => {
    const part = open(value);
    if (part instanceof Unknown) found.push({ property: format(at), reason: "its value is not known yet, so it cannot be sent" });
    else if (Array.isArray(part)) part.forEach((item, i) => walk(item, [...at, i]));
    else if (isMap(part)) for (const key of Object.keys(part)) walk(part[key], [...at, key]);
  };
  walk(args, []);
  return found;
}

function marked(house: House, { spec, lookup }: FoundLookup, outputs: PlainMap, args: ValueMap): ValueMap {
  const result = mark(outputs, { schema: house.schema, shape: spec.outputs ?? {}, like: args, texts: secretTexts(args) });
  if (lookup.derived && hasSecret(args)) {
    for (const key of lookup.derived) if (result[key] !== undefined) result[key] = secret(result[key]);
  }
  return result;
}
