/** The vendor's own client over an emulator, for the tests in which it drives one. */
import { Client, type ClientOptions, errors } from "@elastic/elasticsearch";
import { serve, type Served } from "../serve";
import { createSearchEmulator, type SearchEmulator, type SearchEmulatorOptions } from "./index";

const opened: { stop(): Promise<void> }[] = [];

/** Ends all clients and servers of a test. */
export const stopAll = async (): Promise<void> => {
  for (const each of opened.splice(0)) await each.stop();
};

/** A client, and what it talks to. */
interface Bench extends Served {
  client: Client;
  emulator: SearchEmulator;
}

/** An emulator behind a port, and a client for it that sends each request once. */
export const bench = async (options: SearchEmulatorOptions = {}, more: ClientOptions = {}): Promise<Bench> => {
  const emulator = createSearchEmulator(options);
  const served = await serve(emulator.handle);
  const client = new Client({ maxRetries: 0, node: served.url, ...more });
  opened.push({ stop: () => client.close() }, served);
  return { ...served, emulator, client };
};

/** How the server rejects a call, as the client shows it. */
export const rejected = async (call: Promise<unknown>): Promise<object> => {
  const outcome = await call.catch((failure: unknown) => failure);
  if (!(outcome instanceof errors.ResponseError)) throw new Error(`no rejection of the server: ${String(outcome)}`);
  const { error = {} } = outcome.body as { error?: { type?: string; reason?: string } };
  return { status: outcome.statusCode, type: error.type, reason: error.reason };
};
