/** Faults of the API's own kind: the frame they come in, and which calls they affect. */
import type { Fault } from "../faults";
import { createFaults } from "../faults";
import { signed } from "./caller";
import { responding, calling, rejecting, rejectingInOldForm } from "./faults";

const bodyOf = async (fault: Fault): Promise<unknown> => {
  const outcome = await fault(() => Promise.reject(new Error("the emulator was called")));
  return typeof outcome === "string" ? outcome : JSON.parse(outcome.reply.body);
};
const RequestId = expect.stringMatching(/^[0-9a-f-]{36}$/) as string;

it("replaces the response of the emulator", async () => {
  expect(await bodyOf(rejecting("ResourceInUse", "busy"))).toEqual({
    Response: { Error: { Code: "ResourceInUse", Message: "busy" }, RequestId },
  });
  expect(await bodyOf(rejectingInOldForm("InternalError", "old"))).toEqual({ code: 4000, codeDesc: "InternalError", message: "old" });
  expect(await bodyOf(responding({ Result: false }))).toEqual({ Response: { Result: false, RequestId } });
});

it("affects one action, also through a proxy", () => {
  const faults = createFaults();
  faults.add({ match: calling("CreateApi"), times: 1, fault: rejecting("ResourceInUse") });
  const request = signed("apigateway/CreateApi");
  expect(faults.pick(signed("apigateway/DeleteApi"))).toBeUndefined();
  expect(faults.pick({ ...request, path: "http://apigateway.tencentcloudapi.com/" })).toBeDefined();
  expect(faults.pick(request)).toBeUndefined();
});
