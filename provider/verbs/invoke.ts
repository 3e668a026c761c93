// Invoke: a function of the package, without side effects, the same in preview and update (protocol 2.8 and 8).
import { validate } from "../core/validate";
import type { FunctionContext, RequestContext, RpcContext } from "../core/contract";
import type { Failure } from "../core/errors";
import { InvalidInputsError, ProviderError } from "../core/errors";
import { truncateFailures } from "../core/value-rules";
import { canonical } from "../core/json";
import { markSecrets } from "../core/marks";
import type { PlainMap, ValueMap } from "../core/value";
import { toPlainMap, hasSecret, secret, secretTexts } from "../core/value";
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
/** Functions take no unknowns: the SDKs skip the call, and the engine drops what is unknown (protocol, case 75). */
const unknownReason = "its value is not known yet, so it cannot be sent";

/** Answers a function. Wrong arguments, those that only the module can judge included, come as failures. */
export async function invoke(house: House, flights: Flights, { token, args, preview }: InvokeRequest, call: RpcContext): Promise<Answer> {
  const found = await house.lookup(token);
  const missingHint = preview ? previewHint : "";
  const rulesOf = house.rulesOf(found.module);
  const { inputs, failures } = validate(found.spec.inputs ?? {}, args, {
    schema: house.schema,
    rules: found.lookup.rules,
    rulesOf,
    missingHint,
    unknownReason,
  });
  if (failures.length > 0) return { failures: truncateFailures(failures) };
  try {
    const question = { token, found, inputs: toPlainMap(inputs) };
    const texts = secretTexts(inputs);
    const outputs = await guarded(house, texts, call, (quiet) => ask(house, flights, question, quiet));
    return { result: marked(house, found, outputs, { args: inputs, texts }), failures: [] };
  } catch (error) {
    if (error instanceof InvalidInputsError) return { failures: error.failures };
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

async function ask(house: House, flights: Flights, { token, found, inputs }: Question, call: RpcContext): Promise<PlainMap> {
  if (found.lookup.remote === false) return found.lookup.read(inputs, functionContext(call, undefined));
  call.limit(budget, new ProviderError("deadline_exceeded", `${token} was not answered within ${budget / 60} minutes`));
  const read = async (operation: RequestContext): Promise<PlainMap> =>
    found.lookup.read(inputs, functionContext(operation, house.client(found.module, inputs, operation)));
  const key = `${house.generation} ${token} ${canonical(inputs)}`;
  return flights.join({ key, kept: found.lookup.cacheable?.(inputs) ?? true }, call, read);
}

/** The request context of a function, with the client of its module. */
function functionContext(context: RequestContext, client: unknown): FunctionContext<unknown> {
  return {
    client,
    signal: context.signal,
    status: (message) => context.status(message),
    log: (severity, message) => context.log(severity, message),
    redact: (text) => context.redact(text),
  };
}

interface Asked {
  args: ValueMap;
  /** The secret texts among the arguments. */
  texts: ReadonlySet<string>;
}

function marked(house: House, { spec, lookup }: FoundLookup, outputs: PlainMap, { args, texts }: Asked): ValueMap {
  const result = markSecrets(outputs, { schema: house.schema, shape: spec.outputs ?? {}, like: args, texts });
  if (lookup.derived && hasSecret(args)) {
    for (const key of lookup.derived) if (result[key] !== undefined) result[key] = secret(result[key]);
  }
  return result;
}
