// The processor functions, one row each: type, fields in the order of the text, and rules that the schema cannot state. See docs/modules/search.md#processor-table.
import type { FunctionTable } from "../../../kit/tables";
import type { ValueRule } from "../../../contract/rules";
import { processor, type Field } from "./processor";

const always: Field = { when: "always" };
const nonempty: Field = { when: "nonempty" };
const set: Field = { when: "set" };
const sortedSet: Field = { when: "nonempty", form: "sortedSet" };
const jsonObject: Field = { when: "nonempty", form: "json" };

const field = { field: always };
const fieldToTarget = { field: always, targetField: nonempty };
const convertField = { ...fieldToTarget, ignoreMissing: always };

/** A number where Elasticsearch expects the name of a field; the input exists for compatibility with other providers. */
const numberFor = (replacement: string): Field => ({
  ...set,
  warning: (_number, key) => `Elasticsearch expects a field name in ${key} and rejects a pipeline with a number. Use ${replacement}.`,
});
/** The default is that of other providers. */
const locale: Field = {
  ...nonempty,
  warning: (value) =>
    value === "ENGLISH"
      ? 'newer versions of Elasticsearch (for example 8.19) do not accept the default ENGLISH as a language, and the processor fails on every document. Set locale, for example "en".'
      : undefined,
};

const nonemptyList: ValueRule = { minItems: 1 };
const whole: ValueRule = { whole: true };

