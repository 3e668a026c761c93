/** The vendor's own client over an emulator, for the tests in which it drives one. */
import type { ClientOptions } from "@elastic/elasticsearch";
import { Client, errors } from "@elastic/elasticsearch";
import type { Faults } from "../faults";
import { createFaults } from "../faults";
import type { Served } from "../serve";
import { serve } from "../serve";
import type { SearchEmulator, SearchEmulatorOptions } from "./index";
import { createSearchEmulator } from "./index";

const opened: { stop(): Promise<void> }[] = [];

/** Ends all clients and servers of a test. */
export const stopAll = async (): Promise<void> => {
  for (const each of opened.splice(0)) await each.stop();
};

/** A client, and what it talks to. */
export interface Bench extends Served {
  client: Client;
  emulator: SearchEmulator;
  faults: Faults;
}

/** Creates a client that sends each request once by default. */
export const connect = (options: ClientOptions): Client => {
  const client = new Client({ maxRetries: 0, ...options });
  opened.unshift({ stop: () => client.close() });
  return client;
};

/** An emulator behind a port, and a client for it. */
export const bench = async (options: SearchEmulatorOptions = {}, more: ClientOptions = {}): Promise<Bench> => {
  const emulator = createSearchEmulator(options);
  const faults = createFaults();
  const served = await serve(emulator.handle, { faults });
  opened.push(served);
  return { ...served, emulator, faults, client: connect({ node: served.url, ...more }) };
};

/** How the server rejects a call. Fails when it does not, or when nothing was returned. */
export const failing = async (call: Promise<unknown>): Promise<errors.ResponseError> => {
  const outcome = await call.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  if (!(outcome instanceof errors.ResponseError)) throw new Error(`no response of the server: ${String(outcome)}`);
  return outcome;
};

/** A failing response as the client shows it. */
export const rejected = async (call: Promise<unknown>): Promise<object> => {
  const { statusCode, body } = await failing(call);
  const { error = {} } = body as { error?: { type?: string; reason?: string } };
  return { status: statusCode, type: error.type, reason: error.reason };
};
