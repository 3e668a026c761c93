// Create, find, update and delete of objects through long-running operations: triggers, channels, channel connections.
// See docs/modules/eventrouting.md#operations and docs/modules/eventrouting.md#resources.
import type { CreateRequest, PropertyTraits } from "../../../core/contract";
import { asProviderError, hasCode, ProviderError, withHint } from "../../../core/errors";
import { excerpt } from "../../../core/excerpt";
import { isObject } from "../../../core/json";
import { scalarText, textOf } from "../../../core/records";
import type { Plain, PlainMap } from "../../../core/value";
import type { EventClient } from "../client";
import { isImmutable, isStatus } from "../errors";
import { isGone, unlessGone } from "../gone";
import { awaitOperation, type Subject } from "../operations";
import { conditionTexts } from "../mapping";
import type { RemoteOperation, RemoteRecord } from "../remote";
import { createOnFirstUse } from "./first-use";

/** Returns the object as the service returns it, undefined when it does not exist. Fails with `unavailable` for the body of another server. */
export async function readRecord(client: EventClient, { name, resourceType }: Subject): Promise<PlainMap | undefined> {
  const record = await unlessGone(() => client.request({ method: "GET", name, resourceType }, "resource"));
  if (record === undefined || identity.some((member) => textOf(record[member]) !== undefined)) return record;
  throw otherServerError(client, { name, resourceType }, record);
}

/** Returns the error for a JSON object of another server, for example of a proxy. Nothing was written. */
export function otherServerError(client: EventClient, { name, resourceType }: Subject, body: PlainMap): ProviderError {
  const members = excerpt(Object.keys(body).join(", "), 200, (text) => client.context.redact(text)) || "none";
  const message = `${resourceType} ${name}: not an object of the service: the members of the response are: ${members}`;
  return new ProviderError("unavailable", `${message}. Check eventApiUrl and the proxies.`);
}

/** Each object has one of these members at least. Without them a refresh would store the body of another server as the object. */
const identity = ["name", "uid", "etag", "createTime"] as const;

/** A new object. */
export interface Creation extends Subject {
  /** Name of the collection. */
  parent: string;
  /** The query parameter with the last part of the name. */
  query: Readonly<Record<string, string>>;
  body: PlainMap;
  importCommand: CreateRequest<unknown, unknown>["importCommand"];
}

/** Receives the record of an object that exists; undefined when the service returned none. */
export type Created = (record: PlainMap | undefined) => void;

/**
 * Creates an object and waits for the end of the operation. Calls `created` as soon as the object is known to exist, also when its operation failed or its end
 * is unknown; the failure follows. A failure before that means that nothing exists, unless it is ambiguous.
 */
export async function createObject(client: EventClient, creation: Creation, created: Created): Promise<void> {
  let exists = false;
  const report: Created = (record) => {
    exists = true;
    created(record);
  };
  await createOnFirstUse(
    client,
    () => attemptCreate(client, creation, report),
    () => exists,
  );
}

async function attemptCreate(client: EventClient, creation: Creation, created: Created): Promise<void> {
  const { parent, name, query, body, resourceType } = creation;
  let operation: PlainMap;
  try {
    operation = await client.request({ method: "POST", name: parent, query, body, resourceType, about: name }, "resource");
  } catch (error) {
    throw createFailure(error, creation);
  }
  await awaitCreation(client, operation, { creation, created });
}

/** Returns the failure of the request that creates. An attempt before the last one may have created the object. */
function createFailure(error: unknown, creation: Creation): unknown {
  if (isStatus(error, "ALREADY_EXISTS")) return withHint(error, importHint(creation), { code: "already_exists" });
  if (!asProviderError(error).ambiguous) return error;
  return withHint(error, `The object may exist. If it does, import it with \`${creation.importCommand(creation.name)}\`.`);
}

function importHint({ name, importCommand }: Creation): string {
  return `The object already exists. Import it with \`${importCommand(name)}\`, or choose another name.`;
}

async function awaitCreation(
  client: EventClient,
  operation: PlainMap,
  { creation, created }: { creation: Creation; created: Created },
): Promise<void> {
  let failure: ProviderError | undefined;
  try {
    const { response } = await awaitOperation(client, operation, creation);
    if (response) return created(isRecord(response) ? response : undefined);
  } catch (error) {
    if (hasCode(error, "deadline_exceeded", "cancelled")) {
      created(undefined);
      throw error;
    }
    // The operation found an object of another writer.
    if (isStatus(error, "ALREADY_EXISTS")) throw createFailure(error, creation);
    failure = asProviderError(error);
  }
  const record = await readAfterOperation(client, creation);
  if (record === undefined) throw failure ?? lostOperationError(creation, "Nothing was created. Run `pulumi up` again.");
  created(record === "unknown" ? undefined : record);
  if (failure !== undefined) throw withConditions(failure, record);
}

function isRecord({ name }: RemoteRecord): boolean {
  return typeof name === "string";
}

function lostOperationError({ name, resourceType }: Subject, outcome: string): ProviderError {
  return new ProviderError("failed_precondition", `${resourceType} ${name}: the operation no longer exists. ${outcome}`);
}

/** Returns the record after the end of the operation. An object that cannot be read counts as existing, so that its id is kept. */
async function readAfterOperation(client: EventClient, subject: Subject): Promise<PlainMap | "unknown" | undefined> {
  try {
    return await readRecord(client, subject);
  } catch {
    return "unknown"; // The caller reports the failure of the operation.
  }
}

