// The transports of this process: requests with equal connections share one. The only file of the module that reads files.
import { readFileSync } from "node:fs";
import { SearchTransport } from ".";
import type { ModuleConfiguration } from "../../../contract/context";
import { createConnection, type ConnectionBlock } from "../connection";

/** Returns the transport for a request with these connection blocks. Fails as {@link createConnection}. */
export type TransportPool = (request: readonly ConnectionBlock[] | undefined) => SearchTransport;

/** Creates the pool for one configuration of the provider. Each block is resolved once. */
export function createTransportPool({ settings, env, send }: ModuleConfiguration): TransportPool {
  const byBlocks = new Map<string, SearchTransport>();
  const byConnection = new Map<string, SearchTransport>();
  const resolve = (call: readonly ConnectionBlock[] | undefined): SearchTransport => {
    const connection = createConnection({ call, settings: settings.searchServers, env }, (path) => readFileSync(path, "utf8"));
    const key = JSON.stringify([connection.endpoints, connection.headers, connection.tls]);
    const transport = byConnection.get(key) ?? new SearchTransport({ connection, send });
    byConnection.set(key, transport);
    return transport;
  };
  return (call) => {
    const key = JSON.stringify(call ?? []);
    const transport = byBlocks.get(key) ?? resolve(call);
    byBlocks.set(key, transport);
    return transport;
  };
}
