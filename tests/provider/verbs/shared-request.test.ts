/** A request that several callers wait for. See docs/protocol.md#lookup-execution. */
import type { RequestContext } from "../../../provider/contract/context";
import { SharedRequest } from "../../../provider/verbs/shared-request";
import { requestContext } from "../../support/contexts";

test("logs belong to the caller that started it; texts are redacted for all", async () => {
  const lines: string[] = [];
  const hiding = (secret: string): RequestContext => ({ ...requestContext(lines), redact: (text) => text.replaceAll(secret, "***") });
  let context: RequestContext | undefined;
  let succeed = (_text: string): void => undefined;
  const request = new SharedRequest<string>(hiding("alpha"), (own) => {
    context = own;
    return new Promise((resolve) => (succeed = resolve));
  });
  const waiting = request.wait(hiding("beta"));
  context!.log("info", "begun");
  context!.status("busy");
  expect(context!.redact("alpha and beta")).toBe("*** and ***");
  expect(lines).toEqual(["info: begun", "status: busy"]);
  succeed("");
  await waiting;
});
