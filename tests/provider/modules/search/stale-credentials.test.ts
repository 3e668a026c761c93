// Fresh credentials in the environment against stale ones in the state. See docs/protocol.md#credentials.
import { createConnection, type ConnectionSources } from "../../../../provider/modules/search/connection";

const endpoints = ["https://a.test:9200"];

function readNothing(): never {
  throw new Error("no file is named");
}

describe("QUARTET_CREDENTIALS=environment", () => {
  const settings = [{ endpoints, apiKey: "stale" }];
  const fresh = { QUARTET_CREDENTIALS: "environment", ELASTICSEARCH_API_KEY: "fresh" };
  const sent = (sources: Partial<ConnectionSources>): string | undefined =>
    createConnection({ env: {}, ...sources }, readNothing).endpoints[0]!.authorization;

  test("prefers the credentials of the environment over those of the provider", () =>
    expect(sent({ settings, env: fresh })).toBe("ApiKey fresh"));

  test("keeps those of the provider if the environment has none", () =>
    expect(sent({ settings, env: { QUARTET_CREDENTIALS: "environment" } })).toBe("ApiKey stale"));

  test("changes nothing in the block of the call", () => {
    expect(sent({ call: [{ apiKey: "own" }], settings, env: fresh })).toBe("ApiKey own");
    expect(sent({ call: [{ endpoints }], settings, env: fresh })).toBeUndefined();
  });

  test("with any other value the explicit setting takes precedence", () =>
    expect(sent({ settings, env: { ...fresh, QUARTET_CREDENTIALS: "program" } })).toBe("ApiKey stale"));
});
