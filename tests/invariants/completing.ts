/** What the next operations make of a failed one: no object is lost or created twice, and the work is completed. */
import { ProviderError, ResourceInitFailedError } from "../../provider/core/errors/errors";
import type { ValueMap } from "../../provider/core/values/value";
import { schema as schemaFile } from "../provider/tools/schema-file";
import { outcomeOf } from "../support/in-process";
import type { Fixture, StoredObject } from "./fixture";
import type { ModuleVariant } from "./variants";

/** A create that has failed. */
interface FailedCreate {
  fixture: Fixture;
  type: string;
  inputs: ValueMap;
  error: Error;
  /** The IDs of the objects that it has made. */
  created: readonly string[];
}

/** How an error names an object that it cannot keep: the command to import it, or the function that finds it. */
const lookupHint = /Look for|[Ii]mport it|pulumi import|GET \/_security\/api_key\?name=/;

/** Whether the error names an object that it cannot keep. */
export const isNamed = (error: unknown): boolean => error instanceof ProviderError && lookupHint.test(error.message);

/** Returns the IDs of all objects of the kind; nothing for a kind without a list. */
export async function listedIds(fixture: Fixture, type: string): Promise<string[] | undefined> {
  const kind = type.replace(/ImportOpenApi$/, "Api");
  if (!("listInputs" in schemaFile.resources![kind]!)) return undefined;
  return (await (await fixture.next()).listed(kind)).map(({ id }) => id);
}

/** Returns the ID if the object can be imported. */
export async function importable(fixture: Fixture, { token, cannotImport }: ModuleVariant, id: string): Promise<string[]> {
  return !cannotImport && (await (await fixture.next()).read(token, { id }).catch(() => undefined)) ? [id] : [];
}

/** The object is as the program declares. */
export async function expectSettled(fixture: Fixture, type: string, stored: StoredObject, inputs: ValueMap): Promise<void> {
  expect(await fixture.paths(type, (await fixture.read(type, stored))!, inputs)).toEqual([]);
}

/** The next update completes the object. */
export async function completes(fixture: Fixture, type: string, stored: StoredObject, inputs: ValueMap): Promise<void> {
  await expectSettled(fixture, type, await fixture.update(type, stored, inputs), inputs);
}

/** Completes what a failed create leaves, and returns how. */
export async function completesCreate({ fixture, type, inputs, error, created }: FailedCreate): Promise<string> {
  if (error instanceof ResourceInitFailedError) {
    await completes(await fixture.next(), type, { id: error.id, inputs, state: error.state as ValueMap }, inputs);
    return "objects kept";
  }
  expect(error).toBeInstanceOf(ProviderError);
  if (created.length === 0 || isNamed(error) || fixture.writes.length === 0) return "nothing made";
  // Grants have no identity of their own: the same create, in another process, continues with what exists.
  const repeated = await outcomeOf((await fixture.next()).create(type, inputs));
  if (repeated instanceof Error) throw new Error(`the id ${created.join(", ")} is lost: ${error.message}; then: ${repeated.message}`);
  return "continued by the same create";
}
