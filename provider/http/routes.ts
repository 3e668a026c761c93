// The way to each remote: proxy, TLS settings and connections, found once for every origin and TLS identity.
import type { Socket } from "node:net";
import type { Remote } from "./dial";
import { transportError, type Subject } from "./failures";
import type { TlsSettings } from "../core/http-types";
import { createPool, type Pool } from "./pool";
import { proxyFor } from "./proxy";
import { readExtra, tlsIdentity, tlsKey, type TlsIdentity } from "./tls";

/** How one remote is reached, and the connections to it. */
export interface Route {
  pool: Pool;
  remote: Remote;
}

/** All routes of one transport. */
export interface Routes {
  /** Fails when a proxy variable or a TLS setting cannot be used; opens no connection. */
  to(url: URL, tls: TlsSettings | undefined, subject: Subject): Promise<Route>;
  /** Destroys all connections. */
  close(): void;
}

/** What routes depend on. */
export interface RouteOptions {
  env: Readonly<Record<string, string | undefined>>;
  note: (line: string) => void;
  /** Hears of each new connection. */
  opened: (socket: Socket) => void;
}

/** Makes an empty table of routes. */
export function createRoutes({ env, note, opened }: RouteOptions): Routes {
  const routes = new Map<string, Promise<Route>>();
  let extra: Promise<string | undefined> | undefined;

  const identity = async (settings: TlsSettings, subject: Subject): Promise<TlsIdentity> => {
    extra ??= readExtra(env, note);
    return tlsIdentity(settings, await extra, subject);
  };
  const find = async (url: URL, tls: TlsSettings | undefined, subject: Subject): Promise<Route> => {
    const proxy = proxyFor(url, env, await import("node:net"));
    const secure = url.protocol === "https:";
    const remote: Remote = {
      host: url.hostname.replace(/^\[|\]$/g, ""),
      port: Number(url.port) || (secure ? 443 : 80),
      proxy,
      tls: secure ? await identity(tls ?? {}, subject) : undefined,
      proxyTls: proxy?.secure ? await identity({}, subject) : undefined,
    };
    return { remote, pool: createPool(opened) };
  };
  return {
    async to(url, tls, subject) {
      const key = url.protocol === "https:" ? `${url.origin} ${await tlsKey(tls)}` : url.origin;
      const known = routes.get(key) ?? find(url, tls, subject);
      routes.set(key, known);
      return known.catch((error: unknown) => {
        // What failed is not kept: the next request fails by itself, with its own message.
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
