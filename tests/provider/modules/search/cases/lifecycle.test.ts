/** Pipelines and templates: created, changed, spelled in other ways, changed by others, rejected. */
import { components } from "../../../../samples/search/lifecycle/components";
import { pipelines } from "../../../../samples/search/lifecycle/pipelines";
import { templates } from "../../../../samples/search/lifecycle/templates";
import { changed } from "../../../../samples/search/parts";
import type { Properties } from "../../../../support/structs";
import { failure } from "../support";
import { caseFixture, hasModules, secureServer, stackOn } from "./server";

describe.each([pipelines, templates, components])("$type", ({ type, api, inResponse, minimal, required, full, stored, ...rows }) => {
  const pathOf = ({ name }: Properties) => `${api}/${encodeURIComponent(String(name))}`;

  /** A stack with the object alone, and the object as it is on the server. */
  async function created(inputs: Properties) {
    const fixture = caseFixture(type.split(":")[2]!);
    const { call, find, stack } = fixture;
    const path = pathOf(inputs);
    await call("PUT /_component_template/base", { template: {} });
    if (await find(path)) await call(`DELETE ${path}`);
    await stack.up(inputs);
    const existing = async () => {
      const response = await find(path);
      return response && inResponse(response, String(inputs["name"]));
    };
    return { ...fixture, existing, put: async (body: unknown) => call(`PUT ${path}`, body) };
  }

  test("is created as given, and listed, imported by name and by ID, and read back without a difference", async () => {
    const { stack, existing } = await created(full);
    expect(await existing()).toEqual(stored);
    expect(stack.outputs).toEqual(full);
    for (const given of [minimal, full]) {
      const { stack, uuid } = await created(given);
      const ids = [String(given["name"]), `${await uuid()}/${String(given["name"])}`];
      for (const id of ids) {
        await stack.import(id);
        expect(stack.stored!.id).toBe(ids[1]);
        expect(await stack.preview(given)).toEqual([]);
        expect(await stack.up(stack.inputs)).toBe("same");
      }
    }
  });

  test.each(Object.entries({ ...rows.changes, "another name": { to: { name: "another" }, paths: ["name!"] } }))(
    "change: %s",
    async (_title, { to, paths }) => {
      const { stack, existing } = await created(full);
      const next = changed(full, to);
      expect((await stack.preview(next)).sort()).toEqual(paths.toSorted());
      const done = type === templates.type ? "delete first" : "replace";
      expect(await stack.up(next)).toBe(paths.length === 0 ? "same" : paths.includes("name!") ? done : "update");
      if (paths.length > 0) expect(stack.outputs).toMatchObject(next);
      expect(await stack.refresh()).toEqual([]);
      if (paths.length > 0 && next["name"] === full["name"]) expect(await existing()).toEqual(await (await created(next)).existing());
    },
  );

  test.each(Object.entries(rows.spellings))("means the same: %s", async (_title, given) => {
    const { stack, existing } = await created(given);
    const first = await existing();
    expect(await stack.refresh()).toEqual([]);
    expect(stack.inputs).toEqual(given);
    await stack.import(String(given["name"]));
    const imported = stack.inputs;
    expect(await stack.preview(given)).toEqual([]);
    const again = await created(imported as Properties);
    expect([first, await again.stack.preview(given)]).toEqual([expect.anything(), []]);
  });

  test.each(Object.entries(rows.drifts))("drift: %s", async (_title, { given, put, read, paths }) => {
    const fixture = await created(given);
    await fixture.put({ ...required, ...put });
    expect((await fixture.stack.refresh()).sort()).toEqual(paths.toSorted());
    expect(fixture.stack.inputs).toEqual(changed(given, read));
    await fixture.stack.up(given);
    expect(await fixture.stack.refresh()).toEqual([]);
    expect(fixture.stack.inputs).toEqual(given);
  });

  const rejections = Object.entries(rows.rejections).filter(([, { isOfNodeOnly }]) => !(isOfNodeOnly && hasModules));
  test.each(rejections)("rejected: %s", async (_title, { given, reason }) => {
    const { url } = caseFixture(type.split(":")[2]!);
    const message = `PUT ${url}${pathOf(given)}: HTTP 400: ${reason}`;
    expect(await failure(created(given))).toMatchObject({ code: "failed_precondition", message });
  });
});

test.each([
  ["SearchIngestPipeline", ["manage_ingest_pipelines", "monitor"], { name: "p", processors: ['{"drop":{}}'] }],
  ["SearchIndexTemplate", ["manage_index_templates", "monitor"], { name: "t", indexPatterns: ["t-*"] }],
])("%s needs no other privileges than %j", async (kind, cluster, program) => {
  const server = secureServer();
  const { encoded } = await server.call("POST /_security/api_key", { name: "few", role_descriptors: { only: { cluster } } });
  const { stack, settled } = stackOn(server, kind, { ELASTICSEARCH_API_KEY: String(encoded) });
  for (const version of [1, 2]) await stack.up({ ...program, version });
  await settled({ ...program, version: 2 });
  await stack.destroy();
});
