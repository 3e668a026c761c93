// The servers that this process speaks with: calls with equal connections share one. The only place of the module that reads files.
import { readFileSync } from "node:fs";
import type { ModuleContext } from "../../../core/contract";
import type { Send } from "../../../http/message";
import { connectionOf, type Block } from "../connection";
import { Server } from "./index";

/** Finds the server that a call with this block speaks to. Fails as `connectionOf` does. */
export type Servers = (call: readonly Block[] | undefined) => Server;

/** The servers of one configuration of the provider. */
export function createServers(host: ModuleContext<Send>): Servers {
  const known = new Map<string, Server>();
  return (call) => {
    const connection = connectionOf({ call, settings: host.settings.searchServers, env: host.env }, (path) => readFileSync(path, "utf8"));
    const key = JSON.stringify([connection.endpoints, connection.headers, connection.tls]);
    const server = known.get(key) ?? new Server({ connection, send: host.send, version: host.version });
    known.set(key, server);
    return server;
  };
}
