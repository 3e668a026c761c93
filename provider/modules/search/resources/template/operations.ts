// Operations of index and component templates: a PUT replaces the whole template, on create and update alike. See docs/modules/search.md#index-templates.
import type { Context, CreateRequest, Resource } from "../../../../core/contract";
import { hasCode } from "../../../../core/errors";
import type { Search } from "../../../../core/gen/types";
import type { SearchClient } from "../../client";
import { alreadyExists, withImportHint, type NewObject } from "../existing";
import { canonicalId, nameToDelete, objectIdViolation, objectName } from "../ids";
import { isSystemObject } from "../listing";
import { withUndeclaredMembers } from "./mappings";
import { templatesIn, type RemoteKind, type RemoteTemplate } from "./response";

interface TemplateProperties {
  name: string;
  template?: Search.IndexTemplateBody;
}

/** What distinguishes the kinds of templates. */
export interface TemplateKind<Inputs, State> {
  /** The kind in messages, for example `Index template`. */
  title: string;
  remote: RemoteKind;
  /** Fails if the server is too old for an input. */
  requireVersions?(inputs: Inputs, client: SearchClient): Promise<void>;
  /** Returns the body of the PUT; `current` is the template at the server. */
  bodyOf(inputs: Inputs, current?: State): string;
  stateOf(template: RemoteTemplate): State;
}

type Operation = "importId" | "timeouts" | "create" | "find" | "read" | "update" | "delete" | "list";

/** The operations, all of them present. */
export type TemplateOperations<Inputs, State> = Required<Pick<Resource<SearchClient, Inputs, State>, Operation>>;

/** Returns the operations of a kind of templates. */
export function templateOperations<Inputs extends TemplateProperties, State extends TemplateProperties>(
  kind: TemplateKind<Inputs, State>,
): TemplateOperations<Inputs, State> {
  return {
    importId: { validate: objectIdViolation },
    timeouts: { create: 1200, read: 300, update: 1200, delete: 1200 },
    create: (request, context) => createTemplate(kind, request, context),

    async find({ name }, { client }) {
      const state = await readTemplate(kind, name, client);
      return state && { id: await idOf(name, client), state };
    },

    async update({ id, merged, prior, remote }, { client }) {
      const inputs = withUndeclaredMappings(merged(), prior.inputs.template, remote.template);
      await requireVersions(kind, inputs, client);
      await client.put(pathOf(kind, objectName(id)), kind.bodyOf(inputs, remote));
    },

    async read({ id }, { client }) {
      const name = objectName(id);
      const state = await readTemplate(kind, name, client);
      return state && { id: await canonicalId(id, name, client), state };
    },

    async delete({ id }, { client }) {
      await client.delete(pathOf(kind, nameToDelete(id)));
    },

    async *list(_query, { client }) {
      const templates = templatesIn(kind.remote, await client.fetch([`_${kind.remote}`])).filter(
        ({ name, template }) => !isSystemObject(name, template),
      );
      const uuid = templates.length > 0 ? (await client.cluster()).uuid : "";
      for (const { name } of templates) yield { id: `${uuid}/${name}`, name };
    },
  };
}

async function createTemplate<Inputs extends TemplateProperties, State extends TemplateProperties>(
  kind: TemplateKind<Inputs, State>,
  { inputs, created, importCommand }: CreateRequest<Inputs, State>,
  context: Context<SearchClient>,
): Promise<void> {
  const { client } = context;
  await requireVersions(kind, inputs, client);
  const object = { kind: kind.title, id: await idOf(inputs.name, client), importCommand };
  if (!(await existsEqual(kind, { inputs, object }, context))) {
    try {
      const put = (): Promise<unknown> => client.put(pathOf(kind, inputs.name), kind.bodyOf(inputs), { query: { create: "true" } });
      await withImportHint(object, put);
    } catch (error) {
      // A repeated request is rejected if the first one created the template.
      if (!hasCode(error, "failed_precondition") || !(await existsEqual(kind, { inputs, object }, context))) throw error;
    }
  }
  created(object.id);
}

/** Returns whether an equal template exists. Fails with the command to import it if the existing one differs. */
async function existsEqual<Inputs extends TemplateProperties, State extends TemplateProperties>(
  kind: TemplateKind<Inputs, State>,
  { inputs, object }: { inputs: Inputs; object: NewObject },
  { client, differences }: Context<SearchClient>,
): Promise<boolean> {
  const existing = await readTemplate(kind, inputs.name, client);
  if (!existing) return false;
  const different = differences(inputs, existing);
  if (different.length > 0) throw alreadyExists(object, different);
  return true;
}

/** Returns the template of exactly that name. */
async function readTemplate<Inputs, State>(
  kind: TemplateKind<Inputs, State>,
  name: string,
  client: SearchClient,
): Promise<State | undefined> {
  const template = templatesIn(kind.remote, await client.fetch(pathOf(kind, name))).find((entry) => entry.name === name);
  return template && kind.stateOf(template);
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

async function idOf(name: string, client: SearchClient): Promise<string> {
  return `${(await client.cluster()).uuid}/${name}`;
}

function pathOf({ remote }: { remote: RemoteKind }, name: string): string[] {
  return [`_${remote}`, name];
}
