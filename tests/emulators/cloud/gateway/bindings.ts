/** Bindings of APIs to applications, IP strategies and plugins: who is bound to which API in which environment, and what is not gone yet. */
import type { Store } from "../../store";
import { isoSeconds } from "../keys";
import type { Api, Environment } from "./gateway-state";

/** What names one binding. */
export interface BindingKey {
  /** The id of the application, strategy or plugin. */
  owner: string;
  serviceId: string;
  apiId: string;
  environment: Environment;
}

/** One binding. */
export interface Binding extends BindingKey {
  /** When it was made. */
  createdAt: string;
  /** From then on (milliseconds since 1970) it no longer shows; infinite until it is unbound. */
  ends: number;
}

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
    this.#all = this.#all.filter(({ apiId, ends }) => ends > now.getTime() && this.#apis.has(apiId));
    const pairs = Object.entries(filterValue).filter(([, value]) => value !== undefined);
    return this.#all.filter((binding) => pairs.every(([name, value]) => binding[name as keyof BindingKey] === value));
  }

  /** Binds; a binding that shows already stays, and is no longer about to end. */
  bind(key: BindingKey, now: Date): void {
    const former = this.showing(now).find((binding) => same(binding, key));
    if (former) former.ends = Infinity;
    else this.#all.push({ ...key, createdAt: isoSeconds(now), ends: Infinity });
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
