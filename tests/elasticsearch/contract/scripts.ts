/** Contract of stored scripts. */
import { only, type Groups, type Steps } from "./step";

const write = (script: unknown, path = "/_scripts/s"): Steps => [{ [`PUT ${path}`]: { script } }, "GET /_scripts/s"];
const painless = { lang: "painless", source: "ctx.a = 1" };

/** All groups. */
export const groups: Groups = {
  // What the server accepts, compiles and returns.
  "stored scripts": [
    "GET /_scripts/s",
    "DELETE /_scripts/s",
    only(
      "status",
      "a node that has had scripts returns an empty list of them, a new one nothing",
      "GET /_cluster/state/metadata?filter_path=metadata.stored_scripts",
    ),
    [
      painless,
      { ...painless, options: { a: "b" } },
      { ...painless, params: { a: 1 } },
      { ...painless, source: " " },
      { ...painless, source: { a: 1 } },
      { lang: "painless" },
      { source: "1" },
      { lang: "nope", source: "1" },
      {},
      null,
      { ...painless, source: "a".repeat(65_536) },
    ].flatMap((script) => write(script)),
    ["ingest", "nope", "search"].flatMap((context) => write(painless, `/_scripts/s/${context}`)),
    write({ ...painless, source: " " }, "/_scripts/s/ingest"),
    "PUT /_scripts/s",
    { "PUT /_scripts/s": {} },
    { "PUT /_scripts/s": { script: painless, more: 1 } },
    {
      "PUT /_scripts/s": { more: 1, script: painless },
      "PUT /_scripts/a%23b": { script: painless },
      [`PUT /_scripts/${"a".repeat(513)}`]: { script: painless },
    },
    `DELETE /_scripts/${"a".repeat(513)}`,
    { "POST /_scripts/s": { script: { ...painless, source: "ctx.b = 1" } } },
    "GET /_scripts/s",
    "GET /_cluster/state/metadata?filter_path=metadata.stored_scripts",
    { "PUT /_scripts/s?context=ingest": { script: painless }, "PUT /_scripts/s?fake=1": { script: painless } },
    "DELETE /_scripts/s",
    "DELETE /_scripts/s",
  ],
};
