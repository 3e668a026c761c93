// A resource of the new contract called as the tests of the old one do: PROTOTYPE ONLY.
import { changedProperties } from "../../provider/core/changes";
import type { RequestContext, Context } from "../../provider/core/contract";
import { isLegacy } from "../../provider/core/legacy";
import { sectionOf, type Schema } from "../../provider/core/schema";
import type { PlainMap, ValueMap } from "../../provider/core/value";
import { computeChanges as changed } from "../../provider/verbs/changes";
import { differences } from "../../provider/verbs/outputs";
import { registerResource, type RegisteredResource, type Registry } from "../../provider/verbs/registry";

/* eslint-disable @typescript-eslint/no-explicit-any -- a prototype */
export interface Before {
  create(inputs: any, client: any): Promise<any>;
  recover(inputs: any, client: any): Promise<string | undefined>;
  apply(id: string, inputs: any, previous: any, client: any): Promise<void>;
  read(id: string, client: any, known?: any): Promise<any>;
  delete(id: string, client: any, known: any): Promise<void>;
  checkId(id: string): string | undefined;
  list(client: any, query?: any): AsyncIterable<{ id: string; name: string }>;
}

export function foundOf(token: string, code: object, schema: Schema): RegisteredResource {
  return registerResource({ token, spec: schema.resource(token)!, module: { name: sectionOf(token) } as never }, code, schema);
}

export function asBefore(token: string, code: object, schema: Schema): Before {
  if (isLegacy(code)) return code as Before;
  const found = foundOf(token, code, schema);
  const runtime = { schema } as Registry;
  const { resource } = found;
  const context = (client: any): Context<unknown> => {
    const operation = (client.operation ?? {
      signal: new AbortController().signal,
      status: () => undefined,
      redact: (text: string) => text,
      log: () => undefined,
    }) as RequestContext;
    return {
      signal: operation.signal,
      status: (message) => operation.status(message),
      log: (severity, message) => operation.log(severity, message),
      redact: (text) => operation.redact(text),
      client,
      differences: (wanted, state) => differences(runtime, found, wanted as PlainMap, state as PlainMap),
    };
  };
  const prior = (known: any) => known && { inputs: known.inputs, state: { ...known.outputs, ...known.standing } };
  return {
    async create(inputs, client) {
      let made: string | undefined;
      await resource.create({ inputs, created: (id) => void (made = id) }, context(client));
      return made;
    },
    async recover(inputs, client) {
      const made = await resource.find?.(inputs, context(client));
      if (!made) return undefined;
      const written = (made.written ?? inputs) as PlainMap;
      return differences(runtime, found, written, made.state).every((key) => !(key in written)) ? made.id : undefined;
    },
    async apply(id, inputs, previous, client) {
      const changes = changed(runtime, found, { before: previous as ValueMap, news: inputs as ValueMap });
      const names = Object.keys(found.spec.inputProperties ?? {});
      const remote = previous;
      await resource.update!(
        {
          id,
          inputs,
          changed: changedProperties(changes, names),
          prior: { inputs: previous, state: previous },
          remote,
          merged: () => inputs,
        },
        context(client),
      );
    },
    read: async (id, client, known) => resource.read({ id, ...(known && { prior: prior(known) }) }, context(client)),
    delete: async (id, client, known) => resource.delete({ id, prior: prior(known) }, context(client)),
    checkId: (id) => resource.importId?.validate(id),
    list: (client, query = {}) => resource.list!(query, context(client)),
  };
}
