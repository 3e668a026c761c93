/** Services return one value in several forms: numbers and booleans as texts, empty values as null or not at all, members of later versions. None of them is drift. */
import type { HttpResponse } from "../../provider/contract/http";
import { isObject } from "../../provider/core/json/json";
import { mapMembers, type Plain, type PlainMap } from "../../provider/core/values/value";
import { isWrite } from "../support/in-process";
import { createVariant } from "./fixture";
import { variants } from "./variants";

/** Returns another form of one value; undefined: the member is absent. `name` is that of its member, empty for an element and a response. */
type Form = (value: Plain, name: string) => Plain | undefined;

const isBlank = (value: Plain) => value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** Outputs that are always set and that identify no object. */
const requiredWords = new Set([
  "ApiType",
  "AuthType",
  "Protocol",
  "ServiceType",
  "IpVersion",
  "AccessKeyType",
  "SecretName",
  "PluginType",
  "NetType",
  "Scheme",
]);

const forms: Readonly<Record<string, Form>> = {
  "numbers as texts": (value) => (typeof value === "number" ? String(value) : value),
  "booleans as texts": (value) => (typeof value === "boolean" ? (value ? "TRUE" : "False") : value),
  "booleans as numbers": (value) => (typeof value === "boolean" ? Number(value) : value),
  "empty values and counts as null": (value, name) => (isBlank(value) || (value === 0 && name.endsWith("TotalCount")) ? null : value),
  "no empty values": (value) => (isBlank(value) ? undefined : value),
  "required words as empty texts": (value, name) => (typeof value === "string" && requiredWords.has(name) ? "" : value),
  "no zero values": (value) => (value === 0 || value === false || isBlank(value) ? undefined : value),
  "members of a later version": (value) => (isObject(value) ? { ...value, laterMember: { a: [1] }, LaterMember: { A: [1] } } : value),
};

/** Applies a form at every depth. */
function reformed(value: Plain, form: Form, name = ""): Plain | undefined {
  if (Array.isArray(value))
    return form(
      value.flatMap((item) => reformed(item, form) ?? []),
      name,
    );
  if (!isObject(value)) return form(value, name);
  // An empty list without a count is not a response of the service.
  const kept = (key: string, member: Plain) => (key.endsWith("TotalCount") ? member : undefined);
  const members = mapMembers<Plain, Plain>(value, (member, key) => reformed(member, form, key) ?? kept(key, member));
  return form(members, name);
}

function inForm(response: HttpResponse, form: Form) {
  const body = JSON.parse(response.body) as { Response?: PlainMap };
  if (body.Response?.Error !== undefined) return response;
  const { RequestId = "", ...members } = body.Response ?? {};
  const changed = body.Response ? { Response: { ...(reformed(members, form) as object), RequestId } } : reformed({ ...body }, form);
  return { ...response, body: JSON.stringify(changed) };
}

const subjects = variants.filter(({ module }) => module === "cloud" || module === "eventrouting");

it.each(subjects)("of $token ($title)", async (variant) => {
  const { fixture, type, inputs, stored } = await createVariant(variant);
  const found: string[] = [];
  for (const [title, form] of Object.entries(forms)) {
    fixture.intercept = (request, respond) => (isWrite(request) ? respond() : inForm(respond(), form));
    const refreshed = await fixture.read(type, stored);
    const changes = refreshed ? await fixture.paths(type, refreshed, inputs) : ["not found"];
    found.push(...changes.map((change) => `${title}: ${change}`));
  }
  expect(found).toEqual([]);
});
