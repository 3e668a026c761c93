/** The built site: its pages, and a server for them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join, sep } from "node:path";

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

/** Serves the site on the loopback interface; returns its address and a function that stops it. */
export async function serve(): Promise<{ url: string; stop(): Promise<void> }> {
  const server: Server = createServer(({ url = "/" }, response) => {
    const path = decodeURIComponent(new URL(url, "http://localhost").pathname);
    const file = join(dist, path.endsWith("/") ? `${path}index.html` : path);
    if (!file.startsWith(dist) || !existsSync(file)) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": types[file.split(".").at(-1)!] ?? "application/octet-stream" }).end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
