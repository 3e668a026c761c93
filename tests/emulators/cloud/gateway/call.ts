/** What actions of the gateway share: how they find what a call names, which rows a list has, and when a service takes a write. */
import type { Json, JsonObject } from "../../exchange";
import type { Store } from "../../store";
import { FORMAT, oneOf, page, reject, strings, type Rule, type Shapes } from "../api";
import { isoSeconds } from "../keys";
import { environments, type Api, type GatewayState, type Guard, type Service } from "./gateway-state";

/** One call of an action. */
export interface Call {
  gateway: GatewayState;
  params: JsonObject;
  region: string;
  now: Date;
}

/** What an action does. */
export type Run = (call: Call) => JsonObject;

/** Actions by name: their parameters, and what they do. */
export type Table = Readonly<Record<string, readonly [params: Shapes, run: Run]>>;

/** What most actions return that have nothing to show. */
export const done = { Result: true };

/** The members that every new object has. */
export const fresh = ({ gateway, region, now }: Call, kind: string) => ({ id: gateway.newId(kind), region, ...stamps(now) });
/** The times of a new object. */
export const stamps = (now: Date) => ({ created: isoSeconds(now), modified: isoSeconds(now) });
/** When an object that is created now can be seen. */
export const appears = ({ gateway, now }: Call): { visible: number } => ({ visible: now.getTime() + gateway.delays.visible });
/** The times of an object as responses contain them. */
export const timesOf = ({ created, modified }: { created: string; modified: string }) => ({ CreatedTime: created, ModifiedTime: modified });

/** Sets parameters of an object that are given, and the time of the change. */
export function change(object: { given: JsonObject; modified: string }, { now }: Pick<Call, "now">, given: JsonObject): void {
  const members = Object.entries(given).filter(([name]) => name in object.given);
  Object.assign(object.given, Object.fromEntries(members));
  object.modified = isoSeconds(now);
}

/** Whether a call sees an object: every action is regional, and some objects take a moment to appear. */
export const seen = (object: { region: string; visible?: number }, { region, now }: Pick<Call, "region" | "now">): boolean =>
  object.region === region && (object.visible ?? 0) <= now.getTime();

/** The objects of a store that a call sees, oldest first. */
export const visible = <T extends { region: string; visible?: number }>(store: Store<T>, call: Call): T[] =>
  store.values().filter((object) => seen(object, call));

/** The parameter that names an object of each kind, and the code where there is none. */
const kinds = {
  services: ["ServiceId", "ResourceNotFound.InvalidService"],
  keys: ["AccessKeyId", "ResourceNotFound.InvalidAccessKeyId"],
  plans: ["UsagePlanId", "ResourceNotFound.InvalidUsagePlan"],
  apps: ["ApiAppId", "ResourceNotFound.InvalidApiApp"],
  documents: ["ApiDocId", "ResourceNotFound.InvalidApiDoc"],
  plugins: ["PluginId", "ResourceNotFound.InvalidPlugin"],
  upstreams: ["UpstreamId", "ResourceNotFound"],
} as const;

type Kind = keyof typeof kinds;
type Found<K extends Kind> = GatewayState[K] extends Store<infer T> ? T : never;

/** The object that a call names; rejects with the code that the action declares for an unknown one. */
export function find<K extends Kind>(call: Call, kind: K, { id, code = kinds[kind][1] }: { id?: Json; code?: string } = {}): Found<K> {
  const name = kinds[kind][0];
  const object = call.gateway[kind].get(String(id ?? call.params[name]));
  return (object && seen(object, call) ? object : reject(code, `\`${name}\` names nothing that exists.`)) as Found<K>;
}

/** The API of that id in that service. */
export function findApi({ gateway, params }: Call, service: Pick<Service, "id">, id: Json | undefined = params.ApiId): Api {
  const api = gateway.apis.get(String(id));
  return api?.serviceId === service.id ? api : reject("ResourceNotFound.InvalidApi", "The API does not exist.");
}

/** The ids of the APIs of a service that a parameter names. */
export const apiIdsOf = (call: Call, service: Service, name = "ApiIds"): string[] =>
  (call.params[name] as string[]).map((id) => findApi(call, service, id).id);

/** The APIs of a service, oldest first. */
export const apisOf = ({ apis }: GatewayState, serviceId: string): Api[] => apis.values().filter((api) => api.serviceId === serviceId);

/** An action that writes a service: one at a time, so that the next one is rejected for the time of `delays.busy`. */
export const writing =
  (run: (call: Call, service: Service) => JsonObject): Run =>
  (call) => {
    const service = find(call, "services");
    const now = call.now.getTime();
    if (service.busy > now) reject("FailedOperation.ServiceInOperation", "The service is in operation. Please try again later.");
    const outcome = run(call, service);
    service.busy = now + call.gateway.delays.busy;
    return outcome;
  };

/** Rejects when one of the guards does. */
export function runGuards(guards: readonly Guard[], id: string, now: Date): void {
  for (const guard of guards) {
    const rejection = guard(id, now);
    if (rejection !== undefined) reject(rejection.code, rejection.message);
  }
}

/** The name of an environment. */
export const environment = (code = FORMAT): Rule => oneOf(environments, code);

/** A member of the definition of an API; null where it is not set. */
export const defined = (api: Api | undefined, name: string): Json => api?.definition[name] ?? null;

/** Path and method of an API's front end. */
export const frontOf = ({ definition }: Api): { Path: string; Method: string } => {
  const { Path, Method } = (definition.RequestConfig ?? {}) as JsonObject;
  return { Path: String(Path ?? ""), Method: String(Method ?? "") };
};

/** The parameter `Filters`: a row passes a filter when it fits one of the values, and must pass all. */
export const filters: Shapes = { Filters: [{ "Name!": "string", "Values!": ["string"] }] };

/** By the name of a filter: whether a row fits a value. */
export type Meanings<T> = Readonly<Record<string, (row: T, value: string) => boolean>>;

/** A filter for a whole value. */
export const is =
  <T>(valueOf: (row: T) => unknown) =>
  (row: T, value: string) =>
    valueOf(row) === value;
/** A filter for a part of one of several values. */
export const has =
  <T>(...valuesOf: ((row: T) => unknown)[]) =>
  (row: T, value: string) =>
    valuesOf.some((valueOf) => String(valueOf(row) ?? "").includes(value));

/** The rows that pass all filters of a call; fails for a filter that the action does not have. */
export function filtered<T>(rows: readonly T[], { params }: Call, meanings: Meanings<T>): T[] {
  const tests = ((params.Filters ?? []) as unknown as { Name: string; Values: string[] }[]).map(({ Name, Values }) => {
    const fits = Object.hasOwn(meanings, Name) ? meanings[Name] : undefined;
    if (!fits) reject("InvalidParameterValue.InvalidFilterNotSupportedName", `The filter \`${Name}\` is not supported.`);
    return (row: T) => Values.some((value) => fits(row, value));
  });
  return rows.filter((row) => tests.every((passes) => passes(row)));
}

/** The response of a list: the number of its rows, and the page that the call requests. */
export const listed = ({ params }: Call, member: string, rows: readonly JsonObject[]): JsonObject => ({
  Result: { TotalCount: rows.length, [member]: page(rows, params) },
});

/** The parameters that name an API in a service. */
export const apiKey = strings("ServiceId!", "ApiId!");
