// Create, update and delete of objects through long-running operations: triggers, channels, channel connections.
// See docs/modules/eventrouting.md#operations and docs/modules/eventrouting.md#resources.
import { asProviderError, hasCode, ProviderError, withHint } from "../../../core/errors/errors";
import { isObject } from "../../../core/json/json";
import { scalarText, textOf } from "../../../core/values/records";
import type { Plain, PlainMap } from "../../../core/values/value";
import type { EventClient } from "../client";
import { isImmutable, isStatus, OperationError } from "../errors";
import { isGone, readRecord } from "../gone";
import { unexpectedResponse, requireNamed } from "../response";
import { awaitOperation, requireOperation, type Subject } from "../operations";
import { conditionTexts } from "../mapping";
import type { RemoteOperation, RemoteRecord } from "../remote";
import { createOnFirstUse } from "./first-use";

/** Returns whether the response to a write is the object as a read returns it, and not an excerpt. */
export function isWholeRecord(record: PlainMap): boolean {
  return ["name", "uid", "createTime"].every((member) => textOf(record[member]) !== undefined);
}

/** A new object. */
interface OperationCreation extends Subject {
  /** Name of the collection. */
  parent: string;
  /** The query parameter with the last part of the name. */
  query: Readonly<Record<string, string>>;
  body: PlainMap;
}

/** Receives the record of an object that exists; undefined when the service returned none, with the operation that may still create it. */
type Created = (record: PlainMap | undefined, operation?: string) => void;

/**
 * Creates an object and waits for the end of the operation. Calls `created` as soon as the object is known to exist, also when its operation failed or its end
 * is unknown; the failure follows. A failure before that means that nothing exists, unless it is ambiguous. Returns the record that it reported.
 */
export async function createByOperation(client: EventClient, creation: OperationCreation, created: Created): Promise<PlainMap | undefined> {
  let exists = false;
  let reported: PlainMap | undefined;
  const report: Created = (record, operation) => {
    exists = true;
    reported = record;
    created(record, operation);
  };
  await createOnFirstUse(
    client,
    () => attemptCreate(client, creation, report),
    () => exists,
  );
  return reported;
}

async function attemptCreate(client: EventClient, creation: OperationCreation, created: Created): Promise<void> {
  const { parent, name, query, body, caller } = creation;
  try {
    const request = { method: "POST", name: parent, query, body, caller, objectName: name } as const;
    const { body: operation, ambiguous } = await client.exchange(request, "resource");
    await requireOperation(client, operation, creation);
    await awaitCreation(client, { operation, ambiguous }, { creation, created });
  } catch (error) {
    await waitUntilVisible(client, creation, error);
    throw error;
  }
}

/** The time, in ms, in which an object of a create whose outcome is unknown may appear: while its operation runs it is not visible. */
const visibleAfterMs = { rejected: 90_000, unknown: 10_000 } as const;

/** Waits until the object is visible that a failed request may have created: core decides then whether it is. */
async function waitUntilVisible(client: EventClient, creation: OperationCreation, failure: unknown): Promise<void> {
  if (!asProviderError(failure).ambiguous || client.context.signal.aborted) return;
  const limitMs = visibleAfterMs[hasCode(failure, "already_exists") ? "rejected" : "unknown"];
  const read = async (): Promise<PlainMap | undefined> => readRecord(client, creation, "search");
  try {
    await client.poll({ read, pauses: { first: 500, factor: 1.5, longest: 10_000 }, limitMs });
  } catch {
    // The caller reports the failure of the request.
  }
}

/** How much older than its create an object may seem, in ms: the clocks of client and service differ. */
const clockSkewMs = 60_000;

/** Returns whether the object may have been created at this time, in ms since 1970, or later. */
export function isCreatedSince({ createTime }: PlainMap, time: number): boolean {
  const created = Date.parse(scalarText(createTime));
  return Number.isFinite(created) && created >= time - clockSkewMs;
}

/** Waits for the operation. `ambiguous`: another operation, whose response was lost, may create the object. */
async function awaitCreation(
  client: EventClient,
  { operation, ambiguous }: { operation: PlainMap; ambiguous: boolean },
  { creation, created }: { creation: OperationCreation; created: Created },
): Promise<void> {
  let failure: ProviderError | undefined;
  try {
    const { response } = await awaitOperation(client, operation, creation);
    if (response) return created(isRecord(response) ? await requireNamed(client, creation, response) : undefined);
  } catch (error) {
    if (!(error instanceof OperationError)) {
      created(undefined, scalarText(operation.name));
      throw error;
    }
    failure = ambiguous ? withHint(error, "", { ambiguous }) : error;
    // The operation found an object of another writer, or of the lost request.
    if (isStatus(error, "ALREADY_EXISTS")) throw failure;
  }
  // An object that cannot be read counts as existing, so that its ID is kept.
  const record = await readRecord(client, creation).catch((): PlainMap => ({}));
  if (record === undefined) throw failure ?? withHint(lostOperationError(creation), "", { ambiguous: true });
  created(isRecord(record) ? record : undefined);
  if (failure === undefined) return;
  const conditions = conditionsOf(record);
  throw conditions === "" ? failure : withHint(failure, `Its conditions: ${conditions}`);
}

