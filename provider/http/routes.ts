// Finds proxy, TLS settings and connection pool of each remote, once for each origin and TLS identity.
import type { Environment } from "../core/schema/environment";
import type { Socket } from "node:net";
import type { Remote } from "./dial";
import { transportError, type ShownRequest } from "./failures";
import type { TlsSettings } from "../contract/http";
import { createPool, type Pool } from "./pool";
import { proxyFor } from "./proxy";
import { readExtraAuthorities, tlsIdentity, tlsKey, type TlsIdentity } from "./tls";

/** A remote and the connections to it. */
export interface Route {
  pool: Pool;
  remote: Remote;
}

/** All routes of one transport. */
export interface Routes {
  /** Returns the route of a URL without opening a connection. Fails on an invalid proxy variable or TLS setting. */
  to(url: URL, tls: TlsSettings | undefined, subject: ShownRequest): Promise<Route>;
  /** Destroys all connections. */
  close(): void;
}

/** Options of {@link createRoutes}. */
interface RouteOptions {
  env: Environment;
  note: (line: string) => void;
  /** Called for each new connection. */
  onOpen: (socket: Socket) => void;
}

/** Creates an empty table of routes. */
export function createRoutes({ env, note, onOpen }: RouteOptions): Routes {
  const routes = new Map<string, Promise<Route>>();
  let extra: Promise<string | undefined> | undefined;

  const identity = async (settings: TlsSettings, subject: ShownRequest): Promise<TlsIdentity> => {
    extra ??= readExtraAuthorities(env, note);
    return tlsIdentity(settings, await extra, subject);
  };
  const createRoute = async (url: URL, tls: TlsSettings | undefined, subject: ShownRequest): Promise<Route> => {
    const proxy = proxyFor(url, env, await import("node:net"));
    const secure = url.protocol === "https:";
    const remote: Remote = {
      host: url.hostname.replace(/^\[|\]$/g, ""),
      port: Number(url.port) || (secure ? 443 : 80),
      proxy,
      tls: secure ? await identity(tls ?? {}, subject) : undefined,
      proxyTls: proxy?.secure ? await identity({}, subject) : undefined,
    };
    return { remote, pool: createPool(onOpen) };
  };
  return {
    async to(url, tls, subject) {
      const key = url.protocol === "https:" ? `${url.origin} ${await tlsKey(tls)}` : url.origin;
      const known = routes.get(key) ?? createRoute(url, tls, subject);
      routes.set(key, known);
      return known.catch((error: unknown) => {
        // A failure is not cached: the next request fails with a message of its own.
        routes.delete(key);
        throw transportError(subject, "tls", error);
      });
    },
    close() {
      for (const route of routes.values()) {
        route.then(
          ({ pool }) => pool.close(),
          () => {},
        );
      }
    },
  };
}
