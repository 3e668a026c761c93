// Invoke: a function of the package, without side effects, the same in preview and update. See docs/protocol.md#invoke.
import type { RpcContext } from "../contract/context";
import type { Failure } from "../core/errors/errors";
import { InvalidInputsError, ProviderError } from "../core/errors/errors";
import { canonical } from "../core/json/json";
import { markSecrets } from "../core/secrets/marks";
import { validate } from "../core/validate/validate";
import { truncateFailures } from "../core/validate/value-rules";
import type { PlainMap, ValueMap } from "../core/values/value";
import { hasSecret, secret, secretTexts, toPlainMap } from "../core/values/value";
import { dropSecrets, withoutSecretsInput } from "../core/secrets/without-secrets";
import { loadFor } from "./loader";
import { withRedaction } from "./redaction";
import type { RegisteredFunction } from "./registry";
import type { Runtime } from "./runtime";
import { loadAlone } from "../core/concurrency/load-alone";
import { CallContext } from "./call-context";

/** A function and its arguments. */
export interface InvokeRequest {
  token: string;
  args: ValueMap;
  preview: boolean;
}

/** The outputs, or all failures of the arguments. */
export interface InvokeResponse {
  result?: ValueMap;
  failures: Failure[];
}

const noTexts: ReadonlySet<string> = new Set();
const previewHint = "; during a preview its value may be unknown";
/** Functions take no unknowns: the SDKs skip the call, and the engine drops unknown arguments. */
const unknownReason = "its value is unknown, so it cannot be sent";

/** Calls a function. Wrong arguments are failures, also those that only the module detects. */
export async function invoke(runtime: Runtime, { token, args, preview }: InvokeRequest, rpc: RpcContext): Promise<InvokeResponse> {
  const { registry, configuration } = runtime;
  const registered = await registry.function(token);
  const { inputs, failures, warnings } = validate(registered.spec.inputs ?? {}, args, {
    schema: registry.schema,
    rules: registered.implementation.rules,
    rulesOf: registered.rulesOf,
    missingHint: preview ? previewHint : "",
    unknownReason,
  });
  for (const warning of warnings) rpc.log("warning", warning);
  if (failures.length > 0) return { failures: truncateFailures(failures) };
  const isMarked = hasSecret(inputs);
  const texts = isMarked ? secretTexts(inputs) : noTexts;
  try {
    const plain = toPlainMap(inputs);
    const withoutSecrets = plain[withoutSecretsInput];
    delete plain[withoutSecretsInput];
    const outputs = await withRedaction(configuration, texts, rpc, () => readOutputs(runtime, registered, plain, rpc));
    const result = markResult(runtime, registered, outputs, isMarked ? { args: inputs, texts } : undefined);
    return { result: withoutSecrets === true ? dropSecrets(result) : result, failures: [] };
  } catch (error) {
    if (error instanceof InvalidInputsError) return { failures: error.failures };
    throw error;
  }
}

const timeLimitSeconds = 300;
/** How old, in ms, an object of a lookup may be: a program that looks up many objects one after the other is served from a list of them. */
const maximumAgeMs = 2000;

async function readOutputs(runtime: Runtime, registered: RegisteredFunction, inputs: PlainMap, rpc: RpcContext): Promise<PlainMap> {
  const { token, implementation, module } = registered;
  if (implementation.remote === false) return implementation.read(inputs, new CallContext(rpc, undefined, loadAlone));
  rpc.limit(timeLimitSeconds, () => {
    const message = `Read failed: ${token}: time limit of ${timeLimitSeconds} s exceeded. Check the connection and the load of the service.`;
    return new ProviderError("deadline_exceeded", message);
  });
  const key = `${runtime.generation} ${token} ${canonical(inputs)}`;
  return runtime.coalescer.join({ key, cacheable: implementation.cacheable?.(inputs) ?? true }, rpc, async (context) => {
    const client = runtime.configuration.client(module, inputs, context);
    return implementation.read(
      inputs,
      new CallContext(context, client, loadFor(runtime, { module, inputs, context, client, maximumAgeMs })),
    );
  });
}

/** Arguments that contain a secret. */
interface MarkedArguments {
  args: ValueMap;
  /** The secret texts in the arguments. */
  texts: ReadonlySet<string>;
}

function markResult(
  { registry }: Runtime,
  { spec, implementation }: RegisteredFunction,
  outputs: PlainMap,
  secrets: MarkedArguments | undefined,
): ValueMap {
  const { schema } = registry;
  const shape = spec.outputs ?? {};
  if (secrets === undefined) return markSecrets(outputs, { schema, shape });
  const result = markSecrets(outputs, { schema, shape, like: [secrets.args], texts: secrets.texts });
  if (implementation.derived) {
    for (const key of implementation.derived) if (result[key] !== undefined) result[key] = secret(result[key]);
  }
  return result;
}
