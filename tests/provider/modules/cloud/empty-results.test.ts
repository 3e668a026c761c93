// Responses without a result, in reads of resources. See docs/modules/cloud.md#reading-responses.
import type { PlainMap } from "../../../../provider/core/value";
import { CloudClient } from "../../../../provider/modules/cloud/client";
import { line, success } from "./exchange";
import { failure, keys, operation, schema } from "./support";

/** A client whose next request gets this response. */
function clientOf(response: PlainMap): CloudClient {
  const { remote: transport } = line([success(response)]);
  const credentials = { current: async () => keys, renew: async () => undefined, region: async () => "ap-guangzhou" };
  return new CloudClient(async () => ({ transport, credentials }), operation(), { schema, home: undefined });
}

const message = expect.stringContaining("ClientError.EmptyResponse") as string;

test.each<PlainMap>([{ Result: {} }, {}])("an object without any member is a failure: %j", async (response) => {
  const found = clientOf(response).find("DescribeApi", {}, []);
  expect(await failure(found)).toMatchObject({ code: "unavailable", message });
});

test.each<PlainMap>([{ Result: {} }, { Result: null }, { Result: { TotalCount: 0 } }])(
  "a result without the list is empty: %j",
  async (response) => {
    expect(await clientOf(response).findPages("DescribeApiUsagePlan", {}, "ApiUsagePlanList", [])).toEqual([]);
  },
);

test("no result at all in the place of a list is a failure", async () => {
  const found = clientOf({}).findPages("DescribeApiUsagePlan", {}, "ApiUsagePlanList", []);
  expect(await failure(found)).toMatchObject({ code: "unavailable", message });
});
