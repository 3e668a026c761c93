// Parts of component templates `<name>@custom`, which templates of the server and of integrations include. See docs/modules/search.md#template-customizations.
import type { Context } from "../../../../contract/context";
import type { PriorState, Resource } from "../../../../contract/resource";
import { createKeyedMutex } from "../../../../core/concurrency/keyed-mutex";
import { parseJson } from "../../../../core/json/json";
import { mergeTraits } from "../../../../core/compare/traits";
import { hasCode, ProviderError } from "../../../../core/errors/errors";
import type { Search } from "../../../../core/gen/types";
import { exactText, isJsonMap, parseExact, type JsonMap } from "../../../../core/json/exact-json";
import { omitUndefined } from "../../../../core/values/records";
import type { SearchClient } from "../../client";
import { readerOf } from "../../collections";
import { jsonParts } from "../../json/parts";
import { uniqueAliases } from "../alias/rules";
import { componentRejections } from "../component-template/preview";
import { idIn, objectIdViolation, objectName, resolveId } from "../../ids";
import { isSystemObject } from "../listing";
import { templatePartText } from "../template/body";
import { certainFailures } from "../template/preview";
import { templatePart, templates, templatesIn } from "../template/response";
import { partTraits } from "../template/traits";
import { changeLeaves, differingPaths, isLost, leavesAt, leavesOf, sameLeaves, templateOf, type Declaration, type Leaves } from "./paths";
import { clusterObject } from "../cluster-object";

type Inputs = Search.SearchTemplateCustomizationInputs;
type State = Search.SearchTemplateCustomizationState;
type Writing = Pick<Context<SearchClient>, "client" | "log" | "signal">;

const collection = templates.component_template;
const suffix = "@custom";
const namePattern = { matches: /^[^*,\s]+@custom$/, reason: `must end in ${suffix}, without *, comma and whitespace` };
const maximumAttempts = 4;
/** Members that the server adds and does not accept. */
const stamps = new Set(["created_date", "created_date_millis", "modified_date", "modified_date_millis"]);

/** Writes read the template before: those to one template run one after the other. */
const mutex = createKeyedMutex();

/** Declared parts of a component template. */
export const SearchTemplateCustomization: Resource<SearchClient, Inputs, State> = {
  ...clusterObject,
  properties: mergeTraits(partTraits, {
    name: { validate: { pattern: namePattern }, stable: true },
    settings: { validate: { json: "objectOrBlank" } },
    mappings: { validate: { json: "objectOrBlank" } },
    aliases: { validate: uniqueAliases },
  }),
  validate: (inputs) =>
    declaredLeaves(inputs as Partial<Inputs>).size > 0
      ? []
      : [{ property: "", reason: "declares nothing. Set settings, mappings, aliases, lifecycle or dataStreamOptions" }],
  importId: {
    validate: (id) =>
      objectIdViolation(id) ?? (id.endsWith(suffix) ? undefined : `the name of the component template must end in ${suffix}.`),
    resolve: resolveId,
  },
  identity: {
    inputs: ["name"],
    async id(inputs, client) {
      await requireVersions(inputs, client);
      return idIn(client, inputs.name);
    },
    differing: (inputs, state) => differingPaths(declaredLeaves(inputs), declaredLeaves(state)),
  },

  async create({ inputs, created }, context) {
    const id = await idIn(context.client, inputs.name);
    await write(id, { declared: declaredLeaves(inputs) }, context, () => created(id));
  },

  async update({ id, inputs, prior }, context) {
    await requireVersions(inputs, context.client);
    await write(id, { declared: declaredLeaves(inputs), before: declaredLeaves(prior.inputs) }, context);
  },

  async read({ id, prior }, { client, load }) {
    const name = objectName(id);
    const remote = await readTemplate(name, { client, load });
    const owned = remote && (prior ? leavesAt(remote.leaves, ownedPaths(prior)) : remote.leaves);
    return owned && owned.size > 0 ? { id, state: stateOf(name, owned) } : undefined;
  },

  async delete({ id, prior }, context) {
    await write(id, { declared: new Map(), before: declaredLeaves(prior.inputs) }, context);
  },

  async *list(_query, { client }) {
    const response = await client.fetch([...collection.path, `*${suffix}`], { expects: "list" });
    for (const { name, template } of templatesIn("component_template", response))
      if (!isSystemObject(name, template)) yield { id: await idIn(client, name), name };
  },

  async previewCheck({ inputs }, { client, load }) {
    const { name } = inputs;
    const remote = name === undefined ? undefined : await readTemplate(name, { client, load });
    const merged = stateOf("", changeLeaves(remote?.leaves ?? new Map(), { declared: declaredLeaves(inputs) }));
    // Other customizations of the same run can have what is missing, such as an analyzer.
    const failures = certainFailures(await componentRejections(merged, client), (reason) =>
      client.warnOnce(`Preview check: ${name ?? ""}: ${reason}, unless this update completes the template.`),
    );
    return failures.map(({ property, reason }) => ({ property: property.replace(/^template\.?/, ""), reason }));
  },
};

