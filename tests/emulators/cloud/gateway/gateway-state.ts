/** The state of the emulated API gateway: services and APIs, which all its actions share. What one group of actions needs alone is in its own file. */
import { randomBytes } from "node:crypto";
import type { JsonObject } from "../../exchange";
import { Store } from "../../store";
import type { App } from "./apps";
import { Bindings } from "./bindings";
import type { ApiDoc } from "./documents";
import type { Domain } from "./domains";
import type { Upstream } from "./upstreams";

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

/** An end of a binding in milliseconds since 1970: until then it shows and counts as in use. Absent: bound. */
interface Ending {
  ends?: number;
}

/** A service, or one API of it, in one environment, as a usage plan is bound to it. */
export interface PlanTarget extends Ending {
  serviceId: string;
  apiId: string | null;
  environment: Environment;
  created: string;
  modified: string;
}

/** One usage plan with what it is bound to: keys as a whole, services or APIs by environment. */
export interface UsagePlan extends Stored {
  keys: ({ id: string } & Ending)[];
  targets: PlanTarget[];
}

/** A tag as the gateway writes it. */
export interface CloudTag extends JsonObject {
  Key: string;
  Value: string;
}

/** Why something may not go. */
export interface Rejection {
  code: string;
  message: string;
}

/** Called before something is deleted: a rejection, or nothing. */
export type Guard = (id: string, now: Date) => Rejection | undefined;

/** Ids of a kind: `kind-` and eight characters that look random, never the same twice, and the same in every run. */
function createNewId() {
  const space = 36n ** 8n;
  let count = 0n;
  return (kind: string) => `${kind}-${((++count * 1_318_699_815_731n) % space).toString(36).padStart(8, "0")}`;
}

/** Creates what the groups of actions share: an empty gateway without delays. */
export const createGatewayState = () => {
  const apis = new Store<Api>();
  return {
    services: new Store<Service>(),
    apis,
    keys: new Store<ApiKey>(),
    plans: new Store<UsagePlan>(),
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
    /** Plans, strategies and whatever else has a word when a service or API is to go. */
    guards: { service: [] as Guard[], api: [] as Guard[] },
    /** The tags of the object that has this id, as the tag service has them. */
    tagsOf: (_id: string): CloudTag[] => [],
    /** Has the tag service write the tags of a new service. */
    bindTags: (_service: Pick<Stored, "id" | "region">, _tags: readonly CloudTag[]): void => undefined,
  };
};

export type GatewayState = ReturnType<typeof createGatewayState>;
