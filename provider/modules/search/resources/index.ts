// The resources of the module.
import type { ResourceTable } from "../../../kit/tables";
import type { SearchClient } from "../client";
import { SearchClusterSettings } from "./SearchClusterSettings";
import { SearchComponentTemplate } from "./component-template";
import { SearchConnector } from "./connector";
import { SearchEnrichPolicy } from "./enrich-policy";
import { SearchIndexLifecyclePolicy } from "./index-lifecycle-policy";
import { SearchIndexTemplate } from "./index-template";
import { SearchIngestPipeline } from "./ingest-pipeline";
import { SearchStoredScript } from "./SearchStoredScript";
import { SearchTemplateCustomization } from "./template-customization";

/** The resources by name. */
export const resources = {
  SearchClusterSettings,
  SearchComponentTemplate,
  SearchConnector,
  SearchEnrichPolicy,
  SearchIndexLifecyclePolicy,
  SearchIndexTemplate,
  SearchIngestPipeline,
  SearchStoredScript,
  SearchTemplateCustomization,
} satisfies ResourceTable<"search", SearchClient>;
