/** Policies by the name of their thing, each with the etag that every write renews. */
import type { JsonObject } from "../exchange";
import { Store } from "../store";
import type { Marks } from "./marks";

/** A condition on a binding. */
export interface Condition {
  title: string;
  expression: string;
  description?: string;
  location?: string;
}

/** A role, who has it, and when. */
export interface Binding {
  role: string;
  members: string[];
  condition?: Condition;
}

/** A policy as the service keeps it. */
export interface Policy {
  etag: string;
  bindings: Binding[];
  auditConfigs: JsonObject[];
}

/** The etag of a policy that was never written. */
const EMPTY_ETAG = "ACAB";

/** Policies by full name. */
export class Policies extends Store<Policy> {
  constructor(readonly marks: Marks) {
    super();
  }

  /** The policy of an object; the empty one if it was never written. */
  of(name: string): Policy {
    return this.get(name) ?? { etag: EMPTY_ETAG, bindings: [], auditConfigs: [] };
  }

  /** Writes a policy, which gets a new etag. */
  write(name: string, policy: Omit<Policy, "etag">): Policy {
    const written = { ...policy, etag: `BwY${this.marks.secret(8)}=` };
    this.set(name, written);
    return written;
  }
}
