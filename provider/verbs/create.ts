// Create: makes an object. From the moment its id is known, every failure carries the id and the state reached.
// See docs/protocol.md#create and docs/protocol.md#partial-failures.
import type { CreateRequest as ResourceCreateRequest, RpcContext } from "../core/contract";
import { asProviderError, internalError, ProviderError, ResourceInitFailedError } from "../core/errors";
import { importCommand } from "../core/import-command";
import { canonical } from "../core/json";
import { previewCreate, widenInputs } from "../core/preview";
import { withWriteOnly } from "../core/traits";
import type { Plain, PlainMap, Value, ValueMap } from "../core/value";
import { secretTexts, toPlainMap, unknown } from "../core/value";
import { hideGeneratedName } from "./autonaming";
import { changedNames, computeChanges, inputsOf, remoteChanges } from "./changes";
import { acceptInputs } from "./check";
import { differences, markInputs, markPreviewInputs, outputsOf } from "./outputs";
import { checkPreview } from "./preview-check";
import { withRedaction } from "./redaction";
import type { RegisteredResource } from "./registry";
import { limitTime, readBack, resourceContext } from "./resource-calls";
import type { Runtime } from "./runtime";
import { updateRequest } from "./update-request";
import { contextAfterFailure, markedState, partialState, readAfterFailure, type Write } from "./write";

/** The object to make. */
export interface CreateRequest {
  type: string;
  urn: string;
  inputs: ValueMap;
  preview: boolean;
  /** Seconds; 0 when the resource option is not set. */
  timeout: number;
}

/** An object and its state. */
export interface CreateResponse {
  id: string;
  state: ValueMap;
}

/** Makes an object. Fails with a {@link ResourceInitFailedError} once the object exists. */
export async function create(runtime: Runtime, request: CreateRequest, rpc: RpcContext): Promise<CreateResponse> {
  const resource = await runtime.registry.resource(request.type);
  const given = acceptInputs(runtime, resource, request.inputs);
  if (request.preview) {
    await checkPreview(runtime, resource, given, rpc);
    return { id: "", state: previewState(runtime, resource, given) };
  }
  const inputs = toPlainMap(given);
  const reserve = limitTime(rpc, "create", resource, { timeout: request.timeout, inputs });
  const marks = markInputs(runtime.registry, resource, inputs, [given]);
  return withRedaction(runtime.configuration, secretTexts(marks), rpc, (redacted) => {
    const context = resourceContext(runtime, resource, inputs, redacted);
    const write: Write = { runtime, resource, inputs, marks: [marks], rpc: redacted, context, reserve };
    return runtime.write(() => createObject(write, request.urn));
  });
}

function previewState(runtime: Runtime, resource: RegisteredResource, given: ValueMap): ValueMap {
  const { registry } = runtime;
  const { widened, local, stable } = resource.traits;
  const inputs = widenInputs(markPreviewInputs(registry, resource, given), widened, { ...resource, schema: registry.schema });
  // The service returns its own value of such an input, for example the etag of the write.
  const own = [...local].filter((key) => stable.has(key)).map((key): [string, Value] => [key, unknown]);
  return previewCreate(resource.spec, hideGeneratedName(runtime, resource, { ...inputs, ...Object.fromEntries(own) }));
}

/** An object that exists: the inputs that are written, and outputs that no read returns. */
interface Existing {
  id: string;
  state: PlainMap;
}

/** Keeps the object that a create has reported, for this request and for a repeated one. */
class CreatedObject {
  existing: Existing | undefined;

  constructor(
    private readonly write: Write,
    private readonly request: string | undefined,
  ) {
    this.existing = request === undefined ? undefined : write.runtime.unfinished.get(request);
  }

  /** Implements `created` of the resource contract. */
  readonly report = (id: string, state: Readonly<Record<string, Plain | undefined>> = this.write.inputs): void => {
    this.existing = { id, state: withoutUndefined(state) };
    const { runtime, resource } = this.write;
    if (this.request !== undefined) runtime.unfinished.set(this.request, { token: resource.token, ...this.existing });
  };
}

