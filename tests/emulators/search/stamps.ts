/** When a template or pipeline was made and changed: 9.2 and later show it in milliseconds since 1970. */
import type { JsonObject } from "../exchange";
import type { State } from "./api";
import { compareVersions } from "./api";

/** The members to add to what is stored; none on older servers. */
export const stamps = (previous: JsonObject | undefined, { version, now }: State): JsonObject => {
  if (compareVersions(version, "9.2.0") < 0) return {};
  const millis = now().getTime();
  return { created_date_millis: previous?.created_date_millis ?? millis, modified_date_millis: millis };
};
