/** The way to a method: path, token, project, query, body and permission, and the shape of each rejection. */
import { callerOf, exampleTrigger, fieldsOf, home, reasonOf, rejection, request } from "./caller";
import type { EventEmulator } from "./index";
import { createEventEmulator } from "./index";
import { CLOUD_PLATFORM } from "./tokens";

let time: number;
let emulator: EventEmulator;
let call: ReturnType<typeof callerOf>;

beforeEach(() => {
  time = 1_700_000_000_000;
  emulator = createEventEmulator({ now: () => new Date(time) });
  emulator.operations.usual = { pending: 0 };
  call = callerOf(emulator);
  call("POST triggers?triggerId=orders", exampleTrigger);
  emulator.calls.length = 0;
});

describe("paths", () => {
  it.each([
    ["GET /v2/projects/p/locations/l/triggers/t", 404],
    ["GET /v1/projects/demo-project/triggers/t", 404],
    ["GET triggers/orders/", 404],
    ["GET triggers//orders", 404],
    ["GET things/orders", 404],
    ["GET triggers/orders:getPolicy", 404],
    ["POST triggers/orders:cancel", 404],
    ["POST triggers/orders:getIamPolicy", 405],
    ["GET triggers/orders:setIamPolicy", 405],
    ["GET triggers:getIamPolicy", 404],
    ["PUT triggers/orders", 405],
    ["POST triggers/orders", 405],
    ["PATCH channelConnections/link?updateMask=labels", 405],
    ["PATCH triggers", 405],
    ["GET triggers/%ff", 400],
  ])("%s gets from the front end %i", (line, status) => {
    const response = call(line);
    expect(response.status).toBe(status);
    expect(response.headers["content-type"]).toMatch(/^text\/html/);
    expect(emulator.calls).toEqual([]);
  });

  it("decodes each segment, after the verb", () => {
    expect(call("GET triggers/%6frders").status).toBe(200);
    expect(call("GET triggers/orders:getIamPolicy").body).toHaveProperty("etag");
    expect(call("GET triggers/orders%3AgetIamPolicy")).toMatchObject(rejection(404, "NOT_FOUND"));
    for (const id of ["a%2Fb", "a%3Fb", "a%23b", "a%20b", "a%25b"]) expect([400, 404]).toContain(call(`GET triggers/${id}`).status);
    expect(emulator.calls.at(-1)?.name).toBe(`${home}/triggers/a%b`);
  });

  it("finds projects by ID and number, and reveals nothing about others", () => {
    expect(call("GET /v1/projects/481516234200/locations/us-central1/triggers/orders").body).toMatchObject({
      name: `${home}/triggers/orders`,
    });
    const response = call("GET /v1/projects/other/locations/us-central1/triggers/orders");
    expect(response).toMatchObject(rejection(403, "PERMISSION_DENIED", expect.stringContaining("eventarc.triggers.get")));
    expect(reasonOf(response)).toBe("IAM_PERMISSION_DENIED");
    emulator.projects.set("demo-project", { number: "1", disabled: true });
    expect(reasonOf(call("GET triggers"))).toBe("SERVICE_DISABLED");
  });

  it("validates locations; - is for lists only", () => {
    expect(call("GET /v1/projects/demo-project/locations/mars/triggers")).toMatchObject(rejection(403, "PERMISSION_DENIED"));
    expect(call("GET /v1/projects/demo-project/locations/-/triggers").body["triggers"]).toHaveLength(1);
    expect(call("GET /v1/projects/demo-project/locations/-/triggers/orders").status).toBe(403);
  });
});

