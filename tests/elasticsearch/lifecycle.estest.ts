/** The lifecycle of pipelines and templates through the built plugin on the real node: create, update, import, drift, adoption, delete. */
import { status } from "@grpc/grpc-js";
import { failureOf } from "../support/failure";
import type { Json, Properties } from "../support/structs";
import { clean } from "./agree";
import { overHttp } from "./agreement";
import { components } from "../samples/search/lifecycle/components";
import type { Kind } from "../samples/search/lifecycle/kind";
import { changed } from "../samples/search/lifecycle/kind";
import { pipelines } from "../samples/search/lifecycle/pipelines";
import { templates } from "../samples/search/lifecycle/templates";
import { good, pluginOfFile, restOf } from "./provider";

const url = process.env.ELASTICSEARCH_NODE ?? "";
const rest = restOf(url);
const fixture = pluginOfFile(() => ({ endpoints: [url] }));
const kinds: Kind[] = [pipelines, templates, components];

beforeEach(async () => {
  await clean(overHttp(url));
  await good(rest("PUT /_component_template/base", { template: { settings: { number_of_replicas: 0 } } }));
});

const nameOf = (inputs: Properties): string => String(inputs["name"]);
const uuid = async (): Promise<string> => String(((await good(rest("GET /"))) as Properties)["cluster_uuid"]);

/** What a refresh returns if nothing has changed. The state also has members that only the server returns. */
const unchanged = (inputs: Properties): object => ({ inputs, olds: expect.objectContaining(inputs), detailed: {} });

