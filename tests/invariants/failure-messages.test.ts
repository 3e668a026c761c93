/** What a failed request is reported as, in every module: the message names the server, consists of sentences, and says how often the request was sent. */
import type { HttpRequest, HttpResponse } from "../../provider/contract/http";
import { TransportError } from "../../provider/http/transport-error";
import type { Properties } from "../support/structs";
import { decoded, settingsOfAll } from "./fixture";
import { outcomeOf } from "../support/in-process";
import { ProviderProcess } from "../support/provider-process";
import { inVirtualTime } from "../support/virtual-time";

const server = "localhost:9";

const reply = (status: number, body: object | string): HttpResponse => {
  const headers = { "content-type": "application/json", "x-elastic-product": "Elasticsearch" };
  return { status, headers, body: typeof body === "string" ? body : JSON.stringify(body) };
};

/** A function of each module, and how its service rejects the credentials. */
const functions: Readonly<Record<string, { inputs: Properties; rejected: HttpResponse }>> = {
  "quartet:search:getSearchIngestPipeline": {
    inputs: { name: "a" },
    rejected: reply(401, { error: { type: "security_exception", reason: "No." }, status: 401 }),
  },
  "quartet:cloud:getApiGatewayServices": {
    inputs: {},
    rejected: reply(200, { Response: { Error: { Code: "AuthFailure.SignatureFailure", Message: "No." }, RequestId: "r" } }),
  },
  "quartet:datapipeline:getGroups": { inputs: {}, rejected: reply(401, { code: "Unauthorized", message: "No." }) },
  "quartet:eventrouting/v1:getTriggers": {
    inputs: { location: "us-central1" },
    rejected: reply(401, { error: { code: 401, status: "UNAUTHENTICATED", message: "No." } }),
  },
};

/** How a request fails. */
const failures: Readonly<Record<string, (request: HttpRequest, rejected: HttpResponse) => Promise<HttpResponse>>> = {
  "is rejected by the service": async (_request, rejected) => rejected,
  "is rejected by a proxy": async () => reply(401, "<html>"),
  "meets a server that fails": async () => reply(503, "<html>"),
  "meets a server that fails in JSON": async () => reply(503, { error: { code: 503, status: "UNAVAILABLE", message: "No." } }),
  "meets another server": async () => reply(200, "<html>"),
  "loses its response": async ({ url }) => {
    throw new TransportError("body", "ECONNRESET", `GET ${new URL(url).origin}: lost without a period`);
  },
  "gets no response": ({ signal }) =>
    new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true })),
};

/** The modules whose limit of a request ends before that of the verb, whose message names the function. */
const limited = /:(eventrouting|datapipeline)/;

const cases = Object.keys(functions).flatMap((token) => Object.keys(failures).map((failure) => [token, failure] as const));

test.each(cases)("a request of %s that %s", async (token, failure) => {
  const { inputs, rejected } = functions[token]!;
  let attempts = 1;
  const send = (request: HttpRequest) => {
    attempts = Math.max(attempts, request.attempt ?? 1);
    return failures[failure]!(request, rejected);
  };
  const process = await new ProviderProcess({ send, pace: inVirtualTime }).configure(settingsOfAll());
  const error = await outcomeOf(process.invoke(token, decoded(inputs)));
  const message = error instanceof Error ? error.message : "it succeeded";
  const isLimited = failure !== "gets no response" || limited.test(token);
  expect(message).toContain(isLimited ? server : token);
  expect(message).not.toMatch(/[^.!?\n] (Until then )?\d+ attempts? (was|were) made/);
  if (isLimited && attempts > 1) expect(message).toContain(`${attempts} attempts were made`);
  if (failure === "gets no response") expect(message).toMatch(/\b[Cc]heck the (network|connection)/);
});
