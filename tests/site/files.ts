/** The built site: its pages, and a server for them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { httpServer } from "../support/servers";

const dist = join(__dirname, "..", "..", "site", "dist");

const types: Record<string, string> = {
  html: "text/html",
  js: "text/javascript",
  css: "text/css",
  svg: "image/svg+xml",
  woff2: "font/woff2",
};

/** Returns the paths of the pages, such as `reference/index.html`. */
export function pages(): string[] {
  const files = readdirSync(dist, { recursive: true, encoding: "utf8" }).map((file) => file.split(sep).join("/"));
  return files.filter((file) => file.endsWith(".html") && file !== "404.html").sort();
}

/** Serves the site until `stopServers`; returns its address. */
export const serve = (): Promise<string> =>
  httpServer(({ url = "/" }, response) => {
    const path = decodeURIComponent(new URL(url, "http://localhost").pathname);
    const file = join(dist, path.endsWith("/") ? `${path}index.html` : path);
    if (!file.startsWith(dist) || !existsSync(file)) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": types[file.split(".").at(-1)!] ?? "application/octet-stream" }).end(readFileSync(file));
  });
