/** Runs one variant through the protocol and records the state that an engine stores. */
import type { Differences, Rpc } from "../support/rpc";
import type { Properties } from "../support/structs";
import type { RecordedDiff, RecordedState, RecordedVariant, StoredState } from "./recording";
import type { Remote } from "./remote";
import type { Program, Variant } from "../samples/variant";

/** The emulator's clock while the objects that a program refers to are created, and during each operation. */
const clock = {
  preparation: new Date("2026-03-01T08:00:00.000Z"),
  create: new Date("2026-03-02T08:00:00.000Z"),
  update: new Date("2026-03-03T08:00:00.000Z"),
};

/** The plugin, configured for the remote side. */
export interface Recorder {
  rpc: Rpc;
  remote: Remote;
}

/** The members of a Diff response that a recording contains. Whether a path is an addition or an update is left out: it depends on what a version takes as the old value of an absent input. */
export const recordedDiff = ({ detailed, replaces, deleteBeforeReplace }: Differences): RecordedDiff => ({
  changed: Object.keys(detailed).sort(),
  replaces: [...replaces].sort(),
  deleteBeforeReplace,
});

/** The diff with lists as wholes: which of their elements are reported depends on how a version aligns lists. */
export const withWholeLists = (diff: RecordedDiff): RecordedDiff => ({
  ...diff,
  changed: [...new Set(diff.changed.map((path) => path.replace(/\[\d+\].*$/, "")))].sort(),
});

/** Reads as a refresh does. Fails when the object does not exist. */
export async function refresh(rpc: Rpc, type: string, { id, inputs, properties }: StoredState): Promise<StoredState> {
  const found = await rpc.read({ type, id, inputs, properties });
  if (found.inputs === undefined || found.properties === undefined) throw new Error(`Read failed: ${type} ${id}: object not found`);
  return { id: found.id, inputs: found.inputs, properties: found.properties };
}

/** Records one variant. Fails when an operation fails. */
export async function recordVariant({ rpc, remote }: Recorder, variant: Variant): Promise<RecordedVariant> {
  const { title, token, emulator = {} } = variant;
  remote.reset(emulator);
  remote.time = clock.preparation;
  const program = variant.program({ handle: remote.handle, now: () => remote.time });
  const state = async (after: RecordedState["after"], declared: Properties, stored: StoredState): Promise<RecordedState> => {
    const journalLength = remote.journal.length;
    return { after, journalLength, program: declared, ...stored, refreshed: await refresh(rpc, token, stored) };
  };
  remote.time = clock.create;
  const created = await state("create", program.inputs, await create(rpc, token, program.inputs));
  const states = [created];
  if (!variant.cannotImport) {
    const imported = await importState(rpc, token, program.importId?.(created.id) ?? created.id);
    if (imported) states.push(await state("import", imported.inputs, imported));
  }
  const updated = await update({ rpc, remote }, token, { program, created });
  if (updated) states.push(await state("update", program.news!, updated.stored));
  const last = states.findLast(({ after }) => after !== "import")!;
  const journal = structuredClone(remote.journal);
  await rpc.delete({ type: token, id: last.id, properties: last.properties, oldInputs: last.inputs });
  const gone = await rpc.read({ type: token, id: last.id, inputs: last.inputs, properties: last.properties });
  const goneAfterDelete = gone.id === "";
  return { title, token, emulator, journal, states, ...(updated && { diff: updated.diff }), goneAfterDelete };
}

async function create(rpc: Rpc, type: string, program: Properties): Promise<StoredState> {
  const inputs = await rpc.inputs({ type }, program);
  return { inputs, ...(await rpc.create({ type, inputs })) };
}

/**
 * What an engine stores after `pulumi import`: the inputs that Read returns become the program, which Check completes.
 * Nothing where Check rejects them because the service does not return a required input.
 */
async function importState(rpc: Rpc, type: string, id: string): Promise<StoredState | undefined> {
  const found = await rpc.read({ type, id });
  if (found.inputs === undefined || found.properties === undefined) throw new Error(`Import failed: ${type} ${id}: object not found`);
  const { inputs, failures } = await rpc.check({ type, news: found.inputs });
  return failures.length > 0 ? undefined : { id: found.id, inputs, properties: found.properties };
}

/** Updates the created resource to the second program; nothing without one. */
async function update(
  { rpc, remote }: Recorder,
  type: string,
  { program, created }: { program: Program; created: RecordedState },
): Promise<{ stored: StoredState; diff: RecordedDiff } | undefined> {
  if (program.news === undefined) return undefined;
  remote.time = clock.update;
  const { id, inputs: oldInputs, properties: olds } = created;
  const { inputs: news, failures } = await rpc.check({ type, news: program.news, olds: oldInputs });
  if (failures.length > 0) throw new Error(`Check failed: ${JSON.stringify(failures)}`);
  const differences = await rpc.diff({ type, id, olds, oldInputs, news });
  if (differences.changes !== "some" || differences.replaces.length > 0)
    throw new Error(`expected an update in place; got ${JSON.stringify(differences)}`);
  const properties = await rpc.update({ type, id, olds, oldInputs, news });
  return { stored: { id, inputs: news, properties }, diff: recordedDiff(differences) };
}
