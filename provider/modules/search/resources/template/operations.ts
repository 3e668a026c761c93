// Operations of index and component templates: a PUT replaces the whole template, on create and update alike. See docs/modules/search.md#index-templates.
import type { Search } from "../../../../core/gen/types";
import type { SearchClient } from "../../client";
import { readerOf } from "../../collections";
import { objectName } from "../../ids";
import { isSystemObject } from "../listing";
import { namedObject, type NamedKind, type NamedOperations } from "../named";
import { withUndeclaredMembers } from "./mappings";
import { templates, templatesIn, type RemoteKind, type RemoteTemplate } from "./response";

interface TemplateProperties {
  name: string;
  template?: Search.IndexTemplateBody;
}

/** What distinguishes the kinds of templates. */
interface TemplateKind<Inputs, State> {
  remote: RemoteKind;
  /** Fails if the server is too old for an input. */
  requireVersions?(inputs: Inputs, client: SearchClient): Promise<void>;
  /** Returns the body of the PUT; `current` is the template at the server. */
  bodyOf(inputs: Inputs, current?: State): string;
  stateOf(template: RemoteTemplate): State;
  inUse?: NamedKind<Inputs, State>["inUse"];
}

/** Returns the operations of a kind of templates. */
export function templateOperations<Inputs extends TemplateProperties, State extends TemplateProperties>(
  kind: TemplateKind<Inputs, State>,
): NamedOperations<Inputs, State> {
  const operations = namedObject<Inputs, State>({
    key: "name",
    path: templates[kind.remote].path,
    put: ({ name, inputs }, client) => client.put(pathOf(kind, name), kind.bodyOf(inputs), { query: { create: "true" } }),
    read: readerOf(templates[kind.remote], (response, name) => {
      const template = templatesIn(kind.remote, response).find((entry) => entry.name === name);
      return template && kind.stateOf(template);
    }),
    async names(client) {
      const listed = templatesIn(kind.remote, await client.fetch(templates[kind.remote].path, { expects: "list" }));
      return listed.filter(({ name, template }) => !isSystemObject(name, template)).map(({ name }) => name);
    },
    rejectsExisting: true,
    requireSupport: (inputs, client) => requireVersions(kind, inputs, client),
    ...(kind.inUse && { inUse: kind.inUse }),
  });
  return {
    ...operations,

    async update({ id, merged, prior, remote }, { client }) {
      const current = await remote();
      const inputs = withUndeclaredMappings(await merged(), prior.inputs.template, current.template);
      await requireVersions(kind, inputs, client);
      await client.put(pathOf(kind, objectName(id)), kind.bodyOf(inputs, current));
    },
  };
}

async function requireVersions<Inputs extends TemplateProperties, State>(
  kind: TemplateKind<Inputs, State>,
  inputs: Inputs,
  client: SearchClient,
): Promise<void> {
  await kind.requireVersions?.(inputs, client);
  if (inputs.template?.dataStreamOptions) await client.requireVersion("template.dataStreamOptions", "8.19.0");
}

function withUndeclaredMappings<Inputs extends TemplateProperties>(
  inputs: Inputs,
  prior: Search.IndexTemplateBody | undefined,
  remote: Search.IndexTemplateBody | undefined,
): Inputs {
  const { template } = inputs;
  if (template?.mappings === undefined) return inputs;
  const mappings = withUndeclaredMembers(template.mappings, prior?.mappings, remote?.mappings);
  return { ...inputs, template: { ...template, mappings } };
}

function pathOf({ remote }: { remote: RemoteKind }, name: string): string[] {
  return [...templates[remote].path, name];
}
