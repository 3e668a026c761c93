// Which proxy a request goes through, by the environment (HTTPS_PROXY, HTTP_PROXY, NO_PROXY; the lower-case names win). No I/O.
import type * as NodeNet from "node:net";
import { ProviderError } from "../core/errors";

type Env = Readonly<Record<string, string | undefined>>;
type Net = Pick<typeof NodeNet, "isIP" | "BlockList">;

/** A proxy to go through. */
export interface Proxy {
  secure: boolean;
  host: string;
  port: number;
  /** Value of Proxy-Authorization; secret. */
  authorization?: string;
}

/** The proxy for an http or https URL, or nothing when it is asked directly. Fails naming the variable (never its value) when that cannot be used. */
export function proxyFor(url: URL, env: Env, net: Net): Proxy | undefined {
  const name = url.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  // A CGI server passes the header "Proxy" of its caller as HTTP_PROXY.
  const upper = name === "HTTP_PROXY" && env.REQUEST_METHOD ? undefined : env[name];
  const value = env[name.toLowerCase()] || upper;
  if (!value || isDirect(url, env.no_proxy || env.NO_PROXY || "", net)) return undefined;
  return parseProxy(value.trim(), name);
}

function parseProxy(value: string, name: string): Proxy {
  const text = value.includes("://") ? value : `http://${value}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url?.hostname)
    throw new ProviderError(
      "invalid_argument",
      `The environment variable ${name} holds no URL of a proxy, such as http://proxy.example.com:3128.`,
    );
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new ProviderError(
      "invalid_argument",
      `The environment variable ${name} names a proxy of kind ${url.protocol.slice(0, -1)}; only http and https proxies can be used.`,
    );
  }
  const secure = url.protocol === "https:";
  const user = url.username || url.password ? `${decoded(url.username)}:${decoded(url.password)}` : undefined;
  return {
    secure,
    host: bare(url.hostname),
    port: Number(url.port) || (secure ? 443 : 80),
    authorization: user === undefined ? undefined : `Basic ${Buffer.from(user).toString("base64")}`,
  };
}

function isDirect(url: URL, list: string, net: Net): boolean {
  const host = bare(url.hostname).replace(/\.$/, "");
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  const loopback = host === "localhost" || host.endsWith(".localhost") || inNetwork(host, "127.0.0.0/8", net) || host === "::1";
  const rules = list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  return loopback || rules.some((rule) => rule === "*" || matches(rule, host, port, net));
}

/** A rule is an address, a network, a host, or a domain with all hosts below it; each but the network with a port if wanted. */
function matches(rule: string, host: string, port: string, net: Net): boolean {
  if (rule.includes("/")) return inNetwork(host, rule, net);
  const [, name = "", wanted] = net.isIP(bare(rule)) ? [rule, bare(rule)] : (/^(.*?)(?::(\d+))?$/.exec(rule) ?? []);
  if (wanted && wanted !== port) return false;
  const address = bare(name);
  if (net.isIP(address)) return inNetwork(host, `${address}/${net.isIP(address) === 6 ? 128 : 32}`, net);
  const domain = name.replace(/^\*?\./, "").replace(/\.$/, "");
  return domain !== "" && (host === domain || host.endsWith(`.${domain}`));
}

function inNetwork(host: string, network: string, net: Net): boolean {
  const [address = "", bits] = network.split("/");
  const [kind, hostKind] = [net.isIP(bare(address)), net.isIP(host)];
  const prefix = Number(bits);
  if (!kind || !hostKind || !Number.isInteger(prefix) || prefix > (kind === 6 ? 128 : 32)) return false;
  const list = new net.BlockList();
  list.addSubnet(bare(address), prefix, kind === 6 ? "ipv6" : "ipv4");
  return list.check(host, hostKind === 6 ? "ipv6" : "ipv4");
}

const bare = (host: string): string => host.replace(/^\[|\]$/g, "");

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
