/** The processors of the samples that this node rejects. */

const OTHER_MODULE = "the module is not part of the node that the tests can have";
const LATER = "the processor came after 8.19";
const FLAGGED = "the released 8.19 has it behind a feature flag that is off";

/** Types that the node rejects, and why. Nothing else may be rejected. */
export const UNKNOWN: Readonly<Record<string, string>> = {
  attachment: OTHER_MODULE,
  cef: LATER,
  circle: OTHER_MODULE,
  enrich: OTHER_MODULE,
  geo_grid: OTHER_MODULE,
  geoip: OTHER_MODULE,
  inference: OTHER_MODULE,
  ip_location: OTHER_MODULE,
  normalize_for_stream: FLAGGED,
  recover_failure_document: LATER,
  user_agent: OTHER_MODULE,
};