async function createObject(write: Write, urn: string): Promise<CreateResponse> {
  const { runtime, resource, inputs, context } = write;
  resource.resource.assertWritable?.(context);
  // Without a URN a repeated create cannot be distinguished from another one.
  const object = new CreatedObject(write, urn === "" ? undefined : `${urn}\n${canonical(inputs)}`);
  try {
    if (object.existing) await completeObject(write, object.existing);
    else await createOrAdopt(write, object, (id) => importCommand(resource.token, urn, id));
    if (!object.existing) throw internalError(`create of ${resource.token} reported no id`);
    const { id, state } = object.existing;
    const found = await readBack(resource, id, context, { inputs, state: { ...state, ...inputs } });
    runtime.removeUnfinished(resource, id);
    return { id: found.id, state: markedState(write, found.state) };
  } catch (error) {
    throw object.existing ? await createFailure(write, object.existing, error) : error;
  }
}

function withoutUndefined(state: Readonly<Record<string, Plain | undefined>>): PlainMap {
  return Object.fromEntries(Object.entries(state).filter((entry): entry is [string, Plain] => entry[1] !== undefined));
}

/** Creates the object; after an ambiguous failure, adopts the object that the request may have created. */
async function createOrAdopt(write: Write, object: CreatedObject, command: (id: string) => string): Promise<void> {
  const { resource, inputs, context } = write;
  try {
    const request: ResourceCreateRequest<PlainMap, PlainMap> = { inputs, created: object.report, importCommand: command };
    await resource.resource.create(request, context);
  } catch (error) {
    const isAmbiguous = error instanceof ProviderError && error.ambiguous;
    if (object.existing || !isAmbiguous || !resource.resource.find) throw error;
    const adopted = await findObject(write, error, command);
    if (!adopted) throw error;
    object.report(adopted.id, adopted.state);
    await completeObject(write, adopted);
  }
}

/** Finds the object that an ambiguous create has made: it agrees with what the create wrote. Another object fails with `already_exists`. */
async function findObject(write: Write, error: ProviderError, command: (id: string) => string): Promise<Existing | undefined> {
  const { runtime, resource, inputs } = write;
  const found = await resource.resource.find!(inputs, contextAfterFailure(write)).catch(() => undefined);
  if (!found) return undefined;
  const written = withoutUndefined(found.written ?? inputs);
  // Without `written` an input that the program leaves out has to be absent at the service, too.
  const isWritten = (key: string): boolean => found.written === undefined || key in written;
  const remote = withWriteOnly(found.state, written, resource.traits);
  const other = differences(runtime.registry, resource, written, remote).filter(isWritten);
  if (other.length === 0) return { id: found.id, state: written };
  // Hints of the module for an object that may exist do not apply to one that was found.
  const message = `${error.reason}\nAn object with the ID ${found.id} exists and differs in ${other.join(", ")}. Import it with \`${command(found.id)}\`, or change the program.`;
  throw new ProviderError("already_exists", message, { cause: error });
}

/** Writes the inputs that an object of an unfinished create does not have yet, as the next update would. */
async function completeObject(write: Write, { id, state }: Existing): Promise<void> {
  const { runtime, resource, inputs, context } = write;
  const remote = await readBack(resource, id, context, { inputs, state });
  const before = inputsOf(resource, outputsOf(runtime.registry, resource, inputs, remote.state));
  const changes = remoteChanges(resource, computeChanges(runtime.registry, resource, { before, news: inputs, state: remote.state }));
  if (changes.length === 0 && remote.incomplete === undefined) return;
  const prior = { inputs: toPlainMap(before), state };
  await resource.resource.update?.(updateRequest(write, { id, changes, prior, remote: remote.state, ignore: [] }), context);
}

/** Returns the error of a create that failed after the object existed: the state reached, and the names of the inputs that are not written. */
async function createFailure(write: Write, { id, state }: Existing, error: unknown): Promise<ResourceInitFailedError<ValueMap>> {
  const { runtime, resource, inputs } = write;
  const reached = (await readAfterFailure(write, id, { inputs, state })) ?? {
    state: outputsOf(runtime.registry, resource, inputs, state),
  };
  const before = inputsOf(resource, reached.state);
  const missing = remoteChanges(resource, computeChanges(runtime.registry, resource, { before, news: inputs }));
  const partial = partialState(write, reached, changedNames(missing));
  return new ResourceInitFailedError(id, partial, [asProviderError(error).message], { cause: error });
}
