// What the configuration of the module has to contain. tests/conformance/schema calls every token.
import { search } from "../../../../provider/modules/search";
import { validate } from "../../../../provider/core/validate/validate";
import { unknown, type ValueMap } from "../../../../provider/core/values/value";
import { fromJson } from "../../../../provider/plugin/codec";
import { searchVariants } from "../../../samples/search/resources";
import { Stack } from "../../../support/stack";
import { recorded, rejects, schema } from "./support";
import { createSearchEmulator } from "../../../emulators/search";

const noSend = recorded(() => Promise.reject(new Error("nothing may be sent")));

test.each(searchVariants)(
  "$token ($title): without an endpoint the preview fails as the create, unless the input has one",
  async (variant) => {
    const unconfigured = /^failed_precondition: No Elasticsearch endpoint is configured\. Run `pulumi config set/;
    const { handle } = createSearchEmulator(variant.emulator);
    const { searchConnections: _, ...inputs } = fromJson(variant.program({ handle, now: () => new Date() }).inputs) as ValueMap;
    const stack = await new Stack(variant.token, noSend.send, {}).configure();
    await rejects(stack.previewUp(inputs), unconfigured);
    await rejects(stack.up(inputs), unconfigured);
    for (const endpoint of ["http://call.test", unknown])
      await stack.previewUp({ ...inputs, searchConnections: [{ endpoints: [endpoint] }] });
  },
);

test("at most one block in each setting, and rules for the blocks that nothing uses yet", () => {
  const properties = schema.provider.inputProperties ?? {};
  const wrong = (settings: object) =>
    validate({ properties }, settings as ValueMap, {
      schema,
      rules: search.settings,
      rulesOf: (token) => search.rules?.[token],
    }).failures.map(({ property }) => property);
  expect(wrong({ searchServers: [{}, {}], agentManagers: [{}, {}], dashboards: [{}, {}] })).toHaveLength(3);
  const agentManagers = [{ username: "u", endpoint: "nowhere" }];
  const dashboards = [{ apiKey: "k", bearerToken: "t", endpoints: ["ftp://x"] }];
  expect(wrong({ agentManagers, dashboards })).toEqual([
    "agentManagers[0].endpoint",
    "agentManagers[0].username",
    "dashboards[0].apiKey",
    "dashboards[0].endpoints",
  ]);
  expect(wrong({ agentManagers: [{ endpoint: "https://fleet:8220", apiKey: "k" }] })).toEqual([]);
});
