// What the schema cannot say about an API: what each back end needs, and what goes together (cloud-resources.md 4.2). Pure.
import type { Rules } from "../../../core/rules";
import { functionKeys } from "./api-definition";
import { part } from "./ids";

type Given = Readonly<Record<string, unknown>>;
interface Breach {
  property: string;
  reason: string;
}

const address = ["serviceConfigUrl", "serviceConfigPath", "serviceConfigMethod"];
const needs: Readonly<Record<string, readonly string[]>> = {
  HTTP: address,
  WEBSOCKET: address,
  MOCK: ["serviceConfigMockReturnMessage"],
  SCF: functionKeys,
  COS: ["serviceConfigCosConfig"],
};

/** Rules of single inputs of an API. */
export const apiTraits = {
  serviceId: { validate: part },
  apiName: { validate: { minLength: 1 } },
  // `=` before the path asks for an exact match, `^~` for a match of its beginning.
  requestConfigPath: {
    validate: { pattern: { matches: /^(=|\^~)?\//, says: "expected a path that begins with a slash, or with = or ^~ before it" } },
  },
} as const;

/** Rules over several inputs of an API. */
export const apiTests = [backEnd, websocket, apiType, codes];

const absent = (value: unknown): boolean => value === undefined || value === "";

function backEnd(inputs: Given): Breach[] {
  const type = String(inputs["serviceConfigType"]);
  const lacking = (needs[type] ?? []).filter((key) => absent(inputs[key]));
  const breaches = lacking.map((property) => ({ property, reason: `required for serviceConfigType ${type}` }));
  const inVpc = needs[type] === address && !absent(inputs["serviceConfigProduct"]) && absent(inputs["serviceConfigVpcId"]);
  return inVpc ? [...breaches, { property: "serviceConfigVpcId", reason: "required beside serviceConfigProduct" }] : breaches;
}

function websocket({ serviceConfigType, protocol, requestConfigMethod }: Given): Breach[] {
  if (serviceConfigType !== "WEBSOCKET") return [];
  const needed = { protocol: [protocol, "WEBSOCKET"], requestConfigMethod: [requestConfigMethod, "GET"] };
  const wrong = Object.entries(needed).filter(([, [value, wanted]]) => value !== wanted);
  return wrong.map(([property, [, wanted]]) => ({ property, reason: `must be ${String(wanted)} for serviceConfigType WEBSOCKET` }));
}

function apiType({ apiType: type, serviceConfigType }: Given): Breach[] {
  if (type !== "TSF" || serviceConfigType === "TSF") return [];
  return [{ property: "apiType", reason: "TSF works with serviceConfigType TSF only" }];
}

function codes({ responseErrorCodes, isDeleteResponseErrorCodes }: Given): Breach[] {
  if (isDeleteResponseErrorCodes !== true || !Array.isArray(responseErrorCodes) || responseErrorCodes.length === 0) return [];
  return [
    { property: "isDeleteResponseErrorCodes", reason: "takes all codes away, and responseErrorCodes gives some; give only one of them" },
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
