// Ownership: a create makes an object or fails; it never takes over an object that another one made. See docs/protocol.md#ownership.
import { createKeyedMutex } from "../core/concurrency/keyed-mutex";
import type { Context } from "../contract/context";
import type { Change } from "../core/compare/diff";
import { hasCode, ProviderError, withHint } from "../core/errors/errors";
import { importAdvice } from "../core/errors/import-advice";
import { omitUndefined } from "../core/values/records";
import { withWriteOnly } from "../core/compare/traits";
import type { PlainMap } from "../core/values/value";
import { differences } from "./outputs";
import type { RegisteredResource, Registry } from "./registry";
import { readObject } from "./resource-calls";
import type { Runtime } from "./runtime";

/** An object that a create may make. */
interface NewObject {
  registry: Registry;
  resource: RegisteredResource;
  urn: string;
  inputs: PlainMap;
  /** Absent while the service assigns the ID. */
  id: string | undefined;
  /** When its create began, in ms since 1970. Absent: an object of any age may be its own. */
  since?: number;
  /** Whether another create of this process has made the object with the ID. */
  isMade?: boolean;
}

/** An object that exists: the inputs that are written, and outputs that no read returns. */
export interface Existing {
  id: string;
  state: PlainMap;
  /** The operation that may still create it. */
  operation?: string | undefined;
}

/** Returns the ID that the object will have; undefined if the service assigns it. */
export async function plannedId(
  { implementation: resource }: RegisteredResource,
  inputs: PlainMap,
  client: unknown,
): Promise<string | undefined> {
  const { identity } = resource;
  const isDetermined = identity?.inputs.every((key) => (inputs[key] ?? null) !== null);
  return isDetermined ? identity!.id(inputs, client) : undefined;
}

/** Returns whether an object that replaces another one would have the same ID, so that the old one has to go first. */
export function keepsIdentity(
  { generatedNames }: Pick<Runtime, "generatedNames">,
  { implementation: { identity }, token, traits }: RegisteredResource,
  changes: readonly Change[],
  news: Readonly<Record<string, unknown>>,
): boolean {
  if (!identity || identity.deletedLast) return false;
  const isChanged = (name: string): boolean => changes.some(({ key }) => key === name);
  if ([...identity.inputs, ...(identity.optional ?? [])].some(isChanged)) return false;
  const isGenerated = (name: string): boolean => name === traits.autoname?.property && generatedNames.has(token, String(news[name]));
  return identity.inputs.every((name) => (news[name] ?? null) !== null && !isGenerated(name));
}

/** Creates of one ID run one after the other, from the look to the end of the write. */
const mutex = createKeyedMutex();

/** Runs a create; creates of the same ID wait for each other. */
export async function exclusively<T>({ resource, id }: NewObject, signal: AbortSignal, create: () => Promise<T>): Promise<T> {
  return id === undefined ? create() : mutex(`${resource.token} ${id}`, signal, create);
}

/**
 * Looks for an object with the ID, and fails with `already_exists` if there is one. Returns the object if `mayBeOwn`, because an earlier attempt of the same
 * create may have made it, and it agrees with what the create writes first.
 */
export async function findExisting(object: NewObject, mayBeOwn: boolean, context: Context<unknown>): Promise<Existing | undefined> {
  const { resource, id } = object;
  if (id === undefined) return undefined;
  const { rejectsExisting, takesOver, returnsSecret } = resource.implementation.identity!;
  if (takesOver === "whole" && object.isMade && !mayBeOwn) throw declaredTwice(resource, id);
  if (takesOver === "whole" || ((takesOver || rejectsExisting) && !mayBeOwn)) return undefined;
  const found = await findObject(object, context);
  if (!found) return undefined;
  if (mayBeOwn && !returnsSecret && found.differing.length === 0) return found;
  if (takesOver) return undefined;
  throw alreadyExists(object, found);
}

/**
 * Returns the object that a failed create may have made: the failure is ambiguous, and the object agrees with what the create writes first. Fails with
 * `already_exists` if another object has the ID, else with the error of the create.
 */