function isRecord({ name }: RemoteRecord): boolean {
  return typeof name === "string";
}

function lostOperationError({ name, caller }: Subject, outcome = "Its outcome is unknown."): ProviderError {
  return new ProviderError("failed_precondition", `${caller} ${name}: the operation no longer exists. ${outcome}`);
}

/** Returns the conditions of a trigger in one line; empty when there are none. */
export function conditionsOf({ conditions }: RemoteRecord): string {
  const texts = Object.entries(conditionTexts(conditions));
  return texts.map(([key, text]) => `${key}: ${String(text)}`).join("; ");
}

/** An update of some members. */
interface MaskedUpdate extends Subject {
  /** The members to write. Those that are absent in the body are cleared. */
  mask: readonly string[];
  body: PlainMap;
  /** Returns which of these members have another value in an object. */
  unwritten(record: PlainMap): readonly string[];
  /** Called with the operation when its end is not known. */
  pending(operation: string): void;
}

/** The engine asks no provider whether the old object has to go first when a user requests the replacement. */
const immutableHint =
  "This cannot be changed in place. To replace the object, set its resource option `deleteBeforeReplace`, and run `pulumi up --replace` with its URN.";

/**
 * Updates an object and waits for the end of the operation; sends nothing for an empty mask. A failure after the operation has begun is ambiguous. Where the
 * operation ends without a result, the object has to have the new values. Returns the record of the operation.
 */
export async function updateByOperation(client: EventClient, update: MaskedUpdate): Promise<PlainMap | undefined> {
  const { name, mask, body, caller } = update;
  if (mask.length === 0) return undefined;
  const patch = { method: "PATCH", name, query: { updateMask: mask.join(",") }, body: { name, ...body }, caller } as const;
  let hasBegun = false;
  try {
    const operation = await client.request(patch, "resource");
    hasBegun = true;
    await requireOperation(client, operation, update);
    const { response } = await awaitOperation(client, operation, { name, caller }).catch((error: unknown) => {
      if (!(error instanceof OperationError)) update.pending(scalarText(operation.name));
      throw error;
    });
    if (response && isRecord(response)) return await requireNamed(client, update, response);
    await requireWritten(client, update);
    return undefined;
  } catch (error) {
    const hint = isImmutable(error) ? immutableHint : "";
    if (!hasBegun && hint === "") throw error;
    throw withHint(error, hint, { ambiguous: hasBegun || asProviderError(error).ambiguous });
  }
}

/** Fails with `failed_precondition` when members of the update have another value. */
async function requireWritten(client: EventClient, { name, caller, unwritten }: MaskedUpdate): Promise<void> {
  const record = await readRecord(client, { name, caller });
  const missing = record === undefined ? [] : unwritten(record);
  if (missing.length === 0) return;
  const reason = `the operation ended without a result, and Eventarc still has the former ${missing.join(", ")}`;
  throw new ProviderError("failed_precondition", `${caller} ${name}: ${reason}. Run \`pulumi up\` again.`);
}

/** Returns the members that have a value, by these keys. An empty text, list or map is none: the mask clears it. */
export function pickGiven(inputs: PlainMap, keys: readonly string[]): PlainMap {
  return Object.fromEntries(keys.filter((key) => !isEmpty(inputs[key])).map((key) => [key, inputs[key]!]));
}

function isEmpty(value: Plain | undefined): boolean {
  return value === undefined || value === null || value === "" || (isObject(value) && Object.keys(value).length === 0);
}

/** An object to delete. */
interface Deletion extends Subject {
  query?: Readonly<Record<string, string>>;
}

/** Deletes an object and waits for the end of the operation. An object that does not exist is a success. */
export async function deleteByOperation(client: EventClient, { name, query = {}, caller }: Deletion): Promise<void> {
  const subject = { name, caller };
  try {
    const operation: RemoteOperation = await client.request({ method: "DELETE", name, query, caller }, "resource");
    const isEmpty = Object.keys(operation).length === 0;
    const isNamed = textOf(operation.name) !== undefined;
    if (!isEmpty && !isNamed && operation.done !== true) throw await unexpectedResponse(client, subject, operation);
    const { response } = isEmpty ? { response: undefined } : await awaitOperation(client, operation, subject);
    if ((response === undefined || !isNamed) && (await readRecord(client, subject)) !== undefined)
      throw lostOperationError(subject, "The object still exists. Run the command again.");
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}
