/** Validation of custom domains. See docs/modules/cloud.md#custom-domains. */
import { cloudStack } from "../support";
import { errorMessageOf } from "./setup";

const kind = "ApiGatewayCustomDomain";
const program = {
  serviceId: "service-1",
  subDomain: "api.example.com",
  protocol: "http",
  netType: "OUTER",
  defaultDomain: "service-1.example.com",
};

describe("check", () => {
  const form = "expected <path>#<environment>, the environment being test, prepub or release";
  test.each([
    [{ pathMappings: ["/good"] }, `pathMappings[0] | pathMappings[0]: ${form}`],
    [{ pathMappings: ["/a#test", "#test"] }, `pathMappings[1] | pathMappings[1]: ${form}`],
    [{ pathMappings: ["/a#b#test"] }, `pathMappings[0] | pathMappings[0]: ${form}`],
    [{ pathMappings: ["/a#"] }, `pathMappings[0] | pathMappings[0]: ${form}`],
    [{ pathMappings: ["/a#live"] }, `pathMappings[0] | pathMappings[0]: ${form}`],
    [{ pathMappings: ["/a#test", "/a#test"] }, "pathMappings | a mapping is given twice"],
    [
      { pathMappings: ["/a#test", "/b#test", "/c#test", "/d#test"] },
      "pathMappings[3] | pathMappings[3]: expected at most 3 entries; got 4",
    ],
    [{ isDefaultMapping: false }, expect.stringMatching(/^pathMappings \| required where isDefaultMapping is false/)],
    [{ isDefaultMapping: false, pathMappings: [] }, expect.stringMatching(/^pathMappings \| required where isDefaultMapping is false/)],
    [{ isForcedHttps: true }, expect.stringMatching(/^isForcedHttps \| requires a protocol with HTTPS/)],
  ])("%j", async (other, expectedTexts) => {
    const { stack, calls } = cloudStack(kind);
    expect(await errorMessageOf(stack.up({ ...program, ...other }))).toEqual(expectedTexts);
    expect(calls).toEqual([]);
  });

  test("all failures are reported at once", async () => {
    const wrong = { serviceId: "a#b", subDomain: "", defaultDomain: "", pathMappings: ["x"], isForcedHttps: true };
    const text = await errorMessageOf(cloudStack(kind).stack.up({ ...program, ...wrong }));
    expect(text.split("\n").map((line) => line.split(" ")[0])).toEqual([
      "defaultDomain",
      "isForcedHttps",
      "pathMappings[0]",
      "serviceId",
      "subDomain",
    ]);
  });
});
