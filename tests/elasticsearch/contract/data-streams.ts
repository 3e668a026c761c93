/** Contract of templates that data streams hold in place. `before` makes the template, then the stream `ds1` is made, then comes `after`. */
import type { Steps } from "./step";

/** The template of the stream. */
export const before: Steps = [
  { "PUT /_index_template/ds": { index_patterns: ["ds*"], data_stream: {} }, "PUT /_index_template/u": { index_patterns: ["u*"] } },
];

/** What a template in use allows, and what not. */
export const after: Steps = [
  "DELETE /_index_template/ds",
  "DELETE /_index_template/d*",
  "DELETE /_index_template/ds,u",
  { "PUT /_index_template/ds": { index_patterns: ["dsx*"], data_stream: {} } },
  { "PUT /_index_template/ds": { index_patterns: ["ds*"] } },
  {
    "PUT /_index_template/ds": { index_patterns: ["ds*"], data_stream: {}, version: 2 },
    "PUT /_index_template/ds2": { index_patterns: ["ds1"], priority: 5 },
  },
  { "PUT /_index_template/ds2": { index_patterns: ["ds1"], priority: 5, data_stream: {} } },
  "DELETE /_index_template/ds",
  "DELETE /_index_template/ds2",
  "GET /_index_template/ds*",
  "DELETE /_index_template/u",
];
