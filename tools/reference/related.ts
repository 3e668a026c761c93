/** Which tokens a page links to: those about the same object, and those that the description and the examples use. Pure. */
import { nameOf, type Catalog, type Entry } from "./catalog";

/** The related tokens of one token; no token is in two lists. */
export interface Related {
  /** Resources and functions for the same kind of object. */
  sameObject: Entry[];
  /** What the description and the example name. */
  uses: Entry[];
  /** Tokens whose description or example names this one. */
  usedBy: Entry[];
}

const parts = ["IamPolicy", "IamBinding", "IamMember"];

/** Returns the related tokens of every entry. */
export function relations(catalog: Catalog): Map<Entry, Related> {
  const uses = new Map(catalog.entries.map((entry) => [entry, namedIn(entry, catalog)]));
  return new Map(
    catalog.entries.map((entry) => {
      const sameObject = catalog.entries.filter((other) => other !== entry && isSameObject(entry, other));
      const used = uses.get(entry)!.filter((other) => !sameObject.includes(other));
      const using = catalog.entries.filter((other) => other !== entry && uses.get(other)!.includes(entry));
      return [entry, { sameObject, uses: used, usedBy: using.filter((other) => !sameObject.includes(other) && !used.includes(other)) }];
    }),
  );
}

/** `getApiGatewayPlugins` and `ApiGatewayPlugin` are about one object, as are `Trigger` and `TriggerIamPolicy`. */
function isSameObject(one: Entry, other: Entry): boolean {
  if (one.module === "" || one.module !== other.module) return false;
  const first = subjectOf(one);
  const second = subjectOf(other);
  return first === second;
}

function subjectOf({ name }: Entry): string {
  const object = name.replace(/^(get|simulate)(?=[A-Z])/, "").replace(new RegExp(`(${parts.join("|")})$`), "");
  const singular = object.replace(/Strategies$/, "Strategy").replace(/([^s])s$/, "$1");
  return singular.replace(/CustomerDomain$/, "CustomDomain");
}

/** Returns the tokens that a description names: in full, as programs do, or by a name in a code span. */
function namedIn(entry: Entry, catalog: Catalog): Entry[] {
  const tokens = [...entry.description.matchAll(/\bquartet:[\w/]+:\w+/g)].map(([token]) => catalog.byToken(token));
  const names = [...entry.description.matchAll(/`(\w+)`/g)].map(([, name]) => catalog.byName(name!, entry.module));
  const found = [...tokens, ...names].filter((one) => one !== undefined && one !== entry && one.kind !== "provider");
  return catalog.entries.filter((one) => found.includes(one) && nameOf(one.token) !== entry.name);
}
