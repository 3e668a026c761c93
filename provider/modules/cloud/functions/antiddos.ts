// The lookups of attack protection that are one request (cloud-lookups.md 8.3, 8.4, 8.6, 8.7).
import type { Plain, PlainMap } from "../../../core/value";
import type { CloudClient } from "../client";
import { fromRemote } from "../mapping";
import { hash, nonEmpty, type LookupName } from "./results";
import { single } from "./detail";

/** The outputs of a lookup that the answer holds. */
function told(client: CloudClient, name: LookupName, answer: PlainMap, names: Readonly<Record<string, string>>): PlainMap {
  const { schema } = client.place;
  const { properties = {}, required } = schema.function(`quartet:cloud:${name}`)?.outputs ?? {};
  const own = Object.fromEntries(Object.entries(properties).filter(([key]) => key in names));
  return fromRemote(schema, { properties: own, required }, answer, names);
}

/** The answer, with what was sent where it says nothing. */
function over(body: PlainMap, answer: PlainMap): PlainMap {
  return { ...body, ...Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== null)) };
}

/** An id for answers that bear none: the request as it was sent. */
const requestHash = (action: string, body: PlainMap): string => hash([action, JSON.stringify(body)]);

const form = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;
const time = { test: timeBreach };
const list = (value: Plain | undefined): Plain[] => (Array.isArray(value) ? value : []);

/** Checks the form and the calendar only: the service validates the rest, such as its interval. The pattern alone accepts February 30 and 24:00. */
function timeBreach(value: unknown): string | undefined {
  const text = String(value);
  const written = text.replace(" ", "T");
  const moment = new Date(form.test(text) ? `${written}Z` : NaN);
  if (!Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(written)) return undefined;
  return "Expected a valid time in the form YYYY-MM-DD HH:MM:SS. Use a value such as 2026-03-02 09:25:00.";
}

/** The lookups by name. Each fails as the service refuses. */
export const antiddos = {
  getAntiddosBasicDeviceStatus: single("getAntiddosBasicDeviceStatus", {
    action: "DescribeBasicDeviceStatus",
    send: ["ipLists", "idLists", "filterRegion"],
    names: { ipLists: "IpList", idLists: "IdList" },
    read(answer, { body, client }) {
      const found = told(client, "getAntiddosBasicDeviceStatus", answer, { datas: "Data", clbDatas: "CLBData" });
      const content = [...list(found["datas"]), ...list(found["clbDatas"])];
      return { outputs: { id: requestHash("DescribeBasicDeviceStatus", body), ...found }, file: { content } };
    },
  }),
  getAntiddosBgpBizTrend: single("getAntiddosBgpBizTrend", {
    action: "DescribeBgpBizTrend",
    send: ["business", "startTime", "endTime", "metricName", "instanceId", "flag"],
    rules: {
      properties: {
        ...nonEmpty("business", "instanceId").properties,
        startTime: time,
        endTime: time,
        flag: { test: (value) => (value === 0 || value === 1 ? undefined : `expected 0 or 1; got ${String(value)}`) },
      },
    },
    read(answer, { inputs, body, client }) {
      const names = { dataLists: "DataList", total: "Total", metricName: "MetricName", maxData: "MaxData" };
      const found = told(client, "getAntiddosBgpBizTrend", over(body, answer), names);
      return { outputs: { ...found, id: inputs["instanceId"]! }, file: { content: [found] } };
    },
  }),
  getAntiddosListListener: single("getAntiddosListListener", {
    action: "DescribeListListener",
    send: [],
    read(answer, { body, client }) {
      const names = { layer4Listeners: "Layer4Listeners", layer7Listeners: "Layer7Listeners" };
      const found = told(client, "getAntiddosListListener", answer, names);
      const content = [...list(found["layer4Listeners"]), ...list(found["layer7Listeners"])];
      return { outputs: { id: requestHash("DescribeListListener", body), ...found }, file: { content } };
    },
  }),
  getAntiddosOverviewAttackTrend: single("getAntiddosOverviewAttackTrend", {
    action: "DescribeOverviewAttackTrend",
    send: ["type", "dimension", "period", "startTime", "endTime"],
    rules: nonEmpty("dimension", "startTime", "endTime"),
    read(answer, { body, client }) {
      const echoed = { type: "Type", period: "Period", startTime: "StartTime", endTime: "EndTime" };
      const names = { ...echoed, datas: "Data", periodPointCount: "Count" };
      const found = told(client, "getAntiddosOverviewAttackTrend", over(body, answer), names);
      return {
        outputs: { ...found, id: requestHash("DescribeOverviewAttackTrend", body) },
        file: { content: [found], keys: { datas: "data" } },
      };
    },
  }),
};
