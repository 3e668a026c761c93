// The resources of the module.
import type { ResourceTable } from "../../../kit/tables";
import type { SearchClient } from "../client";
import { SearchIndexAlias } from "./alias/SearchIndexAlias";
import { SearchIndexAliasMember } from "./alias/SearchIndexAliasMember";
import { SearchClusterSettings } from "./SearchClusterSettings";
import { SearchComponentTemplate } from "./component-template";
import { SearchConnector } from "./connector";
import { SearchDataStream } from "./data-stream";
import { SearchDataStreamLifecycle } from "./data-stream/lifecycle";
import { SearchDataStreamOptions } from "./data-stream/options";
import { SearchEnrichPolicy } from "./enrich-policy";
import { SearchIndexLifecyclePolicy } from "./index-lifecycle-policy";
import { SearchIndex } from "./indices/SearchIndex";
import { SearchIndexMappings } from "./indices/SearchIndexMappings";
import { SearchIndexSettings } from "./indices/SearchIndexSettings";
import { SearchIndexTemplate } from "./index-template";
import { SearchIngestPipeline } from "./ingest-pipeline";
import { SearchRole } from "./security/SearchRole";
import { SearchRoleMapping } from "./security/SearchRoleMapping";
import { SearchApiKey } from "./security/SearchApiKey";
import { SearchApplicationPrivileges } from "./security/SearchApplicationPrivileges";
import { SearchBuiltinUser } from "./security/SearchBuiltinUser";
import { SearchServiceToken } from "./security/SearchServiceToken";
import { SearchUser } from "./security/SearchUser";
import { SearchStoredScript } from "./SearchStoredScript";
import { SearchSynonymSet } from "./synonym-set";
import { SearchSnapshot } from "./snapshot";
import { SearchSnapshotLifecyclePolicy } from "./snapshot-lifecycle-policy";
import { SearchSnapshotRepository } from "./snapshot-repository";
import { SearchSnapshotRestore } from "./snapshot-restore";
import { SearchTransform } from "./transform";
import { SearchTemplateCustomization } from "./template-customization";

/** The resources by name. */
export const resources = {
  SearchApiKey,
  SearchApplicationPrivileges,
  SearchBuiltinUser,
  SearchServiceToken,
  SearchClusterSettings,
  SearchComponentTemplate,
  SearchConnector,
  SearchDataStream,
  SearchDataStreamLifecycle,
  SearchDataStreamOptions,
  SearchEnrichPolicy,
  SearchIndexAlias,
  SearchIndexAliasMember,
  SearchIndex,
  SearchIndexLifecyclePolicy,
  SearchIndexMappings,
  SearchIndexSettings,
  SearchIndexTemplate,
  SearchIngestPipeline,
  SearchRole,
  SearchRoleMapping,
  SearchSnapshot,
  SearchSnapshotLifecyclePolicy,
  SearchSnapshotRepository,
  SearchSnapshotRestore,
  SearchStoredScript,
  SearchSynonymSet,
  SearchTemplateCustomization,
  SearchTransform,
  SearchUser,
} satisfies ResourceTable<"search", SearchClient>;
