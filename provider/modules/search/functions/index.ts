// The functions of the module.
import type { FunctionTable } from "../../../kit/tables";
import type { SearchClient } from "../client";
import { checkSearchPrivileges } from "./checkSearchPrivileges";
import { explainSearchIndexLifecycle } from "./explainSearchIndexLifecycle";
import { getSearchApiKeys } from "./getSearchApiKeys";
import { getSearchClusterInfo } from "./getSearchClusterInfo";
import { getSearchComponentTemplate } from "./getSearchComponentTemplate";
import { getSearchConnector } from "./getSearchConnector";
import { getSearchDataStreams } from "./getSearchDataStreams";
import { getSearchEnrichPolicy } from "./getSearchEnrichPolicy";
import { getSearchIndexLifecyclePolicy } from "./getSearchIndexLifecyclePolicy";
import { getSearchIndexAliases } from "./getSearchIndexAliases";
import { getSearchIndexTemplate } from "./getSearchIndexTemplate";
import { getSearchIndices } from "./getSearchIndices";
import { getSearchIngestPipeline } from "./getSearchIngestPipeline";
import { getSearchLicense } from "./getSearchLicense";
import { getSearchRole } from "./getSearchRole";
import { getSearchRoleMapping } from "./getSearchRoleMapping";
import { getSearchRoleMappings } from "./getSearchRoleMappings";
import { getSearchRoles } from "./getSearchRoles";
import { getSearchSynonymSet } from "./getSearchSynonymSet";
import { getSearchSnapshotRepository } from "./getSearchSnapshotRepository";
import { getSearchUser } from "./getSearchUser";
import { previewSearchTransform } from "./previewSearchTransform";
import { processors } from "./processors";
import { simulateSearchIndexTemplate } from "./simulateSearchIndexTemplate";
import { simulateSearchIngestPipeline } from "./simulateSearchIngestPipeline";

/** The functions by name. */
export const functions = {
  ...processors,
  checkSearchPrivileges,
  explainSearchIndexLifecycle,
  getSearchApiKeys,
  getSearchClusterInfo,
  getSearchComponentTemplate,
  getSearchConnector,
  getSearchDataStreams,
  getSearchEnrichPolicy,
  getSearchIndexAliases,
  getSearchIndexLifecyclePolicy,
  getSearchIndexTemplate,
  getSearchIndices,
  getSearchIngestPipeline,
  getSearchLicense,
  getSearchRole,
  getSearchRoleMapping,
  getSearchRoleMappings,
  getSearchRoles,
  getSearchSynonymSet,
  getSearchSnapshotRepository,
  getSearchUser,
  previewSearchTransform,
  simulateSearchIndexTemplate,
  simulateSearchIngestPipeline,
} satisfies FunctionTable<"search", SearchClient>;
