/** Contract of templates that data streams hold in place. `before` makes the template, then the stream `ds1` is made, then comes `after`. */
import { ask } from "./step";
import type { Group } from "./step";

/** The template of the stream. */
export const before: Group = {
  title: "data streams: the template",
  steps: [
    ask("PUT /_index_template/ds", { index_patterns: ["ds*"], data_stream: {} }),
    ask("PUT /_index_template/u", { index_patterns: ["u*"] }),
  ],
};

/** What a template in use allows, and what not. */
export const after: Group = {
  title: "data streams: a template in use",
  steps: [
    ask("DELETE /_index_template/ds"),
    ask("DELETE /_index_template/d*"),
    ask("DELETE /_index_template/ds,u"),
    ask("PUT /_index_template/ds", { index_patterns: ["dsx*"], data_stream: {} }),
    ask("PUT /_index_template/ds", { index_patterns: ["ds*"] }),
    ask("PUT /_index_template/ds", { index_patterns: ["ds*"], data_stream: {}, version: 2 }),
    ask("PUT /_index_template/ds2", { index_patterns: ["ds1"], priority: 5 }),
    ask("PUT /_index_template/ds2", { index_patterns: ["ds1"], priority: 5, data_stream: {} }),
    ask("DELETE /_index_template/ds"),
    ask("DELETE /_index_template/ds2"),
    ask("GET /_index_template/ds*"),
    ask("DELETE /_index_template/u"),
  ],
};
