/** Index templates that the server rejects, and its words. See docs/modules/search.md#index-template-errors. */
import type { Properties } from "../../../support/structs";
import type { Kind } from "./kind";
import { aliases, inner, kept, minimal, mappings, settings, store } from "./template-inputs";

const NAME_RULES = `must not contain the following characters [' ','"','*',',','/','<','>','?','\\','|']`;
const invalid = (cause: string) => `invalid_index_template_exception: index_template [logs-app] invalid, cause [${cause}]`;
const unusable = (field: string) =>
  `illegal_argument_exception: index template [logs-app] specifies ${field} that can only be used in combination with a data stream`;
/** The server's messages for a part that it cannot read, from the outside to the inside, each once. */
const unreadable = (at: string, root: string, ...causes: string[]) =>
  [`x_content_parse_exception: ${at} [index_template] failed to parse field [template]`, `root cause: ${root}`]
    .concat(causes.filter((cause) => cause !== root).map((cause) => `caused by: ${cause}`))
    .join("\n");
const noType =
  "The mapper type [nope] declared on field [a] does not exist. It might have been created within a future version or requires a plugin to be installed. Check the documentation.";
const noRetention = "x_content_parse_exception: [1:93] [lifecycle_template] failed to parse field [data_retention]";
const noStore = "x_content_parse_exception: Failed to build [failure_store_template] after last required field arrived";

const rejected: Readonly<Record<string, [given: Properties, says: string, isOfNodeOnly?: boolean]>> = {
  "a component template that is missing": [
    { ...minimal, composedOfs: ["base", "nope"] },
    invalid("index template [logs-app] specifies component templates [nope] that do not exist"),
  ],
  "an unknown setting": [
    settings({ numbr_of_shards: 1 }),
    invalid("Validation Failed: 1: unknown setting [index.numbr_of_shards] did you mean [index.number_of_shards]?;"),
  ],
  "a bad value of a setting": [
    settings({ number_of_shards: "x" }),
    invalid("Validation Failed: 1: Failed to parse value [x] for setting [index.number_of_shards];"),
  ],
  "an unknown field type": [
    mappings({ properties: { a: { type: "nope" } } }),
    [
      "illegal_argument_exception: composable template [logs-app] template after composition is invalid",
      "caused by: illegal_argument_exception: invalid composite mappings for [logs-app]",
      `caused by: mapper_parsing_exception: Failed to parse mapping: ${noType}`,
    ].join("\n"),
  ],
  "a lifecycle without a data stream": [inner({ lifecycle: {} }), unusable("lifecycle configuration")],
  "options without a data stream": [inner({ dataStreamOptions: { failureStore: { enabled: true } } }), unusable("data stream options")],
  "a failure store without any value": [
    store({}),
    unreadable(
      "[1:103]",
      noStore,
      "x_content_parse_exception: [1:103] [template] failed to parse field [data_stream_options]",
      "x_content_parse_exception: [1:103] [data_stream_options_template] failed to parse field [failure_store]",
      noStore,
      "illegal_argument_exception: Failure store configuration should have at least one non-null configuration value.",
    ),
  ],
  "a retention that is a fraction": [
    kept("1.5d"),
    unreadable(
      "[1:93]",
      noRetention,
      "x_content_parse_exception: [1:93] [template] failed to parse field [lifecycle]",
      noRetention,
      "illegal_argument_exception: failed to parse [1.5d], fractional time values are not supported",
      'number_format_exception: For input string: "1.5"',
    ),
  ],
  "an alias named like a pattern": [aliases({ name: "a*" }), `invalid_alias_name_exception: Invalid alias name [a*]: ${NAME_RULES}`],
  "an alias with date math": [
    aliases({ name: "<logs-{now/d}>" }),
    `invalid_alias_name_exception: Invalid alias name [<logs-{now/d}>]: ${NAME_RULES}`,
  ],
  "a name in capitals": [
    { ...minimal, name: "Logs" },
    "invalid_index_template_exception: index_template [Logs] invalid, cause [Validation Failed: 1: name must be lower cased;]",
  ],
  "a key twice; the body that the server quotes is not shown": [
    { ...minimal, metadata: '{"a":1,"a":2}' },
    [
      "x_content_parse_exception: [1:64] [index_template] failed to parse field [_meta]",
      "root cause: x_content_parse_exception: [1:69] Duplicate field 'a'",
    ].join("\n"),
    true,
  ],
};

/** The rejections of templates. */
export const rejections: Kind["rejections"] = Object.fromEntries(
  Object.entries(rejected).map(([title, [given, reason, isOfNodeOnly = false]]) => [title, { given, reason, isOfNodeOnly }]),
);
