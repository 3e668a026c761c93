// A new object may not be visible immediately. See docs/modules/cloud.md#visibility.
import type { Module } from "../../../contract/module";
import type { CreateRequest, Resource } from "../../../contract/resource";
import type { PlainMap } from "../../../core/values/value";
import type { CloudClient } from "../client";

type Resources = Module<CloudClient>["resources"];
type CloudResource = Resource<CloudClient, PlainMap, PlainMap>;

/** Wraps every resource of a table: a create that does not return the object ends when the read of the resource finds it. */
export function visible(resources: Resources): Resources {
  return Object.fromEntries(Object.entries(resources).map(([name, resource]) => [name, visibleResource(resource as CloudResource)]));
}

function visibleResource(resource: CloudResource): CloudResource {
  return {
    ...resource,
    async create(request, context) {
      const { inputs, created } = request;
      let reported: { id: string; state: object } | undefined;
      const report: CreateRequest<PlainMap, PlainMap>["created"] = (id, state = inputs) => {
        reported = { id, state };
        created(id, state);
      };
      const written = await resource.create({ ...request, created: report }, context);
      if (written || !reported) return written;
      const { id, state } = reported;
      const prior = { inputs, state: { ...state, ...inputs } };
      return context.client.waitUntil(`visibility of ${id}`, () => resource.read({ id, prior }, context));
    },
  };
}
