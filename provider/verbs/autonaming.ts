// Names for new objects whose program gives none. See docs/protocol.md#autonaming.
import type { NameFormat } from "../contract/properties";
import type { Failure } from "../core/errors/errors";
import type { Value, ValueMap } from "../core/values/value";
import { isMap, mapMembers, secret, Secret, unknown, unwrapSecret } from "../core/values/value";
import type { RegisteredResource } from "./registry";
import type { Runtime } from "./runtime";

/** What Check receives for names. */
export interface NamingRequest {
  /** The old inputs; empty for a new object and for the second Check of a replacement. */
  olds: ValueMap;
  /** The name of the resource in the program; empty for callers without a program. */
  logicalName: string;
  /** Hexadecimal digits from the seed of the engine, or random ones without a seed. */
  suffix: string;
  /** The autonaming configuration of the stack; absent without one. */
  configured?: { mode: "propose" | "enforce" | "disable"; proposedName: string };
}

/** The inputs with a name, or the reason for having none. */
interface NamedInputs {
  inputs: ValueMap;
  failures: Failure[];
}

/** Returns the inputs with a name if the resource can be named and the program gives no name. An existing object keeps its name. */
export function nameInputs(runtime: Runtime, resource: RegisteredResource, news: ValueMap, naming: NamingRequest): NamedInputs {
  const { autoname } = resource.traits;
  if (!autoname || (news[autoname.property] ?? null) !== null) return { inputs: news, failures: [] };
  const { property, format } = autoname;
  const withName = (name: Value): NamedInputs => ({ inputs: { ...news, [property]: name }, failures: [] });
  const given = format.partOf === undefined ? undefined : lastSegment(news[format.partOf]);
  if (given !== undefined) return withName(given);
  if (Object.keys(naming.olds).length > 0) {
    const old = naming.olds[property] ?? null;
    if (old === null) return { inputs: news, failures: [] };
    // The object that replaces this one gets another name.
    if (typeof old === "string") runtime.generatedNames.add(resource.token, old);
    return withName(old);
  }
  if (naming.configured?.mode === "disable") return withoutName(news, resource);
  const name = makeName(resource, format, naming);
  runtime.generatedNames.add(resource.token, name);
  return withName(name);
}

function withoutName(news: ValueMap, { traits }: RegisteredResource): NamedInputs {
  const { property } = traits.autoname!;
  const reason = `missing required property '${property}': autonaming is disabled for this resource. Set ${property}.`;
  return { inputs: news, failures: traits.computed.has(property) ? [] : [{ property, reason }] };
}

function lastSegment(value: Value | undefined): Value | undefined {
  const text = unwrapSecret(value);
  if (text === undefined || text === null || text === "") return undefined;
  const last = typeof text === "string" ? text.slice(text.lastIndexOf("/") + 1) : text;
  return value instanceof Secret ? secret(last) : last;
}

/** Returns the generated name. An enforced name is used as it is, so that validation reports what is wrong with it. */
function makeName(resource: RegisteredResource, format: NameFormat, { logicalName, suffix, configured }: NamingRequest): string {
  if (configured?.mode === "enforce") return configured.proposedName;
  const fallback = resource.token.slice(resource.token.lastIndexOf(":") + 1);
  const whole = configured ? configured.proposedName : `${logicalName || fallback}-${suffix}`;
  const name = format.adapt(whole);
  // The end of a name is the random part.
  const tail = name.slice(-(suffix.length + 1));
  return name.length <= format.maxLength ? name : name.slice(0, format.maxLength - tail.length) + tail;
}

/**
 * Returns the outputs of a create preview with the generated name and other generated values, and what contains them, unknown: the update makes others, because
 * the engine sends another seed at another time.
 */
export function hideGenerated(
  { generatedNames }: Pick<Runtime, "generatedNames">,
  resource: RegisteredResource,
  outputs: ValueMap,
): ValueMap {
  const { autoname, generated } = resource.traits;
  return [autoname?.property ?? "", ...generated].reduce((shown, property) => {
    const text = unwrapSecret(outputs[property]);
    if (typeof text !== "string" || !generatedNames.has(resource.token, text)) return shown;
    return mapMembers<Value, Value>(shown, (value) => hideText(value, text));
  }, outputs);
}

function hideText(value: Value, text: string): Value {
  if (value instanceof Secret) return secret(hideText(value.value, text));
  if (typeof value === "string") return value.includes(text) ? unknown : value;
  if (Array.isArray(value)) return value.map((item) => hideText(item, text));
  return isMap(value) ? mapMembers<Value, Value>(value, (member) => hideText(member, text)) : value;
}
