// Selects the proxy of a request by the environment (HTTPS_PROXY, HTTP_PROXY, NO_PROXY; lower-case names take precedence). No I/O.
import type { Environment } from "../core/schema/environment";
import type * as NodeNet from "node:net";
import { ProviderError } from "../core/errors/errors";

type Net = Pick<typeof NodeNet, "isIP" | "BlockList">;

/** An HTTP proxy. */
export interface Proxy {
  secure: boolean;
  host: string;
  port: number;
  /** The value of Proxy-Authorization; secret. */
  authorization?: string;
}

/** Returns the proxy for an http or https URL; undefined for a direct connection. Fails on an invalid variable; the message does not contain its value. */
export function proxyFor(url: URL, env: Environment, net: Net): Proxy | undefined {
  const name = url.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  // A CGI server passes the header "Proxy" of its caller as HTTP_PROXY.
  const upper = name === "HTTP_PROXY" && env.REQUEST_METHOD ? undefined : env[name];
  const lower = name.toLowerCase();
  const value = env[lower] || upper;
  if (!value || isDirect(url, env.no_proxy || env.NO_PROXY || "", net)) return undefined;
  return parseProxy(value.trim(), env[lower] ? lower : name);
}

function parseProxy(value: string, name: string): Proxy {
  const text = value.includes("://") ? value : `http://${value}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url?.hostname)
    throw new ProviderError(
      "invalid_argument",
      `Proxy setup failed: ${name}: invalid URL. Use a URL such as http://proxy.example.com:3128.`,
    );
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new ProviderError(
      "invalid_argument",
      `Proxy setup failed: ${name}: unsupported scheme ${url.protocol.slice(0, -1)}. Use an http or https proxy.`,
    );
  }
  const secure = url.protocol === "https:";
  const user = url.username || url.password ? `${decodeUserInfo(url.username)}:${decodeUserInfo(url.password)}` : undefined;
  return {
    secure,
    host: withoutBrackets(url.hostname),
    port: Number(url.port) || (secure ? 443 : 80),
    authorization: user === undefined ? undefined : `Basic ${Buffer.from(user).toString("base64")}`,
  };
}

function isDirect(url: URL, list: string, net: Net): boolean {
  const host = withoutBrackets(url.hostname).replace(/\.$/, "");
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  const loopback = host === "localhost" || host.endsWith(".localhost") || inNetwork(host, "127.0.0.0/8", net) || host === "::1";
  // The metadata services of cloud machines, which issue credentials for the machine itself.
  const linkLocal = inNetwork(host, "169.254.0.0/16", net) || inNetwork(host, "fe80::/10", net);
  const rules = list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  return loopback || linkLocal || rules.some((rule) => rule === "*" || matches(rule, host, port, net));
}

/** Returns whether a rule of NO_PROXY applies: an address, a network, a host, or a domain with its subdomains; all except networks with an optional port. */
function matches(rule: string, host: string, port: string, net: Net): boolean {
  if (rule.includes("/")) return inNetwork(host, rule, net);
  const { name, port: requiredPort } = splitRule(rule, net);
  if (requiredPort && requiredPort !== port) return false;
  const address = withoutBrackets(name);
  if (net.isIP(address)) return inNetwork(host, `${address}/${net.isIP(address) === 6 ? 128 : 32}`, net);
  const domain = name.replace(/^\*?\./, "").replace(/\.$/, "");
  return domain !== "" && (host === domain || host.endsWith(`.${domain}`));
}

/** Returns name and port of a rule; an IPv6 address without brackets has no port. */
function splitRule(rule: string, net: Net): { name: string; port?: string | undefined } {
  if (net.isIP(withoutBrackets(rule))) return { name: rule };
  const [, name = "", port] = /^(.*?)(?::(\d+))?$/.exec(rule) ?? [];
  return { name, port };
}

function inNetwork(host: string, network: string, net: Net): boolean {
  const [address = "", bits] = network.split("/");
  const kind = net.isIP(withoutBrackets(address));
  const hostKind = net.isIP(host);
  const prefix = Number(bits);
  if (!kind || !hostKind || !Number.isInteger(prefix) || prefix > (kind === 6 ? 128 : 32)) return false;
  const list = new net.BlockList();
  list.addSubnet(withoutBrackets(address), prefix, kind === 6 ? "ipv6" : "ipv4");
  return list.check(host, hostKind === 6 ? "ipv6" : "ipv4");
}

const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, "");

function decodeUserInfo(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
