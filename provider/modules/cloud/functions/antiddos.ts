// The functions of attack protection that send one request. See docs/modules/cloud.md#antiddos.
import type { PlainMap } from "../../../core/values/value";
import { rowsOf } from "../../../core/values/records";
import { isCalendarTime } from "../../../core/values/time";
import { detailFunction } from "./detail-function";
import { hashOf, outputsIn } from "./outputs";
import { nonEmpty } from "./requests";

/** Returns the record; members that are null or absent in it are those of the request. */
function withParams(params: PlainMap, record: PlainMap): PlainMap {
  return { ...params, ...Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null)) };
}

/** Returns the ID of a response that contains none: the hash of the request. */
const requestHash = (action: string, params: PlainMap): string => hashOf([action, JSON.stringify(params)]);

const timeForm = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;
const timeRule = { test: timeViolation };

/** Checks the form and the calendar only: the service validates the rest, such as its interval. */
function timeViolation(value: unknown): string | undefined {
  const text = String(value);
  if (timeForm.test(text) && isCalendarTime(`${text.replace(" ", "T")}Z`)) return undefined;
  return "expected a valid time in the form YYYY-MM-DD HH:MM:SS. Use a value such as 2026-03-02 09:25:00.";
}

/** The functions by name. */
export const antiddos = {
  getAntiddosBasicDeviceStatus: detailFunction("getAntiddosBasicDeviceStatus", {
    action: "DescribeBasicDeviceStatus",
    send: ["ipLists", "idLists", "filterRegion"],
    names: { ipLists: "IpList", idLists: "IdList" },
    result(record, { params, client }) {
      const found = outputsIn(client, "getAntiddosBasicDeviceStatus", record, { datas: "Data", clbDatas: "CLBData" });
      const content = [...rowsOf(found.datas), ...rowsOf(found.clbDatas)];
      return { outputs: { id: requestHash("DescribeBasicDeviceStatus", params), ...found }, file: { content } };
    },
  }),
  getAntiddosBgpBizTrend: detailFunction("getAntiddosBgpBizTrend", {
    action: "DescribeBgpBizTrend",
    send: ["business", "startTime", "endTime", "metricName", "instanceId", "flag"],
    rules: {
      properties: {
        ...nonEmpty("business", "instanceId").properties,
        startTime: timeRule,
        endTime: timeRule,
        flag: { test: (value) => (value === 0 || value === 1 ? undefined : `expected 0 or 1; got ${String(value)}.`) },
      },
    },
    result(record, { inputs, params, client }) {
      const names = { dataLists: "DataList", total: "Total", metricName: "MetricName", maxData: "MaxData" };
      const found = outputsIn(client, "getAntiddosBgpBizTrend", withParams(params, record), names);
      return { outputs: { ...found, id: inputs.instanceId ?? "" }, file: { content: [found] } };
    },
  }),
  getAntiddosListListener: detailFunction("getAntiddosListListener", {
    action: "DescribeListListener",
    send: [],
    result(record, { params, client }) {
      const names = { layer4Listeners: "Layer4Listeners", layer7Listeners: "Layer7Listeners" };
      const found = outputsIn(client, "getAntiddosListListener", record, names);
      const content = [...rowsOf(found.layer4Listeners), ...rowsOf(found.layer7Listeners)];
      return { outputs: { id: requestHash("DescribeListListener", params), ...found }, file: { content } };
    },
  }),
  getAntiddosOverviewAttackTrend: detailFunction("getAntiddosOverviewAttackTrend", {
    action: "DescribeOverviewAttackTrend",
    send: ["type", "dimension", "period", "startTime", "endTime"],
    rules: nonEmpty("dimension", "startTime", "endTime"),
    result(record, { params, client }) {
      const echoed = { type: "Type", period: "Period", startTime: "StartTime", endTime: "EndTime" };
      const names = { ...echoed, datas: "Data", periodPointCount: "Count" };
      const found = outputsIn(client, "getAntiddosOverviewAttackTrend", withParams(params, record), names);
      return {
        outputs: { ...found, id: requestHash("DescribeOverviewAttackTrend", params) },
        file: { content: [found], keys: { datas: "data" } },
      };
    },
  }),
};
