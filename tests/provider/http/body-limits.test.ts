// Limits of responses by purpose: bytes on the wire and decompressed, ratio, values, depth. See docs/protocol.md#limits-of-responses.
import type { ServerResponse } from "node:http";
import { createGzip, gzipSync, constants } from "node:zlib";
import type { Expected } from "../../../provider/contract/http";
import { bodyLimits, type BodyLimits } from "../../../provider/http/body-limits";
import { httpServer } from "../../support/servers";
import { failure, transports } from "./requests";

const open = transports();

const limits: BodyLimits = {
  object: { bytes: 3000, values: 100 },
  list: { bytes: 6000, values: 200 },
  shared: { bytes: 4000, values: 150 },
  error: 1000,
};
const purposes = ["object", "list", "shared"] as const;
const subjects = { object: "one object", list: "a page of a list", shared: "a shared read" };

/** How a server sends a body. All but the first leave the response open, so that a limit which is applied at its end is never applied. */
const ways: Readonly<Record<string, (response: ServerResponse, body: string) => void>> = {
  announced: (response, body) => response.setHeader("content-length", Buffer.byteLength(body)).end(body),
  "in parts": (response, body) => void response.write(body),
  "byte by byte": (response, body) => {
    for (const byte of Buffer.from(body)) response.write(Buffer.from([byte]));
  },
  compressed: (response, body) => {
    const zip = createGzip();
    zip.pipe(response.setHeader("content-encoding", "gzip"));
    zip.write(body);
    zip.flush(constants.Z_SYNC_FLUSH);
  },
};

/** Bodies of a form that exceed a limit, and why they are rejected. */
const hostile: Readonly<Record<string, { body: (limit: { bytes: number; values: number }) => string; reason: RegExp }>> = {
  "too long": { body: ({ bytes }) => `"${"x".repeat(bytes)}"`, reason: /exceeds \d+ bytes, the limit/ },
  "empty objects": { body: ({ values }) => `[${"{},".repeat(values / 2)}{}]`, reason: /has more than \d+ values/ },
  "long numbers": { body: ({ values }) => `[${"12345678901234567,".repeat(values)}1]`, reason: /has more than \d+ values/ },
  "members of one name": { body: ({ values }) => `{${'"a":1,'.repeat(values)}"a":1}`, reason: /has more than \d+ values/ },
  "lists in lists": { body: ({ values }) => `${"[".repeat(values + 1)}${"]".repeat(values + 1)}`, reason: /has more than \d+ values/ },
};

/** A list of objects with ten members each; values that resemble names count as values. */
const rowsOf = (count: number, nameOf: (n: number) => number) => {
  const members = Array.from({ length: count }, (_, n) => `"name \\" ${nameOf(n)}" : 1`);
  return `["a","b:c",{${members.map((member, n) => (n % 10 === 9 ? `${member}},{` : `${member},`)).join("")}"name \\" 0":":"}]`.replaceAll(
    ",}",
    "}",
  );
};

const failureOf = (origin: string, expects: Expected, own = limits) => failure(open({ limits: own })(`${origin}/a`, { expects }));

describe.each(purposes)("the response for %s", (expects) => {
  const limit = limits[expects];
  const cases = Object.keys(hostile).flatMap((form) => Object.keys(ways).map((way) => [form, way] as const));

  test.each(cases)("of the form %s, %s, is rejected while it arrives", async (form, way) => {
    const { body, reason } = hostile[form]!;
    const origin = await httpServer((_, response) => ways[way]!(response, body(limit)));
    const error = await failureOf(origin, expects);
    expect(error).toMatchObject({ phase: "body", systemCode: "ERR_BODY_LIMIT", isPermanent: true });
    expect(error.message).toMatch(new RegExp(`^GET ${origin}/a: HTTP 200: the response ${reason.source}`));
    expect(error.message).toContain(`the limit of ${subjects[expects]}`);
    expect(error.message).toMatch(/; check the URL of the service and the proxies before it[,;] .* \(ERR_BODY_LIMIT\)\.$/);
  });

  test.each([
    ["as many bytes", "x".repeat(limit.bytes)],
    ["as many values", `[${"1,".repeat(limit.values - 1)}1]`],
    ["punctuation in texts", JSON.stringify(`\\"${"{},[".repeat(limit.values)}`)],
  ])("with %s as the limit is accepted", async (_, body) => {
    for (const way of [{}, { "content-encoding": "gzip" }] as const) {
      const origin = await httpServer((__, response) =>
        response.writeHead(200, way).end("content-encoding" in way ? gzipSync(body) : body),
      );
      const reply = await open({ limits })(origin, { expects });
      expect([reply.body, reply.headers["content-encoding"]]).toEqual([body, undefined]);
    }
  });

  test.each([
    ["a ratio of 1000", () => " ".repeat(2 << 20), "is compressed more than 200 times"],
    ["1001 levels", () => "[".repeat(1001), "is JSON nested more than 1000 levels deep"],
    ["50,001 names", () => rowsOf(50_001, (n) => n), "has members of more than 50000 different names"],
  ])("with %s is rejected", async (_, body, reason) => {
    const origin = await httpServer((__, response) => ways["compressed"]!(response, body()));
    expect((await failureOf(origin, expects, bodyLimits)).message).toContain(`HTTP 200: the response ${reason}; check`);
  });
});

test.each(["in parts", "compressed"])("of members with 50,000 names, some of them repeated, sent %s, is accepted", async (way) => {
  const body = rowsOf(90_000, (n) => n % 50_000);
  const origin = await httpServer((_, response) => {
    if (way === "in parts") response.end(body);
    else response.setHeader("content-encoding", "gzip").end(gzipSync(body));
  });
  expect((await open()(origin, { expects: "object" })).body).toBe(body);
});

test.each(Object.keys(ways))("of a long error page, %s, the beginning is used, and the rest is not read", async (way) => {
  const body = "{".repeat(500) + "é".repeat(1000);
  const origin = await httpServer((_, response) => {
    response.statusCode = 502;
    ways[way]!(response, body);
  });
  expect(await open({ limits })(origin, { expects: "object" })).toMatchObject({ status: 502, body: body.slice(0, 750) });
});
