// From an answer of the service to the state of a resource: the schema says which members there are (cloud-resources.md 1, 2.2).
import { isObject } from "../../../core/json";
import type { Plain, PlainMap } from "../../../core/value";
import type { CloudClient } from "../client";
import { fromRemote, type Names } from "../naming";
import { withoutBlanks } from "./values";

/** What of a resource's outputs a remote object tells; `own` is added and wins. What is empty and not required is left out. */
export function stateOf<State>(client: CloudClient, kind: string, remote: PlainMap, { names = {}, own = {}, had = {} }: About = {}): State {
  const { schema } = client.place;
  const { properties = {}, inputProperties = {}, required = [] } = schema.resource(`quartet:cloud:${kind}`) ?? {};
  const told = Object.fromEntries(Object.entries(properties).filter(([key]) => !(key in own)));
  // A map says something by its keys: a tag may have an empty value.
  const maps = Object.keys(own).filter(
    (key) => properties[key]?.additionalProperties && isObject(own[key]) && Object.keys(own[key]).length > 0,
  );
  const wanted = required.filter((key) => key in told);
  // On import nothing was; what is taken when nothing is given comes nearest.
  const stand = (key: string): Plain | undefined => (had as PlainMap)[key] ?? inputProperties[key]?.default;
  const answered = fromRemote(schema, { properties: told, required: wanted.filter((key) => stand(key) === undefined) }, remote, names);
  const kept = Object.fromEntries(wanted.filter((key) => !(key in answered)).map((key) => [key, stand(key)!]));
  const state = { ...answered, ...kept, ...own };
  return withoutBlanks(state, [...required, ...maps]) as State;
}

/** What cannot be told by the rule. */
export interface About {
  /** Remote names of outputs that are not called after the rule. */
  names?: Names;
  /** Outputs made by the resource itself. */
  own?: PlainMap;
  /** The inputs that were: they stand in for required outputs that the service answers as null. */
  had?: object | undefined;
}