/** All processor functions by name; none sends a request. */
export const processors = {
  getSearchIngestProcessorAppend: processor<"Append">(
    "append",
    {
      ...field,
      values: { ...always, key: "value", omitted: [] },
      typedValues: { ...always, key: "value" },
      allowDuplicates: always,
      mediaType: nonempty,
      ignoreEmptyValues: set,
    },
    { properties: { values: nonemptyList, typedValues: nonemptyList }, exactlyOne: [["values", "typedValues"]] },
  ),
  getSearchIngestProcessorAttachment: processor<"Attachment">(
    "attachment",
    {
      ...convertField,
      removeBinary: always,
      indexedChars: set,
      indexedCharsField: nonempty,
      maxFieldBytes: set,
      properties: sortedSet,
      resourceName: nonempty,
    },
    { properties: { indexedChars: whole, maxFieldBytes: whole } },
  ),
  getSearchIngestProcessorBytes: processor<"Bytes">("bytes", convertField),
  getSearchIngestProcessorCef: processor<"Cef">("cef", { ...convertField, ignoreEmptyValues: set, timezone: nonempty }),
  getSearchIngestProcessorCircle: processor<"Circle">("circle", { ...convertField, errorDistance: always, shapeType: always }),
  getSearchIngestProcessorCommunityId: processor<"CommunityId">(
    "community_id",
    {
      sourceIp: nonempty,
      sourcePort: numberFor("sourcePortField"),
      sourcePortField: { ...nonempty, key: "source_port" },
      destinationIp: nonempty,
      destinationPort: numberFor("destinationPortField"),
      destinationPortField: { ...nonempty, key: "destination_port" },
      ianaNumber: numberFor("ianaNumberField"),
      ianaNumberField: { ...nonempty, key: "iana_number" },
      icmpType: numberFor("icmpTypeField"),
      icmpTypeField: { ...nonempty, key: "icmp_type" },
      icmpCode: numberFor("icmpCodeField"),
      icmpCodeField: { ...nonempty, key: "icmp_code" },
      transport: nonempty,
      targetField: nonempty,
      seed: always,
      ignoreMissing: always,
    },
    {
      properties: {
        seed: { whole: true, minimum: 0, maximum: 65535 },
        sourcePort: whole,
        destinationPort: whole,
        ianaNumber: whole,
        icmpType: whole,
        icmpCode: whole,
        sourcePortField: { excludes: ["sourcePort"] },
        destinationPortField: { excludes: ["destinationPort"] },
        ianaNumberField: { excludes: ["ianaNumber"] },
        icmpTypeField: { excludes: ["icmpType"] },
        icmpCodeField: { excludes: ["icmpCode"] },
      },
    },
  ),
  getSearchIngestProcessorConvert: processor<"Convert">("convert", { ...convertField, type: always }),
  getSearchIngestProcessorCsv: processor<"Csv">(
    "csv",
    { ...field, targetFields: always, ignoreMissing: always, separator: nonempty, quote: nonempty, trim: always, emptyValue: nonempty },
    { properties: { targetFields: nonemptyList } },
  ),
  getSearchIngestProcessorDate: processor<"Date">(
    "date",
    { ...fieldToTarget, formats: always, timezone: nonempty, locale, outputFormat: nonempty },
    { properties: { formats: nonemptyList } },
  ),
  getSearchIngestProcessorDateIndexName: processor<"DateIndexName">("date_index_name", {
    ...field,
    indexNamePrefix: nonempty,
    dateRounding: always,
    dateFormats: nonempty,
    timezone: nonempty,
    locale: nonempty,
    indexNameFormat: nonempty,
  }),
  getSearchIngestProcessorDissect: processor<"Dissect">("dissect", {
    ...field,
    pattern: always,
    appendSeparator: always,
    ignoreMissing: always,
  }),
  getSearchIngestProcessorDotExpander: processor<"DotExpander">("dot_expander", { ...field, path: nonempty, override: always }),
  getSearchIngestProcessorDrop: processor<"Drop">("drop", {}),
  getSearchIngestProcessorEnrich: processor<"Enrich">(
    "enrich",
    { ...convertField, policyName: always, override: always, maxMatches: always, shapeRelation: nonempty },
    { properties: { maxMatches: whole } },
  ),
  getSearchIngestProcessorFail: processor<"Fail">("fail", { message: always }),
  getSearchIngestProcessorFingerprint: processor<"Fingerprint">(
    "fingerprint",
    { fields: always, targetField: nonempty, ignoreMissing: always, salt: nonempty, method: nonempty },
    { properties: { fields: nonemptyList } },
  ),
  getSearchIngestProcessorForeach: processor<"Foreach">("foreach", {
    ...field,
    ignoreMissing: always,
    processor: { when: "always", form: "json" },
  }),
  getSearchIngestProcessorGeoGrid: processor<"GeoGrid">("geo_grid", {
    ...convertField,
    tileType: always,
    parentField: nonempty,
    childrenField: nonempty,
    nonChildrenField: nonempty,
    precisionField: nonempty,
    targetFormat: nonempty,
  }),
  getSearchIngestProcessorGeoip: processor<"Geoip">("geoip", {
    ...convertField,
    databaseFile: nonempty,
    properties: sortedSet,
    firstOnly: always,
    downloadDatabaseOnPipelineCreation: set,
  }),
  getSearchIngestProcessorGrok: processor<"Grok">(
    "grok",
    {
      ...field,
      patterns: always,
      patternDefinitions: nonempty,
      ecsCompatibility: nonempty,
      traceMatch: always,
      ignoreMissing: always,
      validateOnly: set,
    },
    { properties: { patterns: nonemptyList } },
  ),
  getSearchIngestProcessorGsub: processor<"Gsub">("gsub", { ...convertField, pattern: always, replacement: always }),
  getSearchIngestProcessorHtmlStrip: processor<"HtmlStrip">("html_strip", convertField),
  getSearchIngestProcessorInference: processor<"Inference">("inference", {
    modelId: always,
    inputOutput: { ...nonempty, members: ["inputField", "outputField"] },
    fieldMap: nonempty,
    targetField: nonempty,
    inferenceConfig: jsonObject,
    ignoreMissing: set,
  }),
  getSearchIngestProcessorIpLocation: processor<"IpLocation">("ip_location", {
    ...convertField,
    databaseFile: nonempty,
    properties: sortedSet,
    firstOnly: set,
    downloadDatabaseOnPipelineCreation: set,
  }),
  getSearchIngestProcessorJoin: processor<"Join">("join", { ...fieldToTarget, separator: always }),
  getSearchIngestProcessorJson: processor<"Json">("json", {
    ...fieldToTarget,
    addToRoot: set,
    addToRootConflictStrategy: nonempty,
    allowDuplicateKeys: set,
    strictJsonParsing: set,
  }),
  getSearchIngestProcessorKv: processor<"Kv">("kv", {
    ...convertField,
    fieldSplit: always,
    valueSplit: always,
    includeKeys: sortedSet,
    excludeKeys: sortedSet,
    prefix: nonempty,
    trimKey: nonempty,
    trimValue: nonempty,
    stripBrackets: always,
  }),
  getSearchIngestProcessorLowercase: processor<"Lowercase">("lowercase", convertField),
  getSearchIngestProcessorNetworkDirection: processor<"NetworkDirection">("network_direction", {
    sourceIp: nonempty,
    destinationIp: nonempty,
    targetField: nonempty,
    internalNetworks: sortedSet,
    internalNetworksField: nonempty,
    ignoreMissing: always,
  }),
  getSearchIngestProcessorNormalizeForStream: processor<"NormalizeForStream">("normalize_for_stream", {}),
  getSearchIngestProcessorPipeline: processor<"Pipeline">("pipeline", { name: always, ignoreMissingPipeline: set }),
  getSearchIngestProcessorRecoverFailureDocument: processor<"RecoverFailureDocument">("recover_failure_document", {}),
  getSearchIngestProcessorRedact: processor<"Redact">(
    "redact",
    {
      ...field,
      patterns: always,
      patternDefinitions: nonempty,
      prefix: nonempty,
      suffix: nonempty,
      ignoreMissing: always,
      skipIfUnlicensed: set,
      traceRedact: set,
    },
    { properties: { patterns: nonemptyList } },
  ),
  getSearchIngestProcessorRegisteredDomain: processor<"RegisteredDomain">("registered_domain", convertField),
  getSearchIngestProcessorRemove: processor<"Remove">(
    "remove",
    { fields: { when: "always", form: "sortedSet", key: "field" }, ignoreMissing: always },
    { properties: { fields: nonemptyList } },
  ),
  getSearchIngestProcessorRename: processor<"Rename">("rename", { ...convertField, override: set }),
  getSearchIngestProcessorReroute: processor<"Reroute">(
    "reroute",
    {
      destination: nonempty,
      dataset: nonempty,
      datasets: { ...nonempty, key: "dataset" },
      namespace: nonempty,
      namespaces: { ...nonempty, key: "namespace" },
    },
    { properties: { datasets: { excludes: ["dataset"] }, namespaces: { excludes: ["namespace"] } } },
  ),
  getSearchIngestProcessorScript: processor<"Script">(
    "script",
    { lang: nonempty, scriptId: { ...nonempty, key: "id" }, source: nonempty, params: jsonObject },
    { exactlyOne: [["scriptId", "source"]] },
  ),
  getSearchIngestProcessorSet: processor<"Set">(
    "set",
    {
      ...field,
      value: set,
      typedValue: { ...set, key: "value", isInputOnly: true },
      copyFrom: nonempty,
      override: always,
      ignoreEmptyValue: always,
      mediaType: nonempty,
    },
    { exactlyOne: [["value", "copyFrom", "typedValue"]] },
  ),
  getSearchIngestProcessorSetSecurityUser: processor<"SetSecurityUser">("set_security_user", { ...field, properties: sortedSet }),
  getSearchIngestProcessorSort: processor<"Sort">("sort", { ...fieldToTarget, order: nonempty }),
  getSearchIngestProcessorSplit: processor<"Split">("split", { ...convertField, separator: always, preserveTrailing: always }),
  getSearchIngestProcessorTerminate: processor<"Terminate">("terminate", {}),
  getSearchIngestProcessorTrim: processor<"Trim">("trim", convertField),
  getSearchIngestProcessorUppercase: processor<"Uppercase">("uppercase", convertField),
  getSearchIngestProcessorUriParts: processor<"UriParts">("uri_parts", {
    ...fieldToTarget,
    keepOriginal: always,
    removeIfSuccessful: always,
    ignoreMissing: set,
  }),
  getSearchIngestProcessorUrldecode: processor<"Urldecode">("urldecode", convertField),
  getSearchIngestProcessorUserAgent: processor<"UserAgent">("user_agent", {
    ...convertField,
    regexFile: nonempty,
    properties: sortedSet,
    extractDeviceType: set,
  }),
} satisfies Pick<FunctionTable<"search", unknown>, Extract<keyof FunctionTable<"search", unknown>, `getSearchIngestProcessor${string}`>>;
