// Which errors are retried, by call mode. See docs/modules/cloud.md#requests.
import type { CallMode } from "../../../../provider/modules/cloud/retry-policy";
import { line, lost, no, page, success } from "./exchange";
import { failure } from "./support";

const fine = success({ Result: true });
const modes: CallMode[] = ["read", "write", "creation", "removal"];

/** Returns the number of requests in each call mode when the first response is this one and the second one succeeds. */
async function attempts(first: Parameters<typeof line>[0]): Promise<Record<string, number>> {
  const response = typeof first === "function" ? first : (n: number) => (n === 0 ? first[0]! : fine);
  const counted = modes.map(async (manner) => {
    const { perform, sent } = line(response);
    await perform({ mode: manner }).catch(() => undefined);
    return [manner, sent.length] as const;
  });
  return Object.fromEntries(await Promise.all(counted));
}
const never = { read: 1, write: 1, creation: 1, removal: 1 };
const always = { read: 2, write: 2, creation: 2, removal: 2 };
const reads = { ...never, read: 2 };
const notCreation = { ...always, creation: 1 };

describe("what is repeated", () => {
  test.each([
    "RequestLimitExceeded",
    "RequestLimitExceeded.IPLimitExceeded",
    "RequestLimitExceeded.GlobalRegionUinLimitExceeded",
    "LimitExceeded.RequestLimitExceeded",
    "ResourceInUse",
    "ResourceInUse.X",
    "ResourceUnavailable.X",
    "ResourceBusy",
    "UnsupportedOperation.UnsupportedDeleteService",
    "FailedOperation.ServiceInOperation",
    "FailedOperation.ApiInOperation",
    "FailedOperation.TaskAlreadyExist",
  ])("%s: always", async (code) => expect(await attempts([no(code)])).toEqual(always));

  test.each([
    "InternalError",
    "InternalError.OssException",
    "InternalError.ApigwException",
    "ServiceUnavailable",
    "InvalidParameter.ActionInProgress",
    "OperationDenied.InstanceStatusLimitError",
    "FailedOperation.ListenerHasTask",
  ])("%s: reads only", async (code) => expect(await attempts([no(code)])).toEqual(reads));

  test.each([
    "ResourceNotFound.InvalidService",
    "ResourceNotFound.InvalidApi",
    "AuthFailure.TokenFailure",
    "AuthFailure.SignatureFailure",
    "UnauthorizedOperation",
    "InvalidAction",
    "ActionOffline",
    "InvalidParameter",
    "InvalidParameter.FormatError",
    "InvalidParameterValue",
    "MissingParameter",
    "UnknownParameter",
    "NoSuchProduct",
    "NoSuchVersion",
    "UnsupportedRegion",
    "UnsupportedProtocol",
    "UnsupportedOperation",
    "UnsupportedOperation.X",
    "RequestSizeLimitExceeded",
    "ResponseSizeLimitExceeded",
    "IpInBlacklist",
    "IpNotInWhitelist",
    "FailedOperation",
    "FailedOperation.X",
    "LimitExceeded",
    "LimitExceeded.ServiceCountLimitExceeded",
    "OperationDenied",
    "ResourceInsufficient",
    "DryRunOperation",
    "RequestLimitExceededX",
    "Internal",
  ])("%s: never", async (code) => expect(await attempts([no(code)])).toEqual(never));

  test.each([500, 502, 503, 504])("HTTP %i: everything but a creation", async (status) =>
    expect(await attempts([page(status, "busy")])).toEqual(notCreation),
  );
  test("HTTP 429: always", async () => expect(await attempts([page(429, "busy")])).toEqual(always));
  test.each([301, 400, 401, 403, 404, 413])("HTTP %i: never", async (status) => expect(await attempts([page(status, "x")])).toEqual(never));

  test("lost before it left: always; lost later: everything but a creation; a rejected certificate: never", async () => {
    expect(await attempts([lost("connect")])).toEqual(always);
    expect(await attempts([lost("sent")])).toEqual(notCreation);
    expect(await attempts([lost("body")])).toEqual(notCreation);
    expect(await attempts([lost("tls", false)])).toEqual(never);
  });

  test("an invalid response: never", async () => expect(await attempts([page(200, "<html>")])).toEqual(never));

  test("a number of attempts limits internal errors; other errors do not count", async () => {
    const responses = [no("InternalError"), no("RequestLimitExceeded"), no("InternalError.X"), no("ResourceBusy"), no("InternalError")];
    const { perform, sent } = line(responses);
    expect((await failure(perform({ attempts: 3 }))).message).toMatch(/failed: InternalError: no .*\n5 attempts were made\.$/);
    expect(sent).toHaveLength(5);
    const busy = line([no("RequestLimitExceeded"), no("RequestLimitExceeded"), no("RequestLimitExceeded"), fine]);
    expect(await busy.perform({ attempts: 3 })).toMatchObject({ Result: true });
  });

  test("a delete waits while the object is in use, for a minute", async () => {
    const { perform, waits } = line([no("UnsupportedOperation.ResourceAssociated")]);
    expect(await failure(perform({ mode: "removal" }))).toMatchObject({ code: "aborted" });
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000, 10_000, 10_000, 10_000]);
    expect(await attempts([no("UnsupportedOperation.ResourceAssociated")])).toEqual({ ...never, removal: 2 });
  });
});