function withConditions(failure: ProviderError, record: PlainMap | "unknown"): ProviderError {
  const conditions = record === "unknown" ? "" : conditionsOf(record);
  return conditions === "" ? failure : withHint(failure, `Its conditions: ${conditions}`);
}

/** Returns the conditions of a trigger in one line; empty when there are none. */
export function conditionsOf({ conditions }: RemoteRecord): string {
  const texts = Object.entries(conditionTexts(conditions));
  return texts.map(([key, text]) => `${key}: ${String(text)}`).join("; ");
}

/** How much older than the first request an object may seem, in ms: the clocks of client and service differ. */
const clockSkew = 60_000;
/** All attempts of one create request end within this time, in ms. An older object is that of another writer. */
const longestCreate = 120_000;
/** No search lasts longer, in ms, whatever time the operation has left. */
const longestSearch = 90_000;

/**
 * Finds the object of a create request whose response was lost: while its operation runs it may not be visible, so the search lasts as long as the context
 * allows. Returns undefined for an object that is older than the request. Core compares the rest before it adopts the object.
 */
export async function findCreated(client: EventClient, subject: Subject): Promise<PlainMap | undefined> {
  const begin = await client.now();
  let isMissing = false;
  try {
    for (let step = 500; ; step = Math.min(step * 1.5, 10_000)) {
      const record = await readRecord(client, subject);
      if (record) return isCreatedAfter(record, begin - longestCreate - clockSkew) ? record : undefined;
      isMissing = true;
      if ((await client.now()) - begin >= longestSearch) return undefined;
      await client.wait(step);
    }
  } catch (error) {
    if (isMissing && client.context.signal.aborted) return undefined;
    throw error;
  }
}

function isCreatedAfter(record: RemoteRecord, time: number): boolean {
  const createTime = Date.parse(scalarText(record.createTime));
  return Number.isFinite(createTime) && createTime >= time;
}

/** Returns the inputs with the defaults of absent ones, so that core compares these with an object that a create may have made. */
export function withDefaults<Inputs extends PlainMap>(
  inputs: Inputs,
  properties: Readonly<Record<string, PropertyTraits | undefined>> = {},
): Inputs {
  const defaults = Object.entries(properties).filter(([path, traits]) => traits?.default !== undefined && !/[.[]/.test(path));
  return { ...Object.fromEntries(defaults.map(([path, traits]) => [path, traits?.default])), ...inputs };
}

/** An update of some members. */
export interface MaskedUpdate extends Subject {
  /** The members to write. Those that are absent in the body are cleared. */
  mask: readonly string[];
  body: PlainMap;
  /** Returns which of these members have another value in an object. */
  unwritten(record: PlainMap): readonly string[];
}

/**
 * Updates an object and waits for the end of the operation; sends nothing for an empty mask. A failure after the operation has begun is ambiguous. Where the
 * operation ends without a result, the object has to have the new values.
 */
export async function updateObject(client: EventClient, update: MaskedUpdate): Promise<void> {
  const { name, mask, body, resourceType } = update;
  if (mask.length === 0) return;
  const patch = { method: "PATCH", name, query: { updateMask: mask.join(",") }, body: { name, ...body }, resourceType } as const;
  let hasBegun = false;
  try {
    const operation = await client.request(patch, "resource");
    hasBegun = true;
    const { response } = await awaitOperation(client, operation, { name, resourceType });
    if (response === undefined) await requireWritten(client, update);
  } catch (error) {
    const hint = isImmutable(error) ? "This cannot be changed in place. To replace the object: `pulumi up --replace` with its URN." : "";
    if (!hasBegun && hint === "") throw error;
    throw withHint(error, hint, { ambiguous: hasBegun || asProviderError(error).ambiguous });
  }
}

/** Fails with `failed_precondition` when members of the update have another value. */
async function requireWritten(client: EventClient, { name, resourceType, unwritten }: MaskedUpdate): Promise<void> {
  const record = await readRecord(client, { name, resourceType });
  const missing = record === undefined ? [] : unwritten(record);
  if (missing.length === 0) return;
  const reason = `the operation ended without a result, and the service still has the former ${missing.join(", ")}`;
  throw new ProviderError("failed_precondition", `${resourceType} ${name}: ${reason}. Run \`pulumi up\` again.`);
}

/** Returns the members that have a value, by these keys. An empty text, list or map is none: the mask clears it. */
export function pickGiven(inputs: PlainMap, keys: readonly string[]): PlainMap {
  return Object.fromEntries(keys.filter((key) => !isEmpty(inputs[key])).map((key) => [key, inputs[key]!]));
}

function isEmpty(value: Plain | undefined): boolean {
  return value === undefined || value === null || value === "" || (isObject(value) && Object.keys(value).length === 0);
}

/** An object to delete. */
export interface Deletion extends Subject {
  query?: Readonly<Record<string, string>>;
}

/** Deletes an object and waits for the end of the operation. An object that does not exist is a success. */
export async function deleteObject(client: EventClient, { name, query = {}, resourceType }: Deletion): Promise<void> {
  const subject = { name, resourceType };
  try {
    const operation: RemoteOperation = await client.request({ method: "DELETE", name, query, resourceType }, "resource");
    if (Object.keys(operation).length === 0) return;
    if (operation.name === undefined && operation.done !== true) throw otherServerError(client, subject, operation);
    const { response } = await awaitOperation(client, operation, subject);
    if (response === undefined && (await readRecord(client, subject)) !== undefined)
      throw lostOperationError(subject, "The object still exists. Run `pulumi destroy` again.");
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}
