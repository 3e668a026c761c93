// The resources of the module.
import type { ResourceTable } from "../../../kit/tables";
import { mapMembers } from "../../../core/values/value";
import type { SearchClient } from "../client";
import { oneBlock } from "../connection/rules";
import { SearchIndexAlias } from "./alias/SearchIndexAlias";
import { SearchIndexAliasMember } from "./alias/SearchIndexAliasMember";
import { SearchClusterSettings } from "./SearchClusterSettings";
import { SearchComponentTemplate } from "./component-template/SearchComponentTemplate";
import { SearchConnector } from "./connector/SearchConnector";
import { SearchDataStream } from "./data-stream/SearchDataStream";
import { SearchDataStreamLifecycle } from "./data-stream/SearchDataStreamLifecycle";
import { SearchDataStreamOptions } from "./data-stream/SearchDataStreamOptions";
import { SearchEnrichPolicy } from "./enrich-policy/SearchEnrichPolicy";
import { SearchIndexLifecyclePolicy } from "./index-lifecycle-policy/SearchIndexLifecyclePolicy";
import { SearchIndex } from "./indices/SearchIndex";
import { SearchIndexMappings } from "./indices/SearchIndexMappings";
import { SearchIndexSettings } from "./indices/SearchIndexSettings";
import { SearchIndexTemplate } from "./index-template/SearchIndexTemplate";
import { SearchIngestPipeline } from "./ingest-pipeline/SearchIngestPipeline";
import { SearchRole } from "./security/SearchRole";
import { SearchRoleMapping } from "./security/SearchRoleMapping";
import { SearchApiKey } from "./security/SearchApiKey";
import { SearchApplicationPrivileges } from "./security/SearchApplicationPrivileges";
import { SearchBuiltinUser } from "./security/SearchBuiltinUser";
import { SearchServiceToken } from "./security/SearchServiceToken";
import { SearchUser } from "./security/SearchUser";
import { SearchStoredScript } from "./SearchStoredScript";
import { SearchSynonymSet } from "./synonym-set/SearchSynonymSet";
import { SearchSnapshot } from "./snapshot/SearchSnapshot";
import { SearchSnapshotLifecyclePolicy } from "./snapshot-lifecycle-policy/SearchSnapshotLifecyclePolicy";
import { SearchSnapshotRepository } from "./snapshot-repository/SearchSnapshotRepository";
import { SearchSnapshotRestore } from "./snapshot-restore/SearchSnapshotRestore";
import { SearchTransform } from "./transform/SearchTransform";
import { SearchTemplateCustomization } from "./template-customization/SearchTemplateCustomization";

/** The inputs that every resource has: they concern the requests, not the object. */
const requestTraits = { searchConnections: { validate: oneBlock, local: true }, timeouts: { local: true } } as const;

const own = {
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

/** The resources by name. */
export const resources = mapMembers(own, (resource) => ({ ...resource, properties: { ...resource.properties, ...requestTraits } }));
