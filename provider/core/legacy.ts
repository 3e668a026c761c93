// PROTOTYPE ONLY: a resource of the old contract behind the new one. Its `apply` compares by itself; it is given a `previous` that differs in what changed only.
import type { PropertyTraits, Resource } from "./contract";
import type { Known, LegacyResource } from "./legacy-contract";
import type { ResourceSpec } from "./schema";
import type { Traits } from "./traits";
import type { Plain, PlainMap } from "./value";

type Old = LegacyResource<unknown, PlainMap, PlainMap>;
type New = Resource<unknown, PlainMap, PlainMap>;

export function isLegacy(resource: object): boolean {
  return !("properties" in resource || "importId" in resource);
}

/** The old hooks as traits by path. */
function propertiesOf(old: Old, spec: ResourceSpec): Record<string, PropertyTraits> {
  const all: Record<string, PropertyTraits> = {};
  const add = (path: string, traits: PropertyTraits): void => void (all[path] = { ...all[path], ...traits });
  const paths = new Set([...Object.keys(old.same ?? {}), ...Object.keys(old.served ?? {})]);
  const never = (): boolean => false;
  for (const path of paths)
    add(path, {
      equals: { diff: (next, prior) => (old.same?.[path] ?? never)(prior, next), refresh: (old.served ?? old.same)?.[path] ?? never },
    });
  for (const [path, value] of Object.entries(old.serverDefaults ?? {})) add(path, { default: value });
  for (const path of old.filled ?? []) add(path, { computed: true });
  for (const key of old.local ?? []) add(key, { local: true });
  for (const key of old.stables ?? []) add(key, { stable: true });
  for (const [key, inputs] of Object.entries(old.follows ?? {})) add(key, { stable: { unlessChanged: inputs as readonly string[] } });
  for (const [key, rule] of Object.entries(old.replacesWhen ?? {})) if (rule) add(key, { requiresReplaceIf: rule });
  const { leaves } = old;
  if (leaves)
    for (const key of Object.keys(spec.inputProperties ?? {})) add(key, { omitOnImport: (_value, state) => leaves(state).includes(key) });
  return all;
}

const knownOf = (prior: { inputs: object; state: object } | undefined): Known<PlainMap> | undefined =>
  prior && { inputs: prior.inputs as PlainMap, standing: prior.state as PlainMap, outputs: prior.state as PlainMap };

/** The resource in the new form. */
export function fromLegacy(old: Old, spec: ResourceSpec): New {
  const computed = new Set<string>(old.filled ?? []);
  return {
    properties: propertiesOf(old, spec),
    ...(old.complete && { normalize: (known, about) => old.complete!(known, about) }),
    ...(old.checkId && { importId: { validate: (id) => old.checkId!(id) } }),
    ...(old.deleteBeforeReplace !== undefined && { deleteBeforeReplace: old.deleteBeforeReplace }),
    ...(old.timeouts && { timeouts: old.timeouts }),
    async create({ inputs, created }, { client }) {
      const answer = await old.create(inputs, client);
      const { id, outputs, failed } = typeof answer === "string" ? { id: answer } : answer;
      const applied = (old.birth?.(inputs) ?? inputs) as PlainMap;
      created(id, { ...applied, ...outputs });
      if (failed) throw failed;
      if (!old.birth || !old.apply) return;
      await old.apply(id, inputs, applied, client);
      created(id, { ...inputs, ...outputs });
    },
    ...(old.recover && {
      find: async (inputs, { client }) => {
        const id = await old.recover!(inputs, client);
        if (id === undefined) return undefined;
        const written = (old.birth?.(inputs) ?? inputs) as PlainMap;
        const found = await old.read(id, client, { inputs, standing: written, outputs: written });
        return found && { ...found, written };
      },
    }),
    async read({ id, prior }, { client }) {
      const found = await old.read(id, client, knownOf(prior));
      return found && { ...found, ...(old.unsettled?.(found.state) && { incomplete: "it has not settled" }) };
    },
    ...(old.apply && {
      async update({ id, inputs, changed, prior }, { client }) {
        const previous: PlainMap = {};
        for (const key of Object.keys(spec.inputProperties ?? {})) {
          const state = prior.state as Record<string, Plain | undefined>;
          const value = changed.names.includes(key) ? prior.inputs[key] : (inputs[key] ?? (computed.has(key) ? state[key] : undefined));
          if (value !== undefined) previous[key] = value;
        }
        await old.apply!(id, inputs, previous, client);
      },
    }),
    delete: async ({ id, prior }, { client }) =>
      old.delete(id, client, { inputs: prior.inputs as PlainMap, standing: prior.inputs as PlainMap, outputs: prior.state as PlainMap }),
    ...(old.list && { list: (query, { client }) => old.list!(client, query) }),
  };
}

/** What the old tables said and the new one finds in the schema. */
export const legacyTraits = (old: Old, traits: Traits): Traits => ({
  ...traits,
  rules: old.rules,
  reported: new Set<string>([...(old.asServed ?? [])]),
  widened: new Set<string>(),
});
