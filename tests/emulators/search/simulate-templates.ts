/**
 * `_index_template/_simulate` and `_index_template/_simulate/{name}` with a template as body: the checks of a PUT, and nothing is stored. The emulator does not
 * compose the template: of a valid one it returns the template's own part. See docs/modules/search.md#preview-checks.
 */
import { randomBytes } from "node:crypto";
import type { EmulatorReply, JsonObject } from "../exchange";
import type { Route } from "../router";
import type { Api, Endpoint, State } from "./api";
import { flag } from "./api";
import { composeFor } from "./composition";
import { bad, illegal, numbered, reply } from "./errors";
import { checkTemplate, readTemplate, type ReadTemplate } from "./index-templates";
import { action, templateWrite } from "./privileges";
import { nestSettings } from "./settings";

/** The server makes up a name of 22 letters, digits, `_` and `-`. */
const madeUpName = (): string => `simulate_template_${randomBytes(16).toString("base64url").toLowerCase()}`;

const simulate = (name: string, sent: ReadTemplate, create: boolean, state: State): EmulatorReply => {
  const { template = {} } = checkTemplate(name, sent, create, state);
  return reply(200, { template, overlapping: [] });
};

const simulateStored = (name: string | undefined, { indexTemplates }: State): never => {
  if (name === undefined)
    throw bad(
      "action_request_validation_exception",
      numbered(["either index name or index template body must be specified for simulation"]),
    );
  if (!indexTemplates.has(name)) throw illegal(`unable to simulate template [${name}] that does not exist`);
  throw illegal("the emulator does not simulate stored templates");
};

/** What a new index or data stream of that name would get; nothing without a template. */
const simulateIndex = (name: string, state: State): EmulatorReply => {
  const found = composeFor(name, state);
  if (!found) return reply(200, {});
  const { settings, mappings, aliases, template } = found;
  const stored = state.indexTemplates.get(template)?.template as JsonObject | undefined;
  const parts = ["lifecycle", "data_stream_options"].flatMap((part) =>
    stored?.[part] === undefined ? [] : [[part, stored[part]] as const],
  );
  const shown = { settings: nestSettings(settings), mappings, aliases, ...Object.fromEntries(parts) };
  return reply(200, { template: shown, overlapping: [] });
};

const simulation = action("indices:admin/index_template/simulate", templateWrite);

/** The routes of simulations of index templates. */
export const simulateTemplateApi: Api = (state) => {
  const handler: Endpoint = {
    query: { create: "bool", cause: "text", master_timeout: "time", include_defaults: "bool" },
    takesBody: true,
    prepare: (call) => {
      const { name } = call.parts;
      if (call.body === "") return { action: simulation, run: () => simulateStored(name, state) };
      const sent = readTemplate(call.body);
      const create = flag(call, "create");
      return { action: simulation, run: () => simulate(name ?? madeUpName(), sent, create, state) };
    },
  };
  const byName: Endpoint = {
    query: { master_timeout: "time", include_defaults: "bool" },
    prepare: (call) => ({
      action: action("indices:admin/index_template/simulate_index", templateWrite),
      run: () => simulateIndex(call.parts.name ?? "", state),
    }),
  };
  const paths = ["/_index_template/_simulate", "/_index_template/_simulate/{name}"];
  return [
    ...paths.map((path): Route<Endpoint> => ({ method: "POST", path, handler })),
    { method: "POST", path: "/_index_template/_simulate_index/{name}", handler: byName },
  ];
};
