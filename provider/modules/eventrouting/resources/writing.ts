// The steps that all three kinds of objects share: create, change and delete by an operation that takes time (eventrouting.md 7, 9, 10).
import type { Equalities } from "../../../core/contract";
import type { Born } from "../../../core/legacy-contract";
import { asProviderError, hasCode, ProviderError } from "../../../core/errors";
import { equal, isObject } from "../../../core/json";
import type { Plain, PlainMap } from "../../../core/value";
import type { EventClient } from "../client";
import { isFixed, isStatus, unlessMissing } from "../errors";
import { finished, type Subject } from "../operations";
import { conditionTexts } from "../records";

/** The object as the service tells it, or nothing when it is gone. */
export async function find(client: EventClient, name: string, asker: string): Promise<PlainMap | undefined> {
  return unlessMissing(() => client.ask({ method: "GET", name, asker }, "resource"));
}

/** A new object. */
export interface Creation extends Subject {
  /** Name of the collection. */
  parent: string;
  /** The query parameter with the last part of the name. */
  query: Readonly<Record<string, string>>;
  body: PlainMap;
  /** The outputs that a record of the service means; they stand in where the object cannot be read after its creation. */
  told: (record: PlainMap) => PlainMap;
}

/** How much older than our first request an object may be that is taken for ours, in ms: clocks differ. */
const clockSkew = 60_000;
/** No create is repeated for longer, in ms. */
const longestCreate = 90_000;
/** How long an object is looked for of which no answer has told anything, in ms. */
const shortPatience = 2000;

/**
 * Makes an object. Fails plainly when nothing was made; where the object stands although its operation failed, or its end was not seen, the failure is told
 * together with the object.
 */
export async function make(client: EventClient, creation: Creation): Promise<Born> {
  const { parent, name: id, query, body, asker, told } = creation;
  const begun = Date.now();
  try {
    const operation = await client.ask({ method: "POST", name: parent, query, body, asker, about: id }, "resource");
    const record = await ended(client, operation, creation);
    return { id, ...(record && { outputs: told(record) }) };
  } catch (error) {
    if (error instanceof Standing) return { id, failed: asProviderError(error.cause) };
    if (!isStatus(error, "ALREADY_EXISTS")) throw asProviderError(error).ambiguous ? doubtful(error, creation) : error;
    // An attempt whose answer was lost may have made it.
    if (asProviderError(error).ambiguous && (await becomesOurs(client, creation, begun))) throw doubtful(error, creation);
    throw taken(error, creation);
  }
}

/** {@link make} for the new contract. */
export async function createObject(
  client: EventClient,
  creation: Creation,
  created: (id: string, state: PlainMap) => void,
  inputs: PlainMap,
): Promise<void> {
  const { id, outputs, failed } = await make(client, creation);
  created(id, { ...inputs, ...outputs });
  if (failed) throw failed;
}

/** The object stands, but its operation has failed or its end is not known. */
class Standing extends Error {}

/** The end of the operation: the record that it tells, else the object as it is, else nothing. */
async function ended(client: EventClient, operation: PlainMap, { name, asker }: Subject): Promise<PlainMap | undefined> {
  let failed: ProviderError | undefined;
  try {
    const { response } = await finished(client, operation, { name, asker });
    if (response) return typeof response["name"] === "string" ? response : undefined;
  } catch (error) {
    if (hasCode(error, "deadline_exceeded", "cancelled")) throw new Standing("", { cause: error });
    // Somebody else's object of that name is never adopted.
    if (isStatus(error, "ALREADY_EXISTS")) throw error;
    failed = asProviderError(error);
  }
  const record = await look(client, name, asker);
  if (record === undefined) throw failed ?? forgotten(`${asker} ${name}`, "nothing was made");
  if (failed !== undefined) throw new Standing("", { cause: withConditions(failed, record) });
  return record === "unknown" ? undefined : record;
}

function forgotten(about: string, outcome: string): ProviderError {
  return new ProviderError("failed_precondition", `${about}: the service has forgotten the operation, and ${outcome}`);
}

async function look(client: EventClient, name: string, asker: string): Promise<PlainMap | "unknown" | undefined> {
  try {
    return await find(client, name, asker);
  } catch {
    return "unknown"; // The object stays in the state.
  }
}

/** The failure, and what the object itself says about it. */
function withConditions(failed: ProviderError, record: PlainMap | "unknown"): ProviderError {
  const told = record === "unknown" ? "" : conditionsOf(record);
  return told === "" ? failed : new ProviderError(failed.code, `${failed.message}\nIts conditions: ${told}`, { cause: failed });
}