describe("tokens", () => {
  const by = (authorization: string | undefined): ReturnType<typeof call> => call("GET triggers/orders", undefined, { authorization });

  it("are required", () => {
    const response = by(undefined);
    expect(response).toMatchObject(rejection(401, "UNAUTHENTICATED"));
    expect(reasonOf(response)).toBe("CREDENTIALS_MISSING");
    expect(response.headers["www-authenticate"]).toBe('Bearer realm="https://accounts.google.com/"');
  });

  it.each(["Bearer other", "Bearer", "test", "Basic test", "Bearer  test", "bearer test"])("rejects %j", (authorization) => {
    const response = by(authorization);
    expect(response).toMatchObject(rejection(401, "UNAUTHENTICATED"));
    expect(response.headers["www-authenticate"]).toContain('error="invalid_token"');
    expect(reasonOf(response)).toBe("ACCESS_TOKEN_TYPE_UNSUPPORTED");
  });

  it("are rejected when expired or revoked", () => {
    const token = emulator.tokens.issue({ name: "a@example.com", kind: "user" }, [CLOUD_PLATFORM], 60);
    time += 59_999;
    expect(by(`Bearer ${token}`).status).toBe(200);
    time += 1;
    expect(reasonOf(by(`Bearer ${token}`))).toBe("ACCESS_TOKEN_EXPIRED");
    emulator.tokens.revoke("owner@example.com");
    expect(reasonOf(by("Bearer test"))).toBe("ACCESS_TOKEN_EXPIRED");
  });

  it("are rejected for other scopes", () => {
    const token = emulator.tokens.issue({ name: "a@example.com", kind: "user" }, ["https://www.googleapis.com/auth/pubsub"]);
    const response = by(`Bearer ${token}`);
    expect(response).toMatchObject(rejection(403, "PERMISSION_DENIED", "Request had insufficient authentication scopes."));
    expect(reasonOf(response)).toBe("ACCESS_TOKEN_SCOPE_INSUFFICIENT");
    expect(response.body).toMatchObject({
      error: {
        details: [
          {
            domain: "googleapis.com",
            metadata: { service: "eventarc.googleapis.com", method: "google.cloud.eventarc.v1.Eventarc.GetTrigger" },
          },
          { "@type": "type.googleapis.com/google.rpc.RequestInfo" },
        ],
      },
    });
  });

  it("can require a quota project of users, and only one that the caller may use", () => {
    const token = emulator.tokens.issue({ name: "a@example.com", kind: "user" }, [CLOUD_PLATFORM]);
    const as = (project?: string): ReturnType<typeof call> =>
      call("GET triggers/orders", undefined, { authorization: `Bearer ${token}`, "x-goog-user-project": project });
    expect(as().status).toBe(200);
    emulator.wantsQuotaProject = true;
    expect(reasonOf(as())).toBe("SERVICE_DISABLED");
    expect(call("GET triggers/orders").status).toBe(200);
    expect(as("demo-project").status).toBe(200);
    expect(reasonOf(as("other"))).toBe("USER_PROJECT_DENIED");
  });
});

describe("query", () => {
  it.each([
    "GET triggers/orders?view=FULL",
    "GET triggers?page_sizes=1",
    "GET channels?filter=a",
    "GET channelConnections?orderBy=name",
    "POST channelConnections?channelConnectionId=a&validateOnly=true",
    "DELETE channels/c?allowMissing=true",
    "DELETE channelConnections/c?validateOnly=true",
    "PATCH channels/c?allowMissing=true",
    "GET triggers?toString=1",
  ])("%s has a name that is unknown to the method", (line) => {
    const response = call(line, line.startsWith("P") ? {} : undefined);
    expect(response).toMatchObject(rejection(400, "INVALID_ARGUMENT", expect.stringContaining("Cannot bind query parameter")));
  });

  it("accepts both spellings, and each once", () => {
    expect(call("GET triggers?page_size=1&alt=json&prettyPrint=false").status).toBe(200);
    expect(call("GET triggers?pageSize=1&page_size=1").status).toBe(400);
    expect(fieldsOf(call("GET triggers?pageSize=many"))).toEqual(["page_size"]);
    expect(fieldsOf(call("DELETE triggers/orders?allowMissing=yes"))).toEqual(["allow_missing"]);
    for (const alt of ["alt", "$alt", "%24alt"]) expect(call(`GET triggers?${alt}=json%3Benum-encoding%3Dint`).status).toBe(200);
    for (const query of ["alt=xml", "$alt=proto", "access_token=test", "fields=name"])
      expect(call(`GET triggers?${query}`).status).toBe(400);
  });
});

