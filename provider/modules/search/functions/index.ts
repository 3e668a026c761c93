// The functions of the module.
import type { FunctionTable } from "../../../kit/tables";
import type { SearchClient } from "../client";
import { checkSearchPrivileges } from "./checkSearchPrivileges";
import { explainSearchIndexLifecycle } from "./explainSearchIndexLifecycle";
import { getSearchApiKeys } from "./getSearchApiKeys";
import { getSearchClusterInfo } from "./getSearchClusterInfo";
import { getSearchConnector } from "./getSearchConnector";
import { getSearchDataStreams } from "./getSearchDataStreams";
import { getSearchEnrichPolicy } from "./getSearchEnrichPolicy";
import { getSearchIndexAliases } from "./getSearchIndexAliases";
import { getSearchIndexTemplate } from "./getSearchIndexTemplate";
import { getSearchIndices } from "./getSearchIndices";
import { getSearchLicense } from "./getSearchLicense";
import { lookups } from "./lookups";
import { previewSearchTransform } from "./previewSearchTransform";
import { processors } from "./processors";
import { simulateSearchIndexTemplate } from "./simulateSearchIndexTemplate";
import { simulateSearchIngestPipeline } from "./simulateSearchIngestPipeline";

/** The functions by name. */
export const functions = {
  ...lookups,
  ...processors,
  checkSearchPrivileges,
  explainSearchIndexLifecycle,
  getSearchApiKeys,
  getSearchClusterInfo,
  getSearchConnector,
  getSearchDataStreams,
  getSearchEnrichPolicy,
  getSearchIndexAliases,
  getSearchIndexTemplate,
  getSearchIndices,
  getSearchLicense,
  previewSearchTransform,
  simulateSearchIndexTemplate,
  simulateSearchIngestPipeline,
} satisfies FunctionTable<"search", SearchClient>;