/** A component template as it is. */
interface CurrentTemplate {
  leaves: Leaves;
  /** Its other members. */
  others: JsonMap;
}

async function requireVersions({ dataStreamOptions }: Inputs, client: SearchClient): Promise<void> {
  if (dataStreamOptions) await client.requireVersion("dataStreamOptions", "8.19.0");
}

function declaredLeaves({ settings, mappings, aliases, lifecycle, dataStreamOptions }: Partial<Inputs>): Leaves {
  return leavesOf(parseExact(templatePartText(omitUndefined({ settings, mappings, aliases, lifecycle, dataStreamOptions }))));
}

function ownedPaths({ inputs, planned = {} }: PriorState<Inputs, State>): Iterable<string> {
  return new Set([...declaredLeaves(inputs).keys(), ...declaredLeaves(planned).keys()]);
}

function stateOf(name: string, leaves: Leaves): State {
  const template = exactText(templateOf(leaves));
  const partAt = jsonParts(`{"template":${template}}`);
  return { name, ...templatePart(parseJson(template), (...path) => partAt(path)) };
}

const readTemplate = readerOf(collection, (response, name): CurrentTemplate | undefined => {
  const found = templatesIn("component_template", response).find((entry) => entry.name === name);
  const whole = found && parseExact(found.textAt() ?? "");
  if (!isJsonMap(whole)) return undefined;
  const { template, ...others } = whole;
  return { leaves: leavesOf(template), others: Object.fromEntries(Object.entries(others).filter(([key]) => !stamps.has(key))) };
});

/**
 * Writes the changes. The server has no conditional writes: another writer that has read the template before this write, and writes it
 * afterwards, removes the changes. They are then written again.
 */
async function write(id: string, declaration: Declaration, context: Writing, onWritten?: () => void): Promise<void> {
  const { client, log, signal } = context;
  const name = objectName(id);
  return mutex(id, signal, async () => {
    let current = await readTemplate(name, client.alone);
    let base = leavesIn(current);
    for (let attempt = 1; attempt <= maximumAttempts; attempt++) {
      const next = changeLeaves(base, declaration);
      const isNeeded = !sameLeaves(next, leavesIn(current));
      if (isNeeded) await store(name, next, current?.others ?? {}, context);
      onWritten?.();
      if (isNeeded && attempt === 1 && declaration.declared.size > 0)
        log("info", `${name}: applies to indices and backing indices that are created from now on.`);
      if (isNeeded) current = await readTemplate(name, client.alone);
      const now = leavesIn(current);
      if (!isLost(next, base, now)) return;
      const missing = [...base.keys()].filter((key) => !now.has(key));
      base = changeLeaves(now, { declared: leavesAt(base, missing) });
    }
    throw new ProviderError(
      "failed_precondition",
      `The component template "${name}" is being changed by another writer. Run \`pulumi up\` again, or \`pulumi destroy\` if that failed.`,
    );
  });
}

function leavesIn(remote: CurrentTemplate | undefined): Leaves {
  return remote?.leaves ?? new Map<string, never>();
}

/** Stores the template. One without content is deleted, unless a template of the server needs it. */
async function store(name: string, leaves: Leaves, others: JsonMap, { client, log }: Writing): Promise<void> {
  const path = [...collection.path, name];
  const put = async (): Promise<unknown> => client.put(path, exactText({ template: templateOf(leaves), ...others }));
  if (leaves.size > 0 || Object.keys(others).length > 0) return void (await put());
  try {
    await client.delete(path);
  } catch (error) {
    if (!hasCode(error, "failed_precondition")) throw error;
    await put();
    log("info", `${name}: an index template needs the component template, which stays without content.`);
  }
}
