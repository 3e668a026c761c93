/** What the programs of the resources of module search have in common. */
import { request } from "../../emulators/eventrouting/caller";
import type { Properties } from "../../support/structs";
import { endpointPlaceholder } from "../../upgrade/recording";
import type { Preparation, Program, Variant } from "../variant";

/** The connection of a resource. */
const connection: Properties = { endpoints: [endpointPlaceholder], username: "elastic", password: "example-password" };
/** The time limits of a resource. */
export const timeouts = { create: "2m", update: "90s", delete: "1m" };

/** Requests with their bodies, in their order, each of which creates an object. */
export type Requests = Readonly<Record<string, object | undefined>>;

/** A variant with its programs, and what these refer to. */
export interface SearchVariant extends Variant {
  programs: Required<Pick<Program, "inputs" | "news">>;
  before: Requests;
}

interface Options extends Partial<Variant> {
  before?: Requests;
}

/** Creates the objects that the cluster does not have: a release records all programs on one cluster. */
function createAll({ handle }: Preparation, requests: Requests) {
  const call = (line: string, body?: object) => handle(request(line, body, { authorization: undefined }));
  for (const [line, body] of Object.entries(requests)) {
    if (call(line.replace(/^PUT (.*?)(?:\?.*)?$/, "GET $1")).status !== 404) continue;
    const { status, body: text } = call(line, body);
    if (status >= 300) throw new Error(`${line}: HTTP ${status}: ${text}`);
  }
}

/** The inputs in lists or objects that contain `routing`, which the service applies to both other members, and returns only these. */
const routing = (at: string) => ({ [`${at}indexRouting`]: [`${at}routing`], [`${at}searchRouting`]: [`${at}routing`] });

/** By kind: inputs whose value at the service depends on other inputs. */
const dependents: Readonly<Record<string, Variant["dependent"]>> = {
  SearchIndexTemplate: routing("template.aliases[*]."),
  SearchComponentTemplate: routing("template.aliases[*]."),
  SearchTemplateCustomization: routing("aliases[*]."),
  SearchIndex: routing("aliases[*]."),
  SearchIndexAliasMember: routing(""),
  // An exclusive alias has no members of others.
  SearchIndexAlias: { ...routing("members[*]."), members: ["exclusive"] },
  // A rule with another content receives another ID.
  SearchSynonymSet: { "synonymRules[*].ruleId": ["synonymRules[*].synonyms"] },
};

/** The members with those in place of some of them; null removes one. */
export const changed = (members: Properties, to: Properties): Properties =>
  Object.fromEntries(Object.entries({ ...members, ...to }).filter(([, value]) => value !== null));

/** The program of `KIND: TITLE`, and the change of it by an update. Those with all inputs have the connection and the time limits. */
export function variant(name: string, inputs: Properties, change: Properties, { before = {}, ...more }: Options = {}): SearchVariant {
  const [kind = "", title = ""] = name.split(": ");
  const common: Properties = title.startsWith("all inputs") ? { timeouts, searchConnections: [connection] } : {};
  const all = { ...common, ...inputs };
  const programs = { inputs: all, news: changed(all, change) };
  const program = (preparation: Preparation): Program => {
    createAll(preparation, before);
    return programs;
  };
  const dependent = dependents[kind];
  return { title, token: `quartet:search:${kind}`, program, programs, before, ...(dependent && { dependent }), ...more };
}

/** The requests that create indices of these names. */
export const indicesOf = (...names: string[]): Requests => Object.fromEntries(names.map((name) => [`PUT /${name}`, undefined]));
