// The credentials of proxies in environment variables. Pure.
import type { Environment } from "../schema/environment";

const variables = ["http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"];

/** Returns the credentials of the proxies that the environment names, in every form in which they are sent; error pages of proxies quote the request. */
export function proxySecrets(env: Environment): string[] {
  return variables.flatMap((name) => credentialsIn(env[name]?.trim() ?? ""));
}

function credentialsIn(proxy: string): string[] {
  const address = proxy.includes("://") ? proxy : `http://${proxy}`;
  if (!URL.canParse(address)) return [];
  const url = new URL(address);
  const user = decodeUserInfo(url.username);
  const secret = decodeUserInfo(url.password);
  if (user === "" && secret === "") return [];
  const sent = Buffer.from(`${user}:${secret}`).toString("base64");
  // A proxy that takes a token gets it as the user name. Escapes and the padding of base64 need no text of their own.
  return [address, sent.replace(/=+$/, ""), secret || user];
}

function decodeUserInfo(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
