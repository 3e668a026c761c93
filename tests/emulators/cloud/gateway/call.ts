/** What actions of the gateway share: how they find what a call names, which rows a list has, and when a service takes a write. */
import type { Json, JsonObject } from "../../exchange";
import type { Store } from "../../store";
import { FORMAT, oneOf, page, reject, strings, type Rule, type Shapes } from "../api";
import { pickBy } from "../../objects";
import { isoSeconds } from "../keys";
import { environments, stamps, type Api, type GatewayState, type Service } from "./gateway-state";

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
type Found<K extends keyof GatewayState> = GatewayState[K] extends Store<infer T> ? T : never;

/** One call of an action: what it names, which rows a list has. */
export class Call {
  constructor(
    readonly gateway: GatewayState,
    readonly params: JsonObject,
    readonly region: string,
    readonly now: Date,
  ) {}

  /** The members that every new object has. */
  fresh(kind: string) {
    return { id: this.gateway.newId(kind), region: this.region, ...stamps(this.now) };
  }

  /** When an object that is created now can be seen. */
  appears() {
    return { visible: this.now.getTime() + this.gateway.delays.visible };
  }

  /** Sets parameters of an object that are given, and the time of the change. */
  change(object: { given: JsonObject; modified: string }, given = this.params): void {
    Object.assign(
      object.given,
      pickBy(given, (_, name) => name in object.given),
    );
    object.modified = isoSeconds(this.now);
  }

  /** Whether a call sees an object: every action is regional, and some objects take a moment to appear. */
  sees(object: { region: string; visible?: number }, region = this.region): boolean {
    return object.region === region && (object.visible ?? 0) <= this.now.getTime();
  }

  /** The objects of a kind that a call sees, oldest first. */
  visible<K extends Kind | "strategies" | "domains">(kind: K): Found<K>[] {
    return this.gateway[kind].values().filter((object) => this.sees(object)) as Found<K>[];
  }

  /** The object that a call names; rejects with the code that the action declares for an unknown one. */
  find<K extends Kind>(kind: K, { id, code = kinds[kind][1], region }: { id?: Json; code?: string; region?: string } = {}): Found<K> {
    const name = kinds[kind][0];
    const object = this.gateway[kind].get(String(id ?? this.params[name]));
    return (object && this.sees(object, region) ? object : reject(code, `\`${name}\` names nothing that exists.`)) as Found<K>;
  }

  /** The API of that id in that service. */
  findApi(service: Service, id: Json | undefined = this.params.ApiId): Api {
    const api = this.gateway.apis.get(String(id));
    return api?.serviceId === service.id ? api : reject("ResourceNotFound.InvalidApi", "The API does not exist.");
  }

  /** The ids of the APIs of a service that a parameter names. */
  apiIdsOf(service: Service, name = "ApiIds"): string[] {
    return (this.params[name] as string[]).map((id) => this.findApi(service, id).id);
  }

  /** The rows that pass all filters of a call; fails for a filter that the action does not have. */
  filtered<T>(rows: readonly T[], meanings: Meanings<T>): T[] {
    const tests = ((this.params.Filters ?? []) as unknown as { Name: string; Values: string[] }[]).map(({ Name, Values }) => {
      const fits = Object.hasOwn(meanings, Name) ? meanings[Name] : undefined;
      if (!fits) reject("InvalidParameterValue.InvalidFilterNotSupportedName", `The filter \`${Name}\` is not supported.`);
      return (row: T) => Values.some((value) => fits(row, value));
    });
    return rows.filter((row) => tests.every((passes) => passes(row)));
  }

  /** The response of a list: the number of its rows, and the page that the call requests. */
  listed(member: string, rows: readonly JsonObject[]) {
    return { Result: { TotalCount: rows.length, [member]: page(rows, this.params) } };
  }
}

/** What an action does. */
export type Run = (call: Call) => JsonObject;

/** Actions by name: their parameters, and what they do. */
export type Table = Readonly<Record<string, readonly [params: Shapes, run: Run]>>;

/** What most actions return that have nothing to show. */
export const done = { Result: true };

/** The times of an object as responses contain them. */
export const timesOf = ({ created, modified }: { created: string; modified: string }) => ({ CreatedTime: created, ModifiedTime: modified });

/** The APIs of a service, oldest first. */
export const apisOf = ({ apis }: GatewayState, serviceId: string): Api[] => apis.values().filter((api) => api.serviceId === serviceId);

/** An action that writes a service: one at a time, so that the next one is rejected for the time of `delays.busy`. */
export const writing =
  (run: (call: Call, service: Service) => JsonObject): Run =>
  (call) => {
    const service = call.find("services");
    const now = call.now.getTime();
    if (service.busy > now) reject("FailedOperation.ServiceInOperation", "The service is in operation. Please try again later.");
    const outcome = run(call, service);
    service.busy = now + call.gateway.delays.busy;
    return outcome;
  };

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

/** A filter for the whole value of a member. */
export const is =
  <K extends string>(member: K) =>
  (row: Readonly<Record<K, unknown>>, value: string) =>
    row[member] === value;
/** A filter for a part of one of several values. */
export const has =
  <T>(...valuesOf: ((row: T) => unknown)[]) =>
  (row: T, value: string) =>
    valuesOf.some((valueOf) => String(valueOf(row) ?? "").includes(value));

/** The parameters that name an API in a service. */
export const apiKey = strings("ServiceId!", "ApiId!");