describe.each(kinds)("$type", ({ type, api, inResponse, minimal, full, stored, changes, spellings, drifts, rejections }) => {
  const pathOf = (name: string): string => `${api}/${encodeURIComponent(name)}`;
  const existing = async (name: string): Promise<Json | undefined> => inResponse((await rest(`GET ${pathOf(name)}`)).body, name);

  /** Made from checked inputs. */
  const make = async (given: Properties): Promise<{ id: string; inputs: Properties; properties: Properties }> => {
    const inputs = await fixture.rpc.inputs({ type }, given);
    return { inputs, ...(await fixture.rpc.create({ type, inputs })) };
  };

  /** What a refresh finds, and the changes that Diff returns afterwards. */
  const refresh = async (
    { id, properties }: { id: string; properties: Properties },
    inputs: Properties,
  ): Promise<{ inputs: Properties; olds: Properties; detailed: Record<string, string> }> => {
    const read = await fixture.rpc.read({ type, id, inputs, properties });
    const { detailed } = await fixture.rpc.diff({ type, id, olds: read.properties, oldInputs: read.inputs, news: inputs });
    return { inputs: read.inputs!, olds: read.properties!, detailed };
  };

  it("is created as given, read back unchanged, and has no difference", async () => {
    const created = await make(full);
    expect(created.id).toBe(`${await uuid()}/${nameOf(full)}`);
    expect(await existing(nameOf(full))).toEqual(stored);
    expect(created.properties).toEqual(full);
    expect(await refresh(created, created.inputs)).toEqual(unchanged(full));
  });

  it.each(changes)("change: $title", async ({ to, detailed }) => {
    const created = await make(full);
    const news = await fixture.rpc.inputs({ type }, changed(full, to));
    expect((await fixture.rpc.diff({ type, id: created.id, olds: created.properties, oldInputs: created.inputs, news })).detailed).toEqual(
      detailed,
    );
    const properties = await fixture.rpc.update({ type, id: created.id, olds: created.properties, oldInputs: created.inputs, news });
    expect(await refresh({ id: created.id, properties }, news)).toEqual(unchanged(news));
    if (Object.keys(detailed).length === 0) return;
    const updated = await existing(nameOf(full));
    await fixture.rpc.delete({ type, id: created.id, properties });
    await make(news);
    expect(updated).toEqual(await existing(nameOf(full)));
  });

  it("another name replaces", async () => {
    const { id, inputs, properties } = await make(full);
    const news = { ...inputs, name: "another" };
    const { detailed, replaces, deleteBeforeReplace } = await fixture.rpc.diff({ type, id, olds: properties, oldInputs: inputs, news });
    expect({ detailed, replaces }).toEqual({ detailed: { name: "UPDATE_REPLACE" }, replaces: ["name"] });
    // Two templates of the same patterns and priority cannot exist at the same time.
    expect(deleteBeforeReplace).toBe(type === templates.type);
  });

  it.each([
    ["the least", minimal],
    ["everything", full],
  ])("is imported by name and by id, %s: inputs that pass Check, and no difference", async (_title, given) => {
    const { id, inputs } = await make(given);
    for (const server of [nameOf(given), id]) {
      const read = await fixture.rpc.read({ type, id: server });
      expect(read.id).toBe(id);
      const checked = await fixture.rpc.check({ type, olds: read.inputs!, news: read.inputs! });
      expect(checked).toEqual({ inputs: read.inputs, failures: [] });
      for (const news of [checked.inputs, inputs]) {
        const { changes } = await fixture.rpc.diff({ type, id, olds: read.properties!, oldInputs: read.inputs!, news });
        expect(changes).toBe("none");
      }
    }
  });

  it.each(spellings)("means the same: $title", async ({ given }) => {
    const created = await make(given);
    expect(await refresh(created, created.inputs)).toEqual(unchanged(created.inputs));
    const again = await failureOf(fixture.rpc.create({ type, name: "again", inputs: created.inputs }));
    expect(again).toMatchObject({ code: status.ALREADY_EXISTS, message: expect.not.stringContaining("differs in") });
    const imported = await fixture.rpc.read({ type, id: created.id });
    await fixture.rpc.delete({ type, id: created.id, properties: created.properties });
    await make(imported.inputs!);
    expect((await refresh(created, created.inputs)).detailed).toEqual({});
  });

  it.each(drifts)("drift: $title", async ({ given, put, read, detailed }) => {
    const created = await make(given);
    await good(rest(`PUT ${pathOf(nameOf(given))}`, put));
    const found = await refresh(created, created.inputs);
    expect(found).toEqual({ inputs: changed(given, read), olds: expect.any(Object), detailed });
    const properties = await fixture.rpc.update({ type, id: created.id, olds: found.olds, oldInputs: found.inputs, news: created.inputs });
    expect(await refresh({ id: created.id, properties }, created.inputs)).toEqual(unchanged(created.inputs));
  });

  it("that exists is neither changed nor adopted, and the error has the import command", async () => {
    await good(rest(`PUT ${pathOf(nameOf(full))}`, stored));
    const inputs = await fixture.rpc.inputs({ type }, full);
    const failed = await failureOf(fixture.rpc.create({ type, inputs: { ...inputs, version: 4 } }));
    const id = `${await uuid()}/${nameOf(full)}`;
    expect(failed.code).toBe(status.ALREADY_EXISTS);
    expect(failed.message).toContain("already exists and differs in version. This create did not change it.");
    expect(failed.message).toContain(`\`pulumi import ${type} demo ${id}\``);
    expect(await existing(nameOf(full))).toEqual(stored);
    expect((await failureOf(fixture.rpc.create({ type, inputs }))).code).toBe(status.ALREADY_EXISTS);
    expect(await existing(nameOf(full))).toEqual(stored);
  });

  it("is deleted, may be deleted again, and is missing for a refresh, an import and an update", async () => {
    const { id, inputs, properties } = await make(full);
    for (let i = 0; i < 2; i++) {
      await fixture.rpc.delete({ type, id, properties });
      expect(await existing(nameOf(full))).toBeUndefined();
    }
    expect(await fixture.rpc.read({ type, id, inputs, properties })).toEqual({ id: "" });
    expect(await fixture.rpc.read({ type, id: nameOf(full) })).toEqual({ id: "" });
    const failed = await failureOf(fixture.rpc.update({ type, id, olds: properties, oldInputs: inputs, news: { ...inputs, version: 4 } }));
    expect(failed).toMatchObject({ code: status.NOT_FOUND, message: expect.stringContaining("pulumi refresh") });
    expect(await existing(nameOf(full))).toBeUndefined();
  });

  it.each(rejections)("rejected: $title", async ({ given, reason }) => {
    const failed = await failureOf(make(given));
    expect(failed).toMatchObject({ code: status.FAILED_PRECONDITION, message: `PUT ${url}${pathOf(nameOf(given))}: HTTP 400: ${reason}` });
    expect(await existing(nameOf(given))).toBeUndefined();
  });
});
