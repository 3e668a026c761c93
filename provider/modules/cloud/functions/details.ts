// The functions that send one request without pages. See docs/modules/cloud.md#antiddos and docs/modules/cloud.md#application-views.
import type { PlainMap } from "../../../core/values/value";
import { rowsOf } from "../../../core/values/records";
import { isCalendarTime } from "../../../core/values/time";
import { functionsOf, nonEmpty, type FunctionDefinition, type Functions, type KeyOf } from "./cloud-function";
import { hashOf, joinInputs, recordOutputs } from "./outputs";
import { limitedAttempts } from "./requests";
import type { FunctionName, InputsOf, OutputsOf } from "./types";

/** A request without pages. */
interface DetailDefinition<Input extends string = string, Output extends string = string> extends FunctionDefinition<Input> {
  action: string;
  /** Inputs that the response can contain, too; where it does not, they are outputs as they were sent. */
  returned?: readonly Input[];
  /** Inputs that are joined by `#`. Defaults to the hash of the request. */
  id?: readonly Input[];
  /** The outputs whose elements the file contains. Defaults to one element with all outputs. */
  fileRows?: readonly Output[];
  /** Converts the response before its members are read. */
  convert?(record: PlainMap): PlainMap;
}

function detailFunctions<Names extends FunctionName>(table: {
  [Name in Names]: DetailDefinition<KeyOf<InputsOf<Name>>, KeyOf<OutputsOf<Name>>>;
}): Functions<Names> {
  return functionsOf<Names, DetailDefinition>(table, async (definition, { name, inputs, params, client }) => {
    const { action, returned = [], id, fileRows, convert = (record) => record } = definition;
    const record = convert(await client.readMembers(action, params, limitedAttempts));
    const given = Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
    const found = recordOutputs(client, name, { ...params, ...given }, returned);
    const idText = id ? joinInputs(inputs, id) : hashOf([action, JSON.stringify(params)]);
    return { outputs: { ...found, id: idText }, content: fileRows?.flatMap((output) => rowsOf(found[output])) ?? [found] };
  });
}

const timeForm = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;
const timeRule = { test: timeViolation };

/** Checks the form and the calendar only: the service validates the rest, such as its interval. */
function timeViolation(value: unknown): string | undefined {
  const text = String(value);
  if (timeForm.test(text) && isCalendarTime(`${text.replace(" ", "T")}Z`)) return undefined;
  return "expected a valid time in the form YYYY-MM-DD HH:MM:SS. Use a value such as 2026-03-02 09:25:00.";
}

/** The functions by name. */
export const details = detailFunctions({
  getAntiddosBasicDeviceStatus: {
    action: "DescribeBasicDeviceStatus",
    send: ["ipLists", "idLists", "filterRegion"],
    fileRows: ["datas", "clbDatas"],
  },
  getAntiddosBgpBizTrend: {
    action: "DescribeBgpBizTrend",
    required: ["business", "instanceId"],
    send: ["startTime", "endTime", "metricName", "flag"],
    rules: {
      startTime: timeRule,
      endTime: timeRule,
      flag: { test: (value) => (value === 0 || value === 1 ? undefined : `expected 0 or 1; got ${String(value)}.`) },
    },
    returned: ["metricName"],
    id: ["instanceId"],
  },
  getAntiddosListListener: { action: "DescribeListListener", fileRows: ["layer4Listeners", "layer7Listeners"] },
  getAntiddosOverviewAttackTrend: {
    action: "DescribeOverviewAttackTrend",
    send: ["type", "dimension", "period", "startTime", "endTime"],
    rules: nonEmpty(["dimension", "startTime", "endTime"]),
    returned: ["type", "period", "startTime", "endTime"],
    fileKeys: { datas: "data" },
  },
  getApiGatewayApiAppApi: {
    action: "DescribeApiForApiApp",
    required: ["serviceId", "apiId", "apiRegion"],
    convert: (api) => ({ Results: Object.keys(api).length === 0 ? [] : [api] }),
    id: ["serviceId", "apiId", "apiRegion"],
    fileRows: ["results"],
    fileKeys: { values: "value" },
  },
  getApiGatewayApiAppService: {
    action: "DescribeServiceForApiApp",
    required: ["serviceId", "apiRegion"],
    returned: ["serviceId", "apiRegion"],
    id: ["serviceId"],
  },
});
