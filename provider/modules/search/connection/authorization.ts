// The headers of a connection: authorization by endpoint, and those that the user adds. See docs/modules/search.md#requests. Pure.
import { isBlank } from "../../../core/values/records";
import type { ConnectionBlock } from "./layers";

/** One endpoint of the cluster, and its credentials. */
export interface Endpoint {
  /** Scheme, host, port and path prefix, without a slash at the end. */
  url: string;
  /** The value of the header `Authorization`. */
  authorization?: string;
  /** The kind of credentials, for messages. */
  credentials: string;
}

/** Returns the endpoint without user info, and the authorization of the highest precedence. */
export function endpointOf(text: string, block: ConnectionBlock): Endpoint {
  const { origin, pathname, username, password } = new URL(text);
  const url = `${origin}${pathname}`.replace(/\/+$/, "");
  if (block.bearerToken) return { url, authorization: `Bearer ${block.bearerToken}`, credentials: "a bearer token" };
  if (username !== "" || password !== "") {
    const authorization = basicAuthorization(decodeURIComponent(username), decodeURIComponent(password));
    return { url, authorization, credentials: "user name and password of the endpoint" };
  }
  if (block.apiKey) return { url, authorization: `ApiKey ${block.apiKey}`, credentials: "an API key" };
  if (block.username !== undefined)
    return { url, authorization: basicAuthorization(block.username, block.password ?? ""), credentials: "user name and password" };
  return { url, credentials: "no credentials" };
}

function basicAuthorization(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
}

/** Returns the headers of the block without those that describe the body. */
export function connectionHeaders(block: ConnectionBlock): Record<string, string> {
  const own = Object.entries(block.headers ?? {}).map(([name, value]) => [name.trim().toLowerCase(), value.trim()] as const);
  const allowed = own.filter(([name]) => name !== "content-type" && name !== "content-length");
  if (block.esClientAuthentication) allowed.unshift(["es-client-authentication", `SharedSecret ${block.esClientAuthentication}`]);
  return Object.fromEntries(allowed);
}

/** Returns all credentials in every form in which they are sent. */
export function connectionSecrets(block: ConnectionBlock, keyText: string | undefined): string[] {
  const endpoints = block.endpoints ?? [];
  const passwords = endpoints.map((text) => new URL(text).password).flatMap((password) => [password, decodeURIComponent(password)]);
  const authorizations = endpoints.map((text) => endpointOf(text, block).authorization?.replace(/^\w+ /, ""));
  const headers = Object.values(block.headers ?? {}).map((value) => value.trim());
  const decodedKey = Buffer.from(block.apiKey ?? "", "base64").toString();
  const fields = [
    block.password,
    block.apiKey,
    decodedKey.split(":")[1],
    block.bearerToken,
    block.esClientAuthentication,
    block.keyData,
    keyText,
  ];
  return [...passwords, ...authorizations, ...headers, ...fields].filter((text): text is string => !isBlank(text));
}