export async function adoptable(object: NewObject, error: unknown, context: Context<unknown>): Promise<Existing> {
  const { resource, urn, id } = object;
  if (id === undefined || !(error instanceof ProviderError)) throw error;
  const { takesOver, rejectsExisting } = resource.implementation.identity!;
  // Without `rejectsExisting`, another writer has created the object since the search for it.
  const isTaken = hasCode(error, "already_exists");
  const isRejection = isTaken || (rejectsExisting === true && hasCode(error, "failed_precondition"));
  if (!error.ambiguous && !isRejection) throw error;
  const found = await findObject(object, context).catch(() => undefined);
  if (found && error.ambiguous && found.differing.length === 0 && mayBeOwn(object, found)) return found;
  if (found && takesOver === "whole") throw error;
  if (found && !takesOver) throw alreadyExists(object, found, error);
  // The service may reject the create before it returns the object of another one.
  if (!error.ambiguous) throw isTaken && rejectsExisting ? alreadyExists(object, { id, differing: [] }, error) : error;
  throw withHint(error, `The object may exist. If it does, ${importAdvice(resource.token, urn, id)}.`);
}

interface Found extends Existing {
  /** The object as the service returned it. */
  remote: PlainMap;
  /** The inputs in which the object differs from the declared ones. */
  differing: string[];
  /** Where in them it differs, if the resource states it. */
  places?: string[] | undefined;
}

function mayBeOwn({ resource, since, isMade }: NewObject, { remote }: Found): boolean {
  const { returnsSecret, isCreatedSince } = resource.implementation.identity!;
  if (isMade || returnsSecret) return false;
  return since === undefined || (isCreatedSince?.(remote, since) ?? true);
}

/** Reads the object of the ID and compares it with what the first step of a create writes. */
async function findObject({ registry, resource, inputs, id }: NewObject, context: Context<unknown>): Promise<Found | undefined> {
  const { identity } = resource.implementation;
  const written = omitUndefined(identity?.written?.(inputs) ?? inputs) as PlainMap;
  const found = await readObject(resource, id!, context, { inputs: written, state: written });
  if (!found) return undefined;
  // Where the first step writes all inputs, an input that the program leaves out has to be absent at the service, too.
  const isWritten = (key: string): boolean => identity?.written === undefined || key in written;
  const remote = withWriteOnly(found.state, written, resource.traits);
  return {
    id: found.id,
    state: written,
    remote: found.state,
    differing: differences(registry, resource, written, remote).filter(isWritten),
    places: identity?.differing?.(written, found.state),
  };
}

/** Creates the error for an object that always exists, and that another resource of this program owns. */
function declaredTwice({ token }: RegisteredResource, id: string): ProviderError {
  const reason = `${token} ${id} belongs to another resource of this program. This create did not change it.`;
  const advice = "Each of the two would undo what the other has written: declare all of it in one resource.";
  return new ProviderError("already_exists", `${reason} ${advice}`);
}

function replacementAdvice({ identity }: RegisteredResource["implementation"]): string {
  return identity?.deletedLast ? "change its name, too, or let Pulumi generate one" : "set the resource option `deleteBeforeReplace`";
}

/** Creates the error for an object that exists; `cause`: the rejection of the service. */
function alreadyExists(
  { resource: { token, implementation }, urn }: NewObject,
  { id, differing: inputs, places: differing = inputs }: Pick<Found, "id" | "differing"> & Partial<Found>,
  cause?: ProviderError,
): ProviderError {
  const difference = differing.length === 0 ? "" : ` and differs in ${differing.join(", ")}`;
  const lines = [
    ...(cause ? [cause.reason] : []),
    `${token} ${id} already exists${difference}. This create did not change it.`,
    `If the resource was renamed in the program, add its old name to the resource option \`aliases\`. If it is being replaced, ${replacementAdvice(implementation)}.`,
    `To manage the existing object, ${importAdvice(token, urn, id)}. To create another object, change ${implementation.identity!.inputs.join(" or ")}.`,
    ...(implementation.identity!.returnsSecret ? ["An import does not return its secret. For a new secret, delete the object."] : []),
  ];
  return new ProviderError("already_exists", lines.join("\n"), { cause });
}
