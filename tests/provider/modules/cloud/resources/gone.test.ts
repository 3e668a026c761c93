/** Read, update and delete of every resource treat a deleted object in the same way, for each error code that reports it. See docs/modules/cloud.md#gone. */
import type { PlainMap } from "../../../../../provider/core/values/value";
import { goneCodes, type ObjectKind } from "../../../../../provider/modules/cloud/gone";
import { cloudSamples, prepare, type CloudSample, type Prerequisites } from "../../../../samples/cloud";
import { callerOf } from "../../../../emulators/cloud/caller";
import { Stack } from "../../../../support/stack";
import { cloudStack, env, schema, type Override, type SentCall } from "../support";
import { rejection } from "./stack-fixture";
import { errorMessageOf } from "./setup";

type Sides = readonly (readonly [ObjectKind, (prerequisites: Prerequisites, id: string) => string])[];

const own = (kind: ObjectKind): Sides => [[kind, (_prerequisites, id) => id.split("#").at(-1)!]];
const service: Sides = [["service", ({ serviceId }) => serviceId]];
const firstApi: Sides = [["api", ({ apiIds }) => apiIds[0]]];

/** The objects that a resource depends on, by the short name of its type. */
const sides: Record<string, Sides> = {
  ApiGatewayService: own("service"),
  ApiGatewayApi: [...own("api"), ...service],
  ApiGatewayApiKey: own("key"),
  ApiGatewayIpStrategy: [...own("strategy"), ...service],
  ApiGatewayCustomDomain: [...own("domain"), ...service],
  ApiGatewayServiceRelease: service,
  ApiGatewayPlugin: own("plugin"),
  ApiGatewayApiApp: own("app"),
  ApiGatewayUsagePlan: own("plan"),
  ApiGatewayUsagePlanAttachment: [["plan", ({ planId }) => planId], ["api", ({ keyedApiId }) => keyedApiId], ...service],
  ApiGatewayApiKeyAttachment: [
    ["plan", ({ planId }) => planId],
    ["key", ({ keyIds }) => keyIds[0]],
  ],
  ApiGatewayStrategyAttachment: [["strategy", ({ strategyId }) => strategyId], ...firstApi, ...service],
  ApiGatewayPluginAttachment: [["plugin", ({ pluginId }) => pluginId], ...firstApi, ...service],
  ApiGatewayApiAppAttachment: [["app", ({ appId }) => appId], ...firstApi, ...service],
  ApiGatewayApiDoc: own("doc"),
  ApiGatewayUpstream: own("upstream"),
  ApiGatewayImportOpenApi: service,
};

const nameOf = ({ type }: CloudSample): string => type.slice(type.lastIndexOf(":") + 1);
const rows = cloudSamples
  .filter(({ operation }) => !operation)
  .flatMap((sample) => sides[nameOf(sample)]!.flatMap(([kind, idOf]) => goneCodes(kind).map((code) => [sample, kind, code, idOf] as const)))
  .map((row) => [`${row[0].title} (${row[0].type}): ${row[1]} gone by ${row[2]}`, row] as const);

/** A stack with the sample, which can reject the requests about one object. */
async function created(sample: CloudSample) {
  const fixture = cloudStack(nameOf(sample));
  const prerequisites = prepare(fixture.emulator, { domain: "tencentcloudapi.com" });
  await fixture.stack.up(sample.inputs(prerequisites) as object);
  let rejected = 0;
  const remove = (id: string, code: string, isMeant: (call: SentCall) => boolean = () => true): void => {
    fixture.override = (call) => {
      const isAbout = JSON.stringify(call.params).includes(`"${id}"`) && !call.action.includes("ResourceTags");
      if (!isAbout || !isMeant(call)) return undefined;
      rejected++;
      return rejection(code);
    };
  };
  const override = (by: Override): void => void (fixture.override = by);
  return { ...fixture, prerequisites, remove, override, rejected: () => rejected };
}

test("all resources that leave an object are covered", () => {
  const covered = Object.keys(sides).map((name) => `quartet:cloud:${name}`);
  const operations = cloudSamples.filter(({ operation }) => operation).map(({ type }) => type);
  const all = schema.resourceTokens().filter((token) => token.startsWith("quartet:cloud:"));
  expect(new Set([...covered, ...operations])).toEqual(new Set(all));
});

