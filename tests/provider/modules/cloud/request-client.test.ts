// The header by which the vendor distinguishes clients, and the variable that sets it. See docs/modules/cloud.md#requests.
import type { HttpRequest } from "../../../../provider/contract/http";
import { CloudClient } from "../../../../provider/modules/cloud/client";
import { createConnection } from "../../../../provider/modules/cloud/connection";
import { success } from "./exchange";
import { configurationOf, env, failure, operation, schema } from "./support";

describe("the name by which the vendor distinguishes clients", () => {
  const tokenSentFor = async (own: string | undefined): Promise<string | undefined> => {
    const sent: HttpRequest[] = [];
    const send = async (request: HttpRequest) => {
      sent.push(request);
      return success({ Result: 1 });
    };
    const host = {
      settings: {},
      schema,
      env: { ...env, TENCENTCLOUD_API_REQUEST_CLIENT: own },
      send,
      version: "9.8.7",
      redact: (text: string) => text,
    };
    await new CloudClient(async () => createConnection(host), operation(), configurationOf()).read("DescribeApi");
    return sent[0]!.headers["x-tc-requestclient"];
  };
  test.each([
    [undefined, "Pulumi-quartet-9.8.7"],
    ["", "Pulumi-quartet-9.8.7"],
    ["My client_1-2,3;4.", "My client_1-2,3;4."],
    ["x".repeat(128), "x".repeat(128)],
  ])("with the variable %j: %s", async (own, name) => expect(await tokenSentFor(own)).toBe(name));
  test.each(["x".repeat(129), "a\nb", "a/b", "ä"])("%j is rejected", async (own) =>
    expect(await failure(tokenSentFor(own))).toMatchObject({
      code: "failed_precondition",
      message: expect.stringMatching(/variable TENCENTCLOUD_API_REQUEST_CLIENT: expected up to 128/),
    }),
  );
});
