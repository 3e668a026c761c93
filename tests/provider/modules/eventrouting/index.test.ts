// What the module makes of its settings and credentials. See docs/modules/eventrouting.md#settings.
import { eventrouting } from "../../../../provider/modules/eventrouting";
import type { EventClient } from "../../../../provider/modules/eventrouting/client";
import { createConnection } from "../../../../provider/modules/eventrouting/connection";
import { configurationOf, requestContext } from "../../../support/contexts";
import { emulatorFixture, env, expectFailure, home } from "./support";

const listing = { method: "GET", name: `${home}/triggers`, caller: "getTriggers" } as const;

test("the failure of a call names the credentials that it was made with", async () => {
  const fixture = emulatorFixture();
  const make = eventrouting.connect(configurationOf({ send: fixture.send, env: { ...env, GOOGLE_OAUTH_ACCESS_TOKEN: "canary-token" } }));
  const request = (make({}, requestContext()) as EventClient).request(listing, "function");
  await expectFailure(request, "unauthenticated", /The request was sent to \S+ with the credentials of GOOGLE_OAUTH_ACCESS_TOKEN\.$/);
});

test.each([
  ["", "pulumi-quartet/1.2.3"],
  ["shop/2", "pulumi-quartet/1.2.3 shop/2"],
])("address, project and user agent come from settings and environment: %j", (GOOGLE_APPEND_USER_AGENT, userAgent) => {
  const own = { GOOGLE_EVENTARC_CUSTOM_ENDPOINT: "http://127.0.0.1:8080/v1/", GOOGLE_APPEND_USER_AGENT };
  const connection = createConnection(configurationOf({ env: { ...env, ...own } }), () => undefined);
  expect(connection).toMatchObject({ url: "http://127.0.0.1:8080", project: "demo-project", userAgent });
});