test.each(rows)("%s", async (_title, [sample, kind, code, idOf]) => {
  const { stack, prerequisites, remove, rejected, emulator } = await created(sample);
  const stored = { ...stack.stored! };
  // The list of the keys of a plan does not contain the ID of a key in its request.
  if (kind === "key") emulator.gateway.keys.delete(idOf(prerequisites, stored.id));
  remove(idOf(prerequisites, stored.id), code);
  if (sample.news) expect(await errorMessageOf(stack.up(sample.news(prerequisites) as object))).toContain("pulumi refresh");
  const before = rejected();
  const response = await stack.refresh();
  if (rejected() > before) expect(response).toEqual(["gone"]);
  stack.stored = stored;
  await stack.destroy();
  expect(rejected()).toBeGreaterThan(0);
});

const updates = rows.filter(([, [sample, kind]]) => sample.news && sides[nameOf(sample)]![0]![0] === kind);

test.each(updates)("between read and write of an update: %s", async (_title, [sample, kind, code, idOf]) => {
  const { stack, prerequisites, remove, rejected, emulator } = await created(sample);
  let isGone = false;
  remove(idOf(prerequisites, stack.stored!.id), code, ({ action }) => {
    isGone ||= !action.startsWith("Describe");
    if (isGone && kind === "key") emulator.gateway.keys.delete(stack.stored!.id);
    return isGone;
  });
  expect(await errorMessageOf(stack.up(sample.news!(prerequisites) as object))).toContain("object not found. Run `pulumi refresh`");
  expect(rejected()).toBeGreaterThan(0);
});

describe("the response of another server", () => {
  /** Returns the response with another content in the place of what the service returned. */
  const within = (response: PlainMap, content: PlainMap): PlainMap => ("Result" in response ? { Result: content } : content);
  const contentOf = (response: PlainMap): PlainMap => (response["Result"] ?? response) as PlainMap;
  const listIn = (content: PlainMap): string | undefined =>
    "TotalCount" in content ? Object.keys(content).find((name) => Array.isArray(content[name])) : undefined;
  /** Undefined where the response has no such form. */
  const forms: Record<string, (response: PlainMap) => PlainMap | undefined> = {
    "no result": () => ({}),
    "an empty result": (response) => within(response, {}),
    "a result of another form": (response) => within(response, { message: "Log in to continue." }),
    // The service reports a deleted document in this way.
    "the result null": (response) => ("Result" in response && !("ApiDocId" in contentOf(response)) ? { Result: null } : undefined),
    "an empty list without a count": (response) => {
      const list = listIn(contentOf(response));
      return list === undefined ? undefined : within(response, { [list]: [] });
    },
    "rows of another form": (response) => {
      const list = listIn(contentOf(response));
      return list === undefined ? undefined : within(response, { ...contentOf(response), [list]: [{ message: "Log in to continue." }] });
    },
    "another object": (response) => {
      const content = contentOf(response);
      const ids = Object.keys(content).filter((name) => /^(Service|Api|ApiDoc|UsagePlan|Strategy)Id$/.test(name));
      const other = Object.fromEntries(ids.map((name) => [name, "other"]));
      return ids.length === 0 ? undefined : within(response, { ...content, ...other });
    },
  };
  const readable = cloudSamples.filter(({ operation }) => !operation);

  test.each(readable.map((sample) => [`${sample.title} (${sample.type})`, sample] as const))(
    "in each request of a refresh of %s is an error that names the server",
    async (_title, sample) => {
      const { stack, send, calls, emulator, override } = await created(sample);
      const stored = stack.stored!;
      const seen = calls.length;
      expect(await stack.refresh()).not.toContain("gone");
      const reads = calls.slice(seen);
      const respond = callerOf(emulator);
      const outcome = async (n: number, form: (response: PlainMap) => PlainMap | undefined): Promise<string | undefined> => {
        const { action, params } = reads[n]!;
        const { RequestId: _id, ...response } = respond(`${action.includes("Tags") ? "tag" : "apigateway"}/${action}`, params);
        const other = form(response);
        if (!other) return undefined;
        let at = 0;
        override(() => (at++ === n ? other : undefined));
        const own = await Object.assign(new Stack(sample.type, send, env), { stored: { ...stored } }).configure();
        return errorMessageOf(own.refresh());
      };
      const wrong: string[] = [];
      for (const [n, { action }] of reads.entries())
        for (const [name, form] of Object.entries(forms)) {
          const text = await outcome(n, form);
          const isExpected = text === undefined || /ClientError.*https:\/\/(apigateway|tag)\.tencentcloudapi\.com\//s.test(text);
          if (!isExpected) wrong.push(`${action}, ${name}: ${text}`);
        }
      expect(wrong).toEqual([]);
    },
  );
});
