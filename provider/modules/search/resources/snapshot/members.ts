// What a snapshot contains, as single snapshots and policies declare it. See docs/modules/search-access.md#single-snapshots. Pure.
import { flag, json, texts, type Members, type Received } from "../../json/typed";

/** A list, or a text with commas. The server stores the configuration of a policy as other writers have sent it. */
const names = {
  ...texts(),
  read: (list: Received) => texts().read({ ...list, value: typeof list.value === "string" ? list.value.split(",") : list.value }),
};

/** A flag, or its text. */
const storedFlag = {
  ...flag(),
  read: ({ value }: Received) => (value === true || value === "true" ? true : value === false || value === "false" ? false : undefined),
};

/** The members of a request for a snapshot. */
export const snapshotMembers: Members = {
  indices: names,
  expandWildcards: names,
  ignoreUnavailable: storedFlag,
  includeGlobalState: storedFlag,
  featureStates: names,
  metadata: json(),
  partial: storedFlag,
};
