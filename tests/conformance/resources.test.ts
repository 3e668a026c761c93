/**
 * Types of resources over gRPC, from Check to Delete, each with one of its programs. tests/invariants runs all programs in process. See
 * docs/protocol.md#resources and docs/protocol.md#refresh.
 */
import { randomBytes } from "node:crypto";
import { serve } from "../emulators/serve";
import { variants, type ModuleVariant } from "../invariants/variants";
import { schema } from "../provider/tools/schema-file";
import { failureOf } from "../support/failure";
import { fixtureOfFile } from "../support/fixture";
import { shapeViolations } from "../support/schema-shape";
import { reveal, secretPaths, type Properties } from "../support/structs";
import { endpointPlaceholder } from "../upgrade/recording";
import { services } from "../upgrade/services";

const fixture = fixtureOfFile();
const stops: (() => Promise<void>)[] = [];
afterEach(async () => Promise.all(stops.splice(0).map(async (stop) => stop())));

/** Operations, settings of other objects, and policies, which belong to their objects: after a delete something can be read. */
const kept = /:(ApiGateway(Update.*|ImportOpenApi)|Search(SnapshotRestore|BuiltinUser|IndexMappings|IndexSettings))$|IamPolicy$/;
const gone = { id: "", inputs: undefined, properties: undefined };
/** Types with outputs that are unions, or unknown in a preview; tests/invariants runs them in process. */
const others = /:Search(ApiKey|SynonymSet|StoredScript)$/;
const ordered = variants.filter(({ token }) => !others.test(token)).reverse();
const chosen = [...new Map(ordered.map((variant) => [variant.token, variant])).values()];

/** Opens a remote side with the objects that the program refers to, and configures the plugin for it. */
async function openRemote({ module, emulator = {}, program }: ModuleVariant) {
  const time = new Date();
  const now = () => time;
  const backend = services[module].createBackend(emulator, { now, randomBytes });
  const served = await serve(backend.handle);
  const { url, requests } = served;
  stops.push(served.stop);
  await fixture.rpc.configure(services[module].settings(served));
  const { importId = (id: string) => id, ...plain } = program({ handle: backend.handle, now });
  const located = JSON.parse(JSON.stringify(plain).replaceAll(endpointPlaceholder, url)) as typeof plain;
  requests.length = 0;
  return { ...located, importId, requests, writes: () => requests.map(backend.callOf).filter(backend.isWrite) };
}

test.each(chosen)("110, 113, 114, 115, 116, 126, 127, 128, 129, 130, 131, 134: $token ($title) through every verb", async (variant) => {
  const { token: type, cannotImport = false } = variant;
  const { rpc } = fixture;
  const { requests, writes, importId, ...program } = await openRemote(variant);
  const spec = schema.resources![type]!;
  const expectOutputs = (outputs: Properties, inputs: Properties) => {
    const hidden = Object.keys(outputs).filter((name) => spec.properties![name]?.secret);
    expect(shapeViolations(reveal(outputs), spec)).toEqual([]);
    expect(secretPaths(outputs)).toEqual(expect.arrayContaining(hidden));
    expect(reveal(outputs)).toMatchObject(reveal(inputs));
  };

  const inputs = await rpc.inputs({ type }, program.inputs);
  expect(await rpc.check({ type, news: inputs, olds: inputs })).toEqual({ inputs, failures: [] });
  const preview = await rpc.create({ type, inputs, preview: true });
  expect(preview.id).toBe("");
  expect(Object.keys(preview.properties)).toEqual(expect.arrayContaining(spec.required ?? []));
  expect(writes()).toEqual([]);

  const { id, properties } = await rpc.create({ type, inputs });
  expectOutputs(properties, inputs);
  expect(await rpc.read({ type, id, inputs, properties })).toEqual({ id, inputs, properties });
  if (!cannotImport) {
    const imported = await rpc.read({ type, id: importId(id), inputs: {}, properties: {} });
    expect(imported.id).toBe(id);
    expectOutputs(imported.properties!, imported.inputs!);
  }

  requests.length = 0;
  const known = { type, id, olds: properties, oldInputs: inputs };
  const news = await rpc.inputs({ type }, program.news ?? program.inputs);
  expect((await rpc.diff({ ...known, news: inputs })).changes).toBe("none");
  expect(await rpc.diff({ ...known, news })).toMatchObject({ changes: program.news ? "some" : "none", replaces: [] });
  expect(Object.keys(await rpc.update({ ...known, news, preview: true }))).toEqual(expect.arrayContaining(Object.keys(news)));
  expect(writes()).toEqual([]);
  const updated = await rpc.update({ ...known, news });
  expectOutputs(updated, news);
  requests.length = 0;
  expect(await rpc.update({ type, id, olds: updated, oldInputs: news, news })).toEqual(updated);
  expect(writes()).toEqual([]);

  await rpc.delete({ type, id, properties: updated });
  await rpc.delete({ type, id, properties: updated, oldInputs: news });
  if (kept.test(type)) return;
  expect(await rpc.read({ type, id, inputs: news, properties: updated })).toEqual(gone);
  expect((await failureOf(rpc.update({ type, id, olds: updated, oldInputs: news, news }))).message).toMatch(/Run `pulumi refresh`/);
});
