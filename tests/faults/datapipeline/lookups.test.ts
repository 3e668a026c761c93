// Each function of module datapipeline, with each of its requests failing in every way: it fails with a remedy, or returns the complete result; messages
// never contain the key.
import type { HttpResponse } from "../../../provider/contract/http";
import { TransportError, type Phase } from "../../../provider/http/transport-error";
import { env, failure, line, errorResponse, reply, type Line, type StubResult } from "../../provider/modules/datapipeline/support";
import { pipelineSamples } from "../../samples/datapipeline";
import type { JsonObject } from "../../emulators/exchange";

type Sample = (typeof pipelineSamples)[number];

const key = Buffer.from(`${env.FIVETRAN_APIKEY}:${env.FIVETRAN_APISECRET}`).toString("base64");
const secrets = [env.FIVETRAN_APISECRET, key];
const echoed = `not with Basic ${key} and ${env.FIVETRAN_APISECRET}`;
const lost = (phase: Phase, code: string): TransportError => new TransportError(phase, code, `GET /v1: the connection was lost (${code}).`);

/** The responses of a sample, but for request `n` (0, 1, ...), which goes wrong at its first `times` attempts. */
function withFault({ exchanges }: Sample, n: number, outcome: StubResult, times = Infinity): Line {
  const target = `http://pipeline.test/v1${exchanges[n]!.request}`;
  let left = times;
  return line(({ url }) => {
    if (url === target && left-- > 0) return outcome;
    const found: { response: JsonObject } | undefined = exchanges.find(({ request }) => url === `http://pipeline.test/v1${request}`);
    return found ? reply(200, JSON.stringify(found.response)) : new Error(`not in the sample: ${url}`);
  });
}

const rejections: [title: string, made: HttpResponse, words: RegExp][] = [
  ["401", errorResponse(401, "AuthFailed", echoed), /HTTP 401, AuthFailed: /],
  ["404", errorResponse(404, "NotFound_Thing", echoed), /HTTP 404, NotFound_Thing: not with/],
  ["409 without JSON", reply(409, `<html>${echoed}</html>`, { "content-type": "text/html" }), /HTTP 409/],
  ["200 with HTML", reply(200, `<html>${echoed}</html>`), /apiUrl/],
  ["200 with half of the JSON", reply(200, '{"code":"Success","data":{"items":['), /apiUrl/],
];

const passing: [title: string, made: StubResult, words: RegExp][] = [
  ["429", errorResponse(429, "TooMany", echoed), /HTTP 429/],
  ["503", reply(503, echoed), /HTTP 503/],
  ["a connection that breaks", lost("sent", "ECONNRESET"), /ECONNRESET/],
];

const requests = pipelineSamples.flatMap((sample) => sample.exchanges.map((_exchange, n) => [sample, n] as const));
const name = ({ name: own, exchanges }: Sample, n: number): string => `${own} at ${exchanges[n]!.request}`;

/** What is wrong with a lookup that must fail with such words. */
async function unhelpful(sample: Sample, n: number, stub: Line, expectedMessage: RegExp): Promise<string[]> {
  const error = await failure(stub.lookUp(sample.name, { ...sample.inputs }));
  const { message } = error;
  const path = sample.exchanges[n]!.request.replace(/\?.*/, "");
  const all = [message, ...stub.lines].join("\n");
  const wrong = [
    // The error of the transport begins with method and address; the engine names the function.
    error instanceof TransportError || message.startsWith(`${sample.name}: GET http://pipeline.test/v1${path}: `)
      ? ""
      : "does not begin with function, method and address",
    expectedMessage.test(message) ? "" : `has not the words ${expectedMessage.source}`,
    secrets.some((secret) => all.includes(secret)) ? "shows the key" : "",
  ];
  return wrong.filter((each) => each !== "").map((each) => `${name(sample, n)}: ${each}: ${message}`);
}

test.each([...rejections.map((row) => [...row, 1] as const), ...passing.map((row) => [...row, 4] as const)])(
  "%s in every response ends the lookup",
  async (_title, outcome, expectedMessage, attempts) => {
    for (const [sample, n] of requests) {
      const one = withFault(sample, n, outcome);
      expect(await unhelpful(sample, n, one, expectedMessage)).toEqual([]);
      expect([name(sample, n), one.sent.length]).toEqual([name(sample, n), n + attempts]);
    }
  },
);

test.each(passing)("%s once makes no difference", async (_title, outcome) => {
  for (const [sample, n] of requests) {
    const one = withFault(sample, n, outcome, 1);
    expect(await one.lookUp(sample.name, { ...sample.inputs })).toMatchObject(sample.found);
    expect([name(sample, n), one.sent.length]).toEqual([name(sample, n), sample.exchanges.length + 1]);
  }
});
