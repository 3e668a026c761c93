/** The variables of the settings of `cloud` and `eventrouting` that are texts: those that the schema lists. See docs/modules/cloud.md#settings and docs/modules/eventrouting.md#settings. */
import type { Settings } from "../../../provider/core/gen/types";
import { effectiveSettings as effectiveOfCloud } from "../../../provider/modules/cloud/settings";
import { effectiveSettings as effectiveOfEvents } from "../../../provider/modules/eventrouting/settings";
import { tokenProperties } from "../tools/schema-file";

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
