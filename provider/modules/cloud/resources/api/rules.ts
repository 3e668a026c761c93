// Rules of an API that the schema cannot state: what each back end requires, and which inputs exclude each other. Pure. See docs/modules/cloud.md#api-definition.
import type { Rules } from "../../../../contract/rules";
import type { Failure } from "../../../../core/errors/errors";
import { ownMember } from "../../../../core/values/records";
import { equalWords } from "../../equality";
import { functionKeys } from "./definition";
import { idPart } from "../../ids";

type Given = Readonly<Record<string, unknown>>;

const addressInputs = ["serviceConfigUrl", "serviceConfigPath", "serviceConfigMethod"];
const requiredBy: Readonly<Record<string, readonly string[]>> = {
  HTTP: addressInputs,
  WEBSOCKET: addressInputs,
  MOCK: ["serviceConfigMockReturnMessage"],
  SCF: functionKeys,
  COS: ["serviceConfigCosConfig"],
};

/** Rules of single inputs of an API. */
export const apiTraits = {
  serviceId: { validate: idPart },
  apiName: { validate: { minLength: 1 } },
  // `=` before the path requests an exact match, `^~` a match of its beginning.
  requestConfigPath: {
    validate: { pattern: { matches: /^(=|\^~)?\//, reason: "expected a path that begins with a slash, or with = or ^~ before it" } },
  },
} as const;

/** Rules over several inputs of an API. */
export const apiTests = [backEndViolations, websocketViolations, apiTypeViolations, errorCodeViolations];

const isAbsent = (value: unknown): boolean => value === undefined || value === "";

function backEndViolations(inputs: Given): Failure[] {
  const { serviceConfigType, serviceConfigProduct, serviceConfigVpcId } = inputs;
  const type = String(serviceConfigType);
  const required = ownMember(requiredBy, type.toUpperCase()) ?? [];
  const missing = required.filter((key) => isAbsent(inputs[key]));
  const violations = missing.map((property) => ({ property, reason: `required for serviceConfigType ${type}` }));
  const inVpc = required === addressInputs && !isAbsent(serviceConfigProduct) && isAbsent(serviceConfigVpcId);
  return inVpc ? [...violations, { property: "serviceConfigVpcId", reason: "required beside serviceConfigProduct" }] : violations;
}

function websocketViolations({ serviceConfigType, protocol, requestConfigMethod }: Given): Failure[] {
  if (!equalWords(serviceConfigType, "WEBSOCKET")) return [];
  const expected = { protocol: [protocol, "WEBSOCKET"], requestConfigMethod: [requestConfigMethod, "GET"] };
  const wrong = Object.entries(expected).filter(([, [value, required]]) => !equalWords(value, required));
  return wrong.map(([property, [, required]]) => ({ property, reason: `must be ${String(required)} for serviceConfigType WEBSOCKET` }));
}

function apiTypeViolations({ apiType: type, serviceConfigType }: Given): Failure[] {
  if (!equalWords(type, "TSF") || equalWords(serviceConfigType, "TSF")) return [];
  return [{ property: "apiType", reason: "TSF requires serviceConfigType TSF. Change one of the two." }];
}

function errorCodeViolations({ responseErrorCodes, isDeleteResponseErrorCodes }: Given): Failure[] {
  if (isDeleteResponseErrorCodes !== true || !Array.isArray(responseErrorCodes) || responseErrorCodes.length === 0) return [];
  return [
    { property: "isDeleteResponseErrorCodes", reason: "removes all codes, but responseErrorCodes declares some. Set only one of them." },
  ];
}

/** Rules of the types in the inputs of an API, by token. */
export const apiTypeRules: Readonly<Record<string, Rules>> = {
  "quartet:cloud:ApiGatewayResponseErrorCodeSpec": {
    test: ({ needConvert, convertedCode }) =>
      needConvert === true && convertedCode === undefined
        ? [{ property: "convertedCode", reason: "required where needConvert is true" }]
        : [],
  },
};