/** The conditions of a trigger in one line; empty when there are none. */
export function conditionsOf(record: PlainMap): string {
  const texts = Object.entries(conditionTexts(record["conditions"]));
  return texts.map(([key, text]) => `${key}: ${String(text)}`).join("; ");
}

function taken(error: unknown, creation: Creation): ProviderError {
  const text = `${asProviderError(error).message}\nThe object already exists; to take it over: ${importOf(creation)}`;
  return new ProviderError("already_exists", text, { cause: error });
}

/** The failure of a create that may have made the object all the same. */
function doubtful(error: unknown, creation: Creation): ProviderError {
  const { code: kind, message } = asProviderError(error);
  const text = `${message}\nThe object may exist all the same; to take it over then: ${importOf(creation)}`;
  return new ProviderError(kind, text, { cause: error, ambiguous: true });
}

function importOf({ name, asker }: Creation): string {
  return `pulumi import quartet:eventrouting/v1:${asker} ${name.slice(name.lastIndexOf("/") + 1)} ${name}`;
}

/** Whether an object of this name stands, or comes within some time, that is as young as the attempts: while an operation runs it may not be seen yet. */
async function becomesOurs(client: EventClient, { name, asker }: Subject, since: number, patience = longestCreate): Promise<boolean> {
  for (let step = 1000, waited = 0; ; step = Math.min(step * 1.5, 15_000)) {
    const found = await find(client, name, asker);
    if (found || waited >= patience) return isYoung(found, since);
    await client.wait(step);
    waited += step;
  }
}

function isYoung(found: PlainMap | undefined, since: number): boolean {
  const made = Date.parse(String(found?.["createTime"] ?? ""));
  return Number.isFinite(made) && made >= since - clockSkew;
}

/** After a create whose answer was lost: the name of the object, when it stands and is as young as the attempts. */
export async function recovered(client: EventClient, name: string, asker: string): Promise<string | undefined> {
  return (await becomesOurs(client, { name, asker }, Date.now() - longestCreate, shortPatience)) ? name : undefined;
}

/** A change of some members. */
export interface Change {
  name: string;
  /** The members that change; those that the body lacks are cleared. */
  mask: readonly string[];
  body: PlainMap;
  asker: string;
}

/** Changes an object; without a member that changes nothing is asked. What fails once the service has begun is ambiguous: the state is told along (10.2). */
export async function change(client: EventClient, { name, mask, body, asker }: Change): Promise<void> {
  if (mask.length === 0) return;
  const patch = { method: "PATCH", name, query: { updateMask: mask.join(",") }, body: { name, ...body }, asker } as const;
  let begun = false;
  try {
    const operation = await client.ask(patch, "resource");
    begun = true;
    await finished(client, operation, { name, asker });
  } catch (error) {
    const advice = isFixed(error) ? "\nThis cannot be changed in place; to replace the object: `pulumi up --replace` with its URN." : "";
    if (!begun && advice === "") throw error;
    const { code: kind, message, ambiguous } = asProviderError(error);
    throw new ProviderError(kind, `${message}${advice}`, { cause: error, ambiguous: begun || ambiguous });
  }
}

/** The members of a mask: those whose values differ. An empty value is none; `sames` compares an old and a new value that can mean the same. */
export function maskOf(keys: readonly string[], next: PlainMap, old: PlainMap, sames: Equalities = {}): string[] {
  const given = (value: Plain | undefined): Plain | undefined => (isEmpty(value) ? undefined : value);
  return keys.filter((key) => {
    const [before, wished] = [given(old[key]), given(next[key])];
    if (before === undefined || wished === undefined) return before !== wished;
    return !equal(before, wished) && sames[key]?.(before, wished) !== true;
  });
}

function isEmpty(value: Plain | undefined): boolean {
  return value === undefined || value === null || value === "" || (isObject(value) && Object.keys(value).length === 0);
}

/** The given members among these; an empty text or map is none, so that a mask clears it. */
export function given(inputs: PlainMap, keys: readonly string[]): PlainMap {
  return Object.fromEntries(keys.filter((key) => !isEmpty(inputs[key])).map((key) => [key, inputs[key]!]));
}

/** Removes an object and waits for its end; one that is gone already is a success. */
export async function remove(
  client: EventClient,
  { name, query = {}, asker }: { name: string; query?: Record<string, string>; asker: string },
): Promise<void> {
  try {
    const operation = await client.ask({ method: "DELETE", name, query, asker }, "resource");
    if (operation["name"] === undefined && operation["done"] !== true) return;
    const { response } = await finished(client, operation, { name, asker });
    if (response === undefined && (await find(client, name, asker)) !== undefined)
      throw forgotten(`${asker} ${name}`, "the object still stands");
  } catch (error) {
    if (!isStatus(error, "NOT_FOUND")) throw error;
  }
}
