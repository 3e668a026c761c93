/** Failures of single requests, as services, gateways and networks cause them. */
import fc from "fast-check";
import type { HttpRequest, HttpResponse } from "../../provider/contract/http";
import { TransportError } from "../../provider/http/transport-error";
import { isWrite } from "../support/in-process";
import { sleep } from "../support/virtual-time";
import type { Draw } from "./changes";
import type { Fixture, Intercept } from "./fixture";
import { quoted, rejection } from "./random-remote";

/** What becomes of a request; `respond` lets the service carry it out. */
export type Failure = (request: HttpRequest, respond: () => HttpResponse, fixture: Fixture) => HttpResponse | Promise<HttpResponse>;

const response = (status: number, body: string, type = "application/json"): HttpResponse => ({
  status,
  headers: { "content-type": type },
  body,
});

/** The ways in which a request fails. Those that quote repeat all that was sent. */
export const failures: Readonly<Record<string, Failure>> = {
  "is not sent": () => {
    throw new TransportError("connect", "ECONNREFUSED", "connection refused");
  },
  "loses its response": (request, respond) => {
    respond();
    throw new TransportError("body", "ECONNRESET", "connection lost", { ambiguous: isWrite(request) });
  },
  "is rejected by a page that quotes it": (request) => response(403, `<html>${quoted(request)}</html>`, "text/html"),
  "is not carried out, and a gateway fails": () => response(502, "<html>bad gateway</html>", "text/html"),
  "is carried out, and a gateway fails": (request, respond) => {
    respond();
    return response(502, `<html>bad gateway: ${quoted(request)}</html>`, "text/html");
  },
  "is rejected in the vendor's words": (request, _respond, { module }) =>
    response(module === "cloud" ? 200 : 400, JSON.stringify(rejection(module, quoted(request)))),
  "has a response that is cut": (_request, respond) => {
    const whole = respond();
    return { ...whole, body: whole.body.slice(0, whole.body.length >> 1) };
  },
};

const noResponse = (): Promise<HttpResponse> => new Promise(() => undefined);

/** The ways in which an operation ends while one of its requests has no response. */
const interruptions: Readonly<Record<string, Failure>> = {
  "gets no response": noResponse,
  "is carried out and gets no response": (_request, respond) => {
    respond();
    return noResponse();
  },
  "is carried out after the time limit": async (_request, respond) => {
    await sleep(100_000);
    return respond();
  },
  "is carried out after the operation is cancelled": async (_request, respond, fixture) => {
    fixture.cancel();
    await sleep(1000);
    return respond();
  },
  "is carried out, then the operation is cancelled": (_request, respond, fixture) => {
    respond();
    fixture.cancel();
    return noResponse();
  },
};

/** All ways. */
export const ways: Readonly<Record<string, Failure>> = { ...failures, ...interruptions };

/** Draws a way, without a bias to the ends of the table, so that each occurs often enough. */
export const drawWay = (draw: Draw): [string, Failure] => draw(() => fc.noBias(fc.constantFrom(...Object.entries(ways))));

/** Lets the request of this number fail, and all later ones if `isLasting`. */
export function failAt(fixture: Fixture, position: number, failure: Failure, isLasting: boolean): Intercept {
  let count = 0;
  return (request, respond) => {
    count += 1;
    return count === position || (isLasting && count > position) ? failure(request, respond, fixture) : respond();
  };
}
