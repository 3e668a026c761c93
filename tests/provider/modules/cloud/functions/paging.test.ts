// Pages of lists. See docs/modules/cloud.md#paging.
import type { Plain, PlainMap } from "../../../../../provider/core/values/value";
import { cloud } from "../../../../../provider/modules/cloud";
import { samples } from "../../../../samples/cloud/functions";
import { inContext } from "../../../../support/contexts";
import { clientOver } from "../exchange";
import { expectFailure } from "../support";
import { lookedUp, stubSend } from "./driver";

/** The paginated requests of all samples with a row, one for each function and action. */
const paged = samples.flatMap(({ name, inputs, exchanges }) =>
  exchanges.flatMap(({ action, params, response }) => {
    const content = (response["Result"] ?? response) as PlainMap;
    const list = Object.entries(content).find(([, value]) => Array.isArray(value) && value.length > 0) as [string, PlainMap[]] | undefined;
    return "Offset" in params && list
      ? [{ name, inputs, exchanges, action, isText: typeof params["Offset"] === "string", content, list }]
      : [];
  }),
);
const distinct = [...new Map(paged.map((row) => [`${row.name}, ${row.action}`, row])).values()];

test.each(distinct)("$name, $action: a full page is not the end, with any total", async (row) => {
  const { name, inputs, exchanges, action, isText, content, list } = row;
  const [key, [first]] = list;
  const offsets = new Set<unknown>();
  const { send } = stubSend((call) => {
    const { Offset } = call.params;
    if (call.action !== action)
      return exchanges.find((one) => one.action === call.action)?.response ?? { Error: { Code: "ResourceNotFound.InvalidService" } };
    offsets.add(Offset);
    const body = { ...content, [key]: Array<PlainMap>(Number(Offset) < 200 ? 100 : 99).fill({ ...first, Offset: Offset! }), TotalCount: 7 };
    return "Result" in exchanges.find((one) => one.action === action)!.response ? { Result: body } : body;
  });
  await lookedUp(name, { bindType: "SERVICE", ...inputs }, send);
  expect([...offsets]).toEqual(isText ? ["0", "100", "200"] : [0, 100, 200]);
});

test("all rows of all pages are returned, in their order", async () => {
  const rows = Array.from({ length: 205 }, (_, n) => ({ n }));
  const { send } = stubSend(({ params: { Offset } }) => ({ Result: { Rows: rows.slice(Number(Offset), Number(Offset) + 100) } }));
  expect(await clientOver(send).readPages("DescribeAPIDocs", {}, "Rows")).toEqual(rows);
});

test.each<Plain[]>([[{ Rows: {} }], [{ Rows: ["text"] }]])("the result %j is an error", async (Result) => {
  const found = clientOver(stubSend(() => ({ Result })).send).readPages("DescribeAPIDocs", {}, "Rows");
  await expectFailure(found, "unavailable", "ClientError.UnexpectedResponse");
});

describe("a list whose pages do not end", () => {
  const message = "failed: ClientError.EndlessList: ";
  const row: PlainMap = { ApiAppId: "other", ServiceId: "other", Environment: "other", ApiId: "other" };
  const endless = (list: string, rowAt = (_offset: Plain) => row) =>
    stubSend(({ params }) => ({ Result: { TotalCount: 1e6, [list]: Array<PlainMap>(100).fill(rowAt(params["Offset"]!)) } }));

  test.each([
    ["a thousand pages", (Offset: Plain) => ({ Offset }), "the list has more than 1000 pages", 1000],
    ["a repeated page", () => row, "the pages of the list repeat", 2],
  ])("%s: is an error, never an incomplete result", async (_what, rowAt, reason, requests) => {
    const { send, calls } = endless("Rows", rowAt);
    await expectFailure(clientOver(send).readPages("DescribeAPIDocs", {}, "Rows"), "unavailable", message + reason);
    expect(calls).toHaveLength(requests);
  });

  test.each([
    ["ApiGatewayApiApp", "ApiAppSet", "app-1"],
    ["ApiGatewayPluginAttachment", "AttachedApis", "plugin-1#service-1#release#api-1"],
  ])("does not let %s seem to be deleted", async (name, list, id) => {
    const context = inContext(clientOver(endless(list).send));
    await expectFailure(cloud.resources[name]!.read({ id }, context), "unavailable", message);
  });
});
