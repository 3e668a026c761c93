/**
 * States of released versions with this build: no change in preview, refresh and up, and a clean destroy. The emulator of each recorded state has the remote objects of the time of the recording.
 */
import { schema } from "../provider/tools/schema-file";
import type { RunningPlugin } from "../support/plugin";
import { startPlugin, stopPlugins } from "../support/plugin";
import { Rpc } from "../support/rpc";
import type { Properties } from "../support/structs";
import { plainTexts, reveal, secretPaths } from "../support/structs";
import type { RecordedState, RecordedVariant } from "./recording";
import { endpointPlaceholder, moduleNames, readRecording, readReleasedSchema, recordedVersions } from "./recording";
import { recordedDiff, withWholeLists, refresh } from "./recorder";
import type { OpenRemote } from "./remote";
import { Remote } from "./remote";
import { services } from "./services";
import { cloudVariants } from "../samples/cloud/variants";
import { eventVariants } from "../samples/eventrouting/resources";
import { searchVariants } from "../samples/search/resources";

/** The emulator's clock while this build runs: later than all that is recorded. */
const now = new Date("2026-04-01T08:00:00.000Z");

let plugin: RunningPlugin;
let rpc: Rpc;
const remotes = new Map<string, OpenRemote>();

beforeAll(async () => {
  plugin = await startPlugin();
  rpc = new Rpc(plugin.port);
  for (const module of moduleNames) remotes.set(module, await Remote.open(services[module]));
});
afterAll(async () => {
  rpc?.close();
  await stopPlugins();
  for (const { stop } of remotes.values()) await stop();
});

/** The outputs that the recorded state has, as this build returns them; it may return more. */
const recordedOutputs = (recorded: Properties, properties: Properties): Properties =>
  Object.fromEntries(Object.keys(recorded).flatMap((key) => (key in properties ? [[key, properties[key]!]] : [])));

/** Sends the recorded writes up to the state, and configures the plugin for the result. */
async function restore(open: OpenRemote, variant: RecordedVariant, { journalLength }: RecordedState): Promise<void> {
  open.remote.reset(variant.emulator);
  open.remote.replay(variant.journal.slice(0, journalLength));
  open.remote.time = now;
  open.remote.journal.length = 0;
  await rpc.configure(open.settings);
}

test("the next release records every resource", () => {
  const tokens = [...searchVariants, ...cloudVariants, ...eventVariants].map(({ token }) => token);
  expect([...new Set(tokens)].sort()).toEqual(Object.keys(schema.resources!).sort());
});

describe.each(recordedVersions())("state of version %s", (version) => {
  test("has a recording of every resource of that version", () => {
    const recorded = moduleNames.flatMap((module) =>
      readRecording(version, module, endpointPlaceholder).variants.map(({ token }) => token),
    );
    expect([...new Set(recorded)].sort()).toEqual(Object.keys(readReleasedSchema(version).resources!).sort());
  });

  describe.each(moduleNames)("%s", (module) => {
    const { variants } = readRecording(version, module, endpointPlaceholder);
    const cases = variants.flatMap(({ token, title, states }, at) =>
      states.map((_, index) => ({ token, title, at, index, after: states[index]!.after })),
    );

    test.each(cases)("$token ($title) after $after", async ({ at, index, token: type }) => {
      const open = remotes.get(module)!;
      const variant = readRecording(version, module, open.url).variants[at]!;
      const recorded = variant.states[index]!;
      const { id, inputs, properties, program, refreshed } = recorded;
      await restore(open, variant, recorded);

      expect(await rpc.check({ type, news: program, olds: inputs })).toEqual({ inputs, failures: [] });
      expect(await rpc.check({ type, news: inputs, olds: inputs })).toEqual({ inputs, failures: [] });
      const stored = { type, id, olds: properties, oldInputs: inputs };
      expect(await rpc.diff({ ...stored, news: inputs })).toMatchObject({ changes: "none", detailed: {} });
      const preview = await rpc.update({ ...stored, news: inputs, preview: true });
      expect(recordedOutputs(properties, preview)).toEqual(properties);

      const found = await refresh(rpc, type, recorded);
      expect({ ...found, properties: recordedOutputs(refreshed.properties, found.properties) }).toEqual(refreshed);
      expect(await rpc.diff({ type, id, olds: found.properties, oldInputs: found.inputs, news: inputs })).toMatchObject({
        changes: "none",
        detailed: {},
      });
      expect(open.remote.journal).toEqual([]);

      await rpc.delete({ type, id, properties, oldInputs: inputs });
      const gone = await rpc.read({ type, id, inputs, properties });
      expect(gone.id === "").toBe(variant.goneAfterDelete);
    });

    test.each(variants.flatMap(({ token, title, diff }, at) => (diff ? [{ token, title, at }] : [])))(
      "$token ($title) is updated as before",
      async ({ at, token: type }) => {
        const open = remotes.get(module)!;
        const variant = readRecording(version, module, open.url).variants[at]!;
        const created = variant.states.find(({ after }) => after === "create")!;
        const updated = variant.states.find(({ after }) => after === "update")!;
        await restore(open, variant, created);
        open.remote.time = new Date(variant.journal[updated.journalLength - 1]!.time);

        const { inputs: news } = await rpc.check({ type, news: updated.program, olds: created.inputs });
        expect(news).toEqual(updated.inputs);
        const stored = { type, id: created.id, olds: created.properties, oldInputs: created.inputs };
        expect(withWholeLists(recordedDiff(await rpc.diff({ ...stored, news })))).toEqual(withWholeLists(variant.diff!));
        const properties = await rpc.update({ ...stored, news });
        expect(recordedOutputs(updated.properties, properties)).toEqual(updated.properties);
      },
    );

    test("keeps secrets marked", () => {
      for (const { token, states } of variants) {
        const { inputProperties = {} } = schema.resources![token]!;
        for (const { inputs, properties } of states) {
          const secretInputs = Object.keys(inputs).filter((key) => inputProperties[key]?.secret === true);
          expect(secretPaths(inputs)).toEqual(expect.arrayContaining(secretInputs));
          for (const key of secretInputs) expect(plainTexts(properties)).not.toContain(String(reveal(inputs)[key]));
        }
      }
    });
  });
});
