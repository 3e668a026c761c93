/** The state of the emulated API gateway: services and APIs, which all its actions share. What one group of actions needs alone is in its own file. */
import { randomBytes } from "node:crypto";
import type { JsonObject } from "../../exchange";
import { Store } from "../../store";
import { isoSeconds } from "../keys";
import type { Tags } from "../tags";
import type { App } from "./apps";
import type { ApiDoc } from "./documents";
import type { Domain } from "./domains";
import type { Upstream } from "./upstreams";

/** What names one binding. */
export interface BindingKey {
  /** The id of the application, strategy, plugin or usage plan. */
  owner: string;
  serviceId: string;
  /** Empty for a usage plan of the service itself. */
  apiId: string;
  environment: Environment;
}

/** One binding. */
export interface Binding extends BindingKey, Pick<Stored, "created" | "modified"> {
  /** From then on (milliseconds since 1970) it no longer shows; infinite until it is unbound. */
  ends: number;
}

/** The times of a new object. */
export const stamps = (now: Date) => ({ created: isoSeconds(now), modified: isoSeconds(now) });

const same = (a: BindingKey, b: BindingKey) =>
  a.owner === b.owner && a.serviceId === b.serviceId && a.apiId === b.apiId && a.environment === b.environment;

/** The bindings of one kind, oldest first. Bindings of an API that was deleted are not there. */
export class Bindings {
  #all: Binding[] = [];
  readonly #apis: Store<Api>;

  constructor(apis: Store<Api>) {
    this.#apis = apis;
  }

  /** The bindings that show at that time and have these members. */
  showing(now: Date, filterValue: Partial<BindingKey> = {}): Binding[] {
    this.#all = this.#all.filter(({ apiId, ends }) => ends > now.getTime() && (apiId === "" || this.#apis.has(apiId)));
    const pairs = Object.entries(filterValue).filter(([, value]) => value !== undefined);
    return this.#all.filter((binding) => pairs.every(([name, value]) => binding[name as keyof BindingKey] === value));
  }

  /** Binds; a binding that shows already stays, and is no longer about to end. */
  bind(key: BindingKey, now: Date): void {
    const former = this.showing(now).find((binding) => same(binding, key));
    if (former) former.ends = Infinity;
    else this.#all.push({ ...key, ...stamps(now), ends: Infinity });
  }

  /** Unbinds, to show after `delay` milliseconds; returns whether the binding showed. */
  unbind(key: BindingKey, delay: number, now: Date): boolean {
    const former = this.showing(now).find((binding) => same(binding, key));
    if (former) former.ends = Math.min(former.ends, now.getTime() + delay);
    return former !== undefined;
  }

  /** Drops all bindings of an application, strategy or plugin at once. */
  drop(owner: string): void {
    this.#all = this.#all.filter((binding) => binding.owner !== owner);
  }
}

/** The environments of a service, in the order in which the service lists them. */
export const environments = ["test", "prepub", "release"] as const;
export type Environment = (typeof environments)[number];

/** What of an environment can be seen. */
export interface Running {
  /** 1 published, 0 not. */
  status: 0 | 1;
  /** The version that runs; empty when there is none. */
  version: string;
}

/** One release of a service to an environment. */
export interface Release {
  version: string;
  description: string;
  released: string;
  /** The ids of the APIs it holds; absent: all of the service. */
  apis?: string[];
}

/** One environment of a service. */
export interface Publication extends Running {
  /** All releases, the newest first; it survives the unpublishing. */
  history: Release[];
  /** What is still seen, until a moment (milliseconds since 1970). */
  before?: Running & { until: number };
}

/** What all objects have but APIs, whose definition takes the place of the parameters. */
export interface Stored {
  id: string;
  region: string;
  created: string;
  modified: string;
  /** The parameters with which it was created or changed, with the defaults of the service. */
  given: JsonObject;
  /** From then on (milliseconds since 1970) the Describe actions return it; absent: at once. */
  visible?: number;
}

/** One service. */
export interface Service extends Stored {
  publications: Record<Environment, Publication>;
  /** Limits by environment; absent: none, shown as -1. */
  limits: Limits;
  /** Until then writes fail with FailedOperation.ServiceInOperation. */
  busy: number;
}

/** Requests per second by environment. */
export type Limits = Partial<Record<Environment, number>>;

/** One API. */
export interface Api extends Pick<Stored, "id" | "created" | "modified"> {
  serviceId: string;
  /** The definition as CreateApi or ModifyApi took it, without ServiceId and ApiId. */
  definition: JsonObject;
  limits: Limits;
}

/** One API key; its id is the AccessKeyId. */
export interface ApiKey extends Stored {
  secret: string;
  type: "auto" | "manual";
  enabled: boolean;
}

/** One usage plan with its keys, which it has as a whole. */
export interface UsagePlan extends Stored {
  /** Until `ends` (milliseconds since 1970) a key that was unbound shows and counts as in use. */
  keys: { id: string; ends?: number }[];
}

/** A tag as the gateway writes it. */
export interface CloudTag extends JsonObject {
  Key: string;
  Value: string;
}

/** Ids of a kind: `kind-` and eight characters that look random, never the same twice, and the same in every run. */
function createNewId() {
  const space = 36n ** 8n;
  let count = 0n;
  return (kind: string) => `${kind}-${((++count * 1_318_699_815_731n) % space).toString(36).padStart(8, "0")}`;
}

/** Creates what the groups of actions share: an empty gateway without delays. */
export const createGatewayState = (tags: Tags) => {
  const apis = new Store<Api>();
  return {
    services: new Store<Service>(),
    apis,
    keys: new Store<ApiKey>(),
    plans: new Store<UsagePlan>(),
    planBindings: new Bindings(apis),
    apps: new Store<App>(),
    appBindings: new Bindings(apis),
    strategies: new Store<Stored>(),
    strategyBindings: new Bindings(apis),
    plugins: new Store<Stored>(),
    pluginBindings: new Bindings(apis),
    /** By name: a domain is bound once. */
    domains: new Store<Domain>(),
    documents: new Store<ApiDoc>(),
    upstreams: new Store<Upstream>(),
    newId: createNewId(),
    /** The source of the keys and secrets of applications. */
    randomBytes: randomBytes as (size: number) => Buffer,
    /** How long things take, in milliseconds; tests turn these. */
    delays: {
      /** Until a new service, IP strategy, usage plan or domain is known to its Describe action. */
      visible: 0,
      /** Until a service can be written again after a write: writes meanwhile are rejected. */
      busy: 0,
      /** Until a published or unpublished environment shows. */
      publish: 0,
      /** Until a document leaves PROCESSING. */
      document: 0,
      /** Until an unbinding shows: deletes meanwhile are rejected as in use. */
      unbind: 0,
    },
    /** Names of documents (ApiDocName) that end as FAIL. */
    failingDocuments: new Set<string>(),
    /** Operations of documents, as `GET /path`, that ImportOpenApi cannot make. */
    failingImports: new Set<string>(),
    /** Tags of services and upstreams; the first ones come with CreateService. */
    tags,
  };
};

export type GatewayState = ReturnType<typeof createGatewayState>;