describe("body", () => {
  const create = (body: unknown, headers = {}): ReturnType<typeof call> => call("POST triggers?triggerId=other", body, headers);

  it("names every unknown member and every wrong type, in the service's spelling", () => {
    const response = create({
      ...exampleTrigger,
      colour: 1,
      destination: { cloudRun: { service: 5, zone: "a" } },
      event_filters: [{ attribute: "type", values: [] }],
      labels: { team: 1 },
    });
    expect(response).toMatchObject(
      rejection(400, "INVALID_ARGUMENT", expect.stringContaining(`Unknown name "colour" at 'trigger': Cannot find field.`)),
    );
    expect(fieldsOf(response)).toEqual([
      "trigger.destination.cloud_run.service",
      "trigger.destination.cloud_run",
      "trigger.labels[0].value",
      "trigger",
      "trigger.event_filters[0]",
    ]);
  });

  it.each(["{", "[]", "5", '"text"', "null"])("rejects %s", (body) => {
    expect(create(body)).toMatchObject(rejection(400, "INVALID_ARGUMENT"));
  });

  it("requires JSON, in UTF-8", () => {
    expect(create(exampleTrigger, { "content-type": undefined }).status).toBe(400);
    expect(create(exampleTrigger, { "content-type": "text/plain" }).status).toBe(400);
    expect(emulator.handle({ ...request(`POST /v1/${home}/triggers?triggerId=b`, exampleTrigger), malformedBody: true }).status).toBe(400);
    expect(create(exampleTrigger, { "content-type": "Application/JSON; charset=utf-8" }).status).toBe(200);
  });

  it("is empty with GET, and absent or empty with DELETE", () => {
    expect(call("GET triggers/orders", {}).status).toBe(400);
    expect(call("DELETE triggers/orders", { name: "a" }).status).toBe(400);
    expect(call("DELETE triggers/orders", {}).status).toBe(200);
  });
});

it.each([
  ["GET triggers", "triggers.list"],
  ["GET triggers/orders", "triggers.get"],
  ["POST triggers?triggerId=a", "triggers.create"],
  ["PATCH triggers/orders", "triggers.update"],
  ["DELETE triggers/orders", "triggers.delete"],
  ["GET triggers/orders:getIamPolicy", "triggers.getIamPolicy"],
  ["POST triggers/orders:setIamPolicy", "triggers.setIamPolicy"],
  ["GET channels/c", "channels.get"],
  ["GET channelConnections/c", "channelConnections.get"],
  ["GET operations/o", "operations.get"],
])("%s needs eventarc.%s", (line, permission) => {
  emulator.denied.add(`eventarc.${permission}`);
  const response = call(line, /^P/.test(line) ? {} : undefined);
  expect(response).toMatchObject(rejection(403, "PERMISSION_DENIED", expect.stringContaining(`'eventarc.${permission}'`)));
});

it("records every call of a known method", () => {
  call("GET triggers/other", undefined, { "x-goog-user-project": "demo-project" });
  call("GET triggers?pageSize=5", undefined, { authorization: undefined });
  call("PATCH triggers/orders?updateMask=labels", { labels: { a: "b" } });
  expect(emulator.calls).toEqual([
    {
      rpc: "GetTrigger",
      name: `${home}/triggers/other`,
      query: {},
      body: {},
      principal: "owner@example.com",
      userProject: "demo-project",
      status: "NOT_FOUND",
    },
    { rpc: "ListTriggers", name: `${home}/triggers`, query: {}, body: {}, principal: "", status: "UNAUTHENTICATED" },
    {
      rpc: "UpdateTrigger",
      name: `${home}/triggers/orders`,
      query: { updateMask: "labels" },
      body: { labels: { a: "b" } },
      principal: "owner@example.com",
      status: "OK",
    },
  ]);
});

it("returns the same in every run", () => {
  const run = (): string =>
    JSON.stringify(callerOf(createEventEmulator({ now: () => new Date(time) }))("POST triggers?triggerId=orders", exampleTrigger));
  expect(run()).toBe(run());
});
