/** Each setting belongs to one module; the variables of those of `cloud` and `eventrouting` that are texts are those that the schema lists. See docs/modules/cloud.md#settings and docs/modules/eventrouting.md#settings. */
import type { Settings } from "../../../provider/core/gen/types";
import { modules } from "../../../provider/modules";
import { effectiveSettings as effectiveOfCloud } from "../../../provider/modules/cloud/settings";
import { effectiveSettings as effectiveOfEvents } from "../../../provider/modules/eventrouting/settings";
import { schema, tokenProperties } from "../tools/schema-file";

test("each setting of the schema belongs to one module", () => {
  const settings = Object.values(modules).flatMap((module): string[] => module.settings);
  expect(settings.sort()).toEqual(Object.keys(schema.config!.variables!).sort());
});

const defaults: Readonly<Record<string, string>> = {
  profile: "default",
  protocol: "HTTPS",
  domain: "tencentcloudapi.com",
  googleTokenUrl: "https://oauth2.googleapis.com/token",
  googleIamCredentialsUrl: "https://iamcredentials.googleapis.com",
  eventApiUrl: "https://eventarc.googleapis.com",
};

/** The settings of `datapipeline`, `api*`, are effective as a header. */
const rows = tokenProperties.flatMap(({ at, property: { type = "string", description = "" } }) => {
  const [, name] = /^settings\.((?!api).*)/.exec(at) ?? [];
  const [, listed] = /Environment variables?: ([^.]*)\./.exec(description) ?? [];
  return name && listed && type === "string" ? [{ name, variables: listed.match(/\w+/g)! }] : [];
});

test.each(rows)("$name: $variables", ({ name, variables }) => {
  const effective = /^(google|event)/.test(name) ? effectiveOfEvents : effectiveOfCloud;
  const found = (own: Settings, env: Record<string, string> = {}) =>
    new Map<string, unknown>(Object.entries(effective(own, env))).get(name);
  const scheme = name.endsWith("Url") ? "https://" : "";
  const [own, other] = name === "protocol" ? (["HTTPS", "HTTP"] as const) : ([`${scheme}own`, `${scheme}other`] as const);
  // Each variable has precedence over later ones.
  const env = Object.fromEntries(variables.map((variable) => [variable, "later"]));
  for (const variable of variables) {
    env[variable] = other;
    expect([found({}, env), found({ [name]: "" }, env), found({ [name]: own }, env)]).toEqual([other, other, own]);
    env[variable] = "";
  }
  expect([found({}), found({}, env)]).toEqual([defaults[name], defaults[name]]);
});
