// The processor functions, one row each: fields in the order of the text, and rules that the schema cannot state. See docs/modules/search.md#processor-table.
import { snakeCase } from "../../../core/schema/snake-case";
import { processorFunctions, type Field } from "./processor";

const whole = { whole: true };

const always: Field = { when: "always" };
const nonempty: Field = { when: "nonempty" };
const set: Field = { when: "set" };
const list: Field = { ...always, rule: { minItems: 1 } };
const count: Field = { ...set, rule: whole };
const sortedSet: Field = { when: "nonempty", form: "sortedSet" };
const jsonObject: Field = { when: "nonempty", form: "json" };

const field = { field: always };
const fieldToTarget = { field: always, targetField: nonempty };
const convertField = { ...fieldToTarget, ignoreMissing: always };

/** Another form of an input. */
const insteadOf = (input: string): Field => ({ ...nonempty, key: snakeCase(input), rule: { excludes: [input] } });

/** A number where Elasticsearch expects the name of a field; the input exists for compatibility with other providers. */
const numberFor = (replacement: string): Field => ({
  ...count,
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

/** All processor functions by name; none sends a request. */
export const processors = processorFunctions(
  {
    getSearchIngestProcessorAppend: {
      ...field,
      values: { ...list, key: "value", omitted: [] },
      typedValues: { ...list, key: "value" },
      allowDuplicates: always,
      mediaType: nonempty,
      ignoreEmptyValues: set,
    },
    getSearchIngestProcessorAttachment: {
      ...convertField,
      removeBinary: always,
      indexedChars: count,
      indexedCharsField: nonempty,
      maxFieldBytes: count,
      properties: sortedSet,
      resourceName: nonempty,
    },
    getSearchIngestProcessorBytes: convertField,
    getSearchIngestProcessorCef: { ...convertField, ignoreEmptyValues: set, timezone: nonempty },
    getSearchIngestProcessorCircle: { ...convertField, errorDistance: always, shapeType: always },
    getSearchIngestProcessorCommunityId: {
      sourceIp: nonempty,
      sourcePort: numberFor("sourcePortField"),
      sourcePortField: insteadOf("sourcePort"),
      destinationIp: nonempty,
      destinationPort: numberFor("destinationPortField"),
      destinationPortField: insteadOf("destinationPort"),
      ianaNumber: numberFor("ianaNumberField"),
      ianaNumberField: insteadOf("ianaNumber"),
      icmpType: numberFor("icmpTypeField"),
      icmpTypeField: insteadOf("icmpType"),
      icmpCode: numberFor("icmpCodeField"),
      icmpCodeField: insteadOf("icmpCode"),
      transport: nonempty,
      targetField: nonempty,
      seed: { ...always, rule: { whole: true, minimum: 0, maximum: 65535 } },
      ignoreMissing: always,
    },
    getSearchIngestProcessorConvert: { ...convertField, type: always },
    getSearchIngestProcessorCsv: {
      ...field,
      targetFields: list,
      ignoreMissing: always,
      separator: nonempty,
      quote: nonempty,
      trim: always,
      emptyValue: nonempty,
    },
    getSearchIngestProcessorDate: { ...fieldToTarget, formats: list, timezone: nonempty, locale, outputFormat: nonempty },
    getSearchIngestProcessorDateIndexName: {
      ...field,
      indexNamePrefix: nonempty,
      dateRounding: always,
      dateFormats: nonempty,
      timezone: nonempty,
      locale: nonempty,
      indexNameFormat: nonempty,
    },
    getSearchIngestProcessorDissect: {
      ...field,
      pattern: always,
      appendSeparator: always,
      ignoreMissing: always,
    },
    getSearchIngestProcessorDotExpander: { ...field, path: nonempty, override: always },
    getSearchIngestProcessorDrop: {},
    getSearchIngestProcessorEnrich: {
      ...convertField,
      policyName: always,
      override: always,
      maxMatches: { ...always, rule: whole },
      shapeRelation: nonempty,
    },
    getSearchIngestProcessorFail: { message: always },
    getSearchIngestProcessorFingerprint: { fields: list, targetField: nonempty, ignoreMissing: always, salt: nonempty, method: nonempty },
    getSearchIngestProcessorForeach: {
      ...field,
      ignoreMissing: always,
      processor: { when: "always", form: "json" },
    },
    getSearchIngestProcessorGeoGrid: {
      ...convertField,
      tileType: always,
      parentField: nonempty,
      childrenField: nonempty,
      nonChildrenField: nonempty,
      precisionField: nonempty,
      targetFormat: nonempty,
    },
    getSearchIngestProcessorGeoip: {
      ...convertField,
      databaseFile: nonempty,
      properties: sortedSet,
      firstOnly: always,
      downloadDatabaseOnPipelineCreation: set,
    },
    getSearchIngestProcessorGrok: {
      ...field,
      patterns: list,
      patternDefinitions: nonempty,
      ecsCompatibility: nonempty,
      traceMatch: always,
      ignoreMissing: always,
      validateOnly: set,
    },
    getSearchIngestProcessorGsub: { ...convertField, pattern: always, replacement: always },
    getSearchIngestProcessorHtmlStrip: convertField,
    getSearchIngestProcessorInference: {
      modelId: always,
      inputOutput: { ...nonempty, members: ["inputField", "outputField"] },
      fieldMap: nonempty,
      targetField: nonempty,
      inferenceConfig: jsonObject,
      ignoreMissing: set,
    },
    getSearchIngestProcessorIpLocation: {
      ...convertField,
      databaseFile: nonempty,
      properties: sortedSet,
      firstOnly: set,
      downloadDatabaseOnPipelineCreation: set,
    },
    getSearchIngestProcessorJoin: { ...fieldToTarget, separator: always },
    getSearchIngestProcessorJson: {
      ...fieldToTarget,
      addToRoot: set,
      addToRootConflictStrategy: nonempty,
      allowDuplicateKeys: set,
      strictJsonParsing: set,
    },
    getSearchIngestProcessorKv: {
      ...convertField,
      fieldSplit: always,
      valueSplit: always,
      includeKeys: sortedSet,
      excludeKeys: sortedSet,
      prefix: nonempty,
      trimKey: nonempty,
      trimValue: nonempty,
      stripBrackets: always,
    },
    getSearchIngestProcessorLowercase: convertField,
    getSearchIngestProcessorNetworkDirection: {
      sourceIp: nonempty,
      destinationIp: nonempty,
      targetField: nonempty,
      internalNetworks: sortedSet,
      internalNetworksField: nonempty,
      ignoreMissing: always,
    },
    getSearchIngestProcessorNormalizeForStream: {},
    getSearchIngestProcessorPipeline: { name: always, ignoreMissingPipeline: set },
    getSearchIngestProcessorRecoverFailureDocument: {},
    getSearchIngestProcessorRedact: {
      ...field,
      patterns: list,
      patternDefinitions: nonempty,
      prefix: nonempty,
      suffix: nonempty,
      ignoreMissing: always,
      skipIfUnlicensed: set,
      traceRedact: set,
    },
    getSearchIngestProcessorRegisteredDomain: convertField,
    getSearchIngestProcessorRemove: { fields: { ...list, form: "sortedSet", key: "field" }, ignoreMissing: always },
    getSearchIngestProcessorRename: { ...convertField, override: set },
    getSearchIngestProcessorReroute: {
      destination: nonempty,
      dataset: nonempty,
      datasets: insteadOf("dataset"),
      namespace: nonempty,
      namespaces: insteadOf("namespace"),
    },
    getSearchIngestProcessorScript: { lang: nonempty, scriptId: { ...nonempty, key: "id" }, source: nonempty, params: jsonObject },
    getSearchIngestProcessorSet: {
      ...field,
      value: set,
      typedValue: { ...set, key: "value", isInputOnly: true },
      copyFrom: nonempty,
      override: always,
      ignoreEmptyValue: always,
      mediaType: nonempty,
    },
    getSearchIngestProcessorSetSecurityUser: { ...field, properties: sortedSet },
    getSearchIngestProcessorSort: { ...fieldToTarget, order: nonempty },
    getSearchIngestProcessorSplit: { ...convertField, separator: always, preserveTrailing: always },
    getSearchIngestProcessorTerminate: {},
    getSearchIngestProcessorTrim: convertField,
    getSearchIngestProcessorUppercase: convertField,
    getSearchIngestProcessorUriParts: {
      ...fieldToTarget,
      keepOriginal: always,
      removeIfSuccessful: always,
      ignoreMissing: set,
    },
    getSearchIngestProcessorUrldecode: convertField,
    getSearchIngestProcessorUserAgent: {
      ...convertField,
      regexFile: nonempty,
      properties: sortedSet,
      extractDeviceType: set,
    },
  },
  {
    getSearchIngestProcessorAppend: ["values", "typedValues"],
    getSearchIngestProcessorScript: ["scriptId", "source"],
    getSearchIngestProcessorSet: ["value", "copyFrom", "typedValue"],
  },
);
