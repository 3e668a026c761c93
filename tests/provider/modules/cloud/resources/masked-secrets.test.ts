/** A service that masks a secret or leaves it out: the known value stays, and a mask is not imported. See docs/modules/cloud.md#api-keys. */
import type { PlainMap } from "../../../../../provider/core/values/value";
import { callerOf } from "../../../../emulators/cloud/caller";
import { created, expectNoDrift, expectSettled } from "./setup";

test.each([
  ["key that the service makes", "accessKeySecret", "DescribeApiKeysStatus"],
  ["key of the program's own", "accessKeySecret", "DescribeApiKeysStatus"],
  ["application", "apiAppSecret", "DescribeApiAppsStatus"],
  ["document", "sharePassword", "DescribeAPIDocDetail"],
])("%s: %s", async (title, output, action) => {
  const { stack, id, emulator, respond } = await created(title);
  const secret = stack.outputs[output] as string;
  expect(secret).toMatch(/\w{8}/);
  for (const shown of ["mJ3t****", "", null]) {
    respond(action, ({ params }) => {
      const response = JSON.stringify(callerOf(emulator)(`apigateway/${action}`, params));
      return JSON.parse(response.replaceAll(`"${secret}"`, JSON.stringify(shown))) as PlainMap;
    });
    await expectNoDrift(stack);
    expect(stack.outputs[output]).toBe(secret);
  }
  await stack.import(id);
  expect([stack.outputs[output] ?? "", stack.inputs[output]]).toEqual(["", undefined]);
});

test("a changed secret is sent once, although the service masks it", async () => {
  const { stack, id, program, respond } = await created("key of the program's own");
  const row = { AccessKeyId: id, AccessKeySecret: "****", AccessKeyType: "manual", SecretName: "partner", Status: 0 };
  respond("DescribeApiKeysStatus", { Result: { TotalCount: 1, ApiKeySet: [row] } });
  const next = { ...program, accessKeySecret: "another_secret" };
  expect(await stack.up(next)).toBe("update");
  expect(stack.outputs["accessKeySecret"]).toBe("another_secret");
  await expectSettled(stack, next);
});
