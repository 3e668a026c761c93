// Reads the license of the cluster. See docs/modules/search.md#getsearchlicense.
import { ProviderError } from "../../../core/errors/errors";
import type { Search } from "../../../core/gen/types";
import { numberOf, objectOf, omitUndefined, textOf } from "../../../core/values/records";
import { poll } from "../../../kit/polling";
import { unexpectedResponse, type SearchResponse } from "../response";
import { timeIfSet, utcTime } from "../times";
import { clusterFunction } from "./cluster-function";

type Outputs = Search.GetSearchLicenseOutputs;

/** Reads the license. Waits while the master node builds its state, which the server reports as 404. */
export const getSearchLicense = clusterFunction<"getSearchLicense">({
  async read(_inputs, { client, signal }) {
    const waiting = { read: async () => client.fetch(["_license"]), pauses: { first: 500, factor: 2, longest: 2000 }, limitMs: 3500 };
    const response = await poll(waiting, signal);
    if (!response) throw new ProviderError("not_found", "The server has no license yet. Retry once the cluster has started.");
    return { ...licenseIn(response), id: "license" };
  },
});

function licenseIn(response: SearchResponse): Omit<Outputs, "id"> {
  const { license } = objectOf(response.json);
  const { type, status, uid, issued_to: holder, issuer, issue_date_in_millis: issued, ...others } = objectOf(license);
  const [licenseType, state, licenseUid, issuedTo, source] = [type, status, uid, holder, issuer].map(textOf);
  const issueDate = utcTime(issued);
  if (!licenseType || !state || !licenseUid || !issuedTo || !source || !issueDate) throw unexpectedResponse(response, "a license");
  const times = { startDate: timeIfSet(others["start_date_in_millis"]), expiryDate: timeIfSet(others["expiry_date_in_millis"]) };
  const limits = { maxNodes: numberOf(others["max_nodes"]), maxResourceUnits: numberOf(others["max_resource_units"]) };
  return { licenseType, status: state, licenseUid, issuedTo, issuer: source, issueDate, ...omitUndefined({ ...times, ...limits }) };
}
