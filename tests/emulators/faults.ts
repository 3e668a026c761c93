/** Switches with which a test makes an emulator misbehave: which requests, how often, and how. */
import type { EmulatorReply, EmulatorRequest } from "./exchange";
import { matches } from "./store";

/** How an exchange ends: a whole response, the first characters of one and then a reset, or no response at all. */
export type Outcome = { reply: EmulatorReply; cutAt?: number } | "hang";

/** One way to go wrong. `respond` runs the emulator: a fault that does not call it leaves the state as it was. */
export type Fault = (respond: () => Promise<EmulatorReply>) => Promise<Outcome>;

/** Which requests a fault applies to. */
export interface FaultRule {
  /** `"PUT /_ingest/pipeline/*"` (method and encoded path without query, `*` for anything), or a question to the request. */
  match: string | ((request: EmulatorRequest) => boolean);
  /** How many requests are affected before the rule is used up; without it every one. */
  times?: number;
  fault: Fault;
}

/** The rules in force. The first one that matches applies. */
export interface Faults {
  add(rule: FaultRule): void;
  clear(): void;
  /** The fault of a request, counted as used; undefined if none applies. */
  pick(request: EmulatorRequest): Fault | undefined;
  /** How many more requests the rules with a limit will affect: 0 once all are used up. */
  pending(): number;
}

const applies = ({ match }: FaultRule, request: EmulatorRequest) =>
  typeof match === "string" ? matches(match, `${request.method} ${request.path}`) : match(request);

/** An empty list of rules. */
export const createFaults = (): Faults => {
  let rules: { rule: FaultRule; left: number }[] = [];
  return {
    add: (rule) => void rules.push({ rule, left: rule.times ?? Infinity }),
    clear: () => void (rules = []),
    pending: () => rules.reduce((sum, { left }) => sum + (left === Infinity ? 0 : left), 0),
    pick: (request) => {
      const hit = rules.find(({ rule, left }) => left > 0 && applies(rule, request));
      if (hit) hit.left -= 1;
      return hit?.rule.fault;
    },
  };
};

const plain = (status: number, type: string, body: string, headers: Record<string, string> = {}): Fault => {
  const reply = { status, headers: { "content-type": type, ...headers }, body };
  return async () => ({ reply });
};

const TITLES: Record<number, string> = { 502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout" };

/** Responds as usual, so many milliseconds later. */
export const latency =
  (milliseconds: number): Fault =>
  async (respond) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    return { reply: await respond() };
  };

/** 429, nothing done; `retryAfter` goes into the header as it is (seconds, or a date). */
export const throttle = (retryAfter?: string): Fault =>
  plain(
    429,
    "application/json",
    JSON.stringify({ error: { root_cause: [], type: "es_rejected_execution_exception", reason: "rejected execution" }, status: 429 }),
    retryAfter === undefined ? {} : { "retry-after": retryAfter },
  );

/** 502, 503 or 504 of a proxy in between, nothing done. */
export const unavailable = (status: 502 | 503 | 504, headers: Record<string, string> = {}): Fault =>
  plain(status, "text/html", `<html><head><title>${status} ${TITLES[status]}</title></head></html>`, headers);

/** Executes the request, announces the whole response, sends half of it and breaks the connection. */
export const halfBody = (): Fault => async (respond) => {
  const reply = await respond();
  return { reply, cutAt: Math.floor(reply.body.length / 2) };
};

/** Executes the request and responds with a text that is no JSON, though announced as such. */
export const garbledBody = (): Fault => async (respond) => {
  const reply = await respond();
  return { reply: { ...reply, body: `${reply.body.slice(0, -1)},,~` } };
};

/** A page in place of a response, as captive portals and log-in pages give it; nothing done. */
export const htmlBody = (status = 200): Fault => plain(status, "text/html", "<!DOCTYPE html><html><body><h1>Welcome</h1></body></html>");

/** Takes the request and never responds; nothing done. */
export const hang = (): Fault => async () => "hang";

/** Takes the request, and responds as usual when the promise is resolved. */
export const respondAfter =
  (opened: Promise<unknown>): Fault =>
  async (respond) => {
    await opened;
    return { reply: await respond() };
  };

/** Responds as usual with a header replaced, or removed when no value is given: the wrong product, for one. */
export const withHeader =
  (name: string, value?: string): Fault =>
  async (respond) => {
    const reply = await respond();
    const kept = Object.entries(reply.headers).filter(([key]) => key.toLowerCase() !== name.toLowerCase());
    return { reply: { ...reply, headers: { ...Object.fromEntries(kept), ...(value === undefined ? {} : { [name]: value }) } } };
  };

/** Responds with what the test gives; nothing is done. */
export const instead =
  (reply: EmulatorReply): Fault =>
  async () => ({ reply });
