/** The built site: its files, a server for them, and the links in its pages. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join, posix, sep } from "node:path";

/** The folder of the built site. */
export const dist = join(__dirname, "..", "..", "site", "dist");

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

/** Returns why links of pages lead nowhere, one line for each link. `read` returns the text of a file of the site, or undefined. */
export function deadLinks(paths: readonly string[], read: (path: string) => string | undefined): string[] {
  const texts = new Map(paths.map((path) => [path, read(path) ?? ""]));
  const ids = new Map(
    [...texts].map(([path, text]) => [path, new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => unescaped(id!)))]),
  );
  const reasonOf = (from: string, link: string): string | undefined => {
    const [path = "", anchor = ""] = link.split("#").map((part) => decodeURIComponent(part));
    const target = path === "" ? from : posix.join(path.startsWith("/") ? "" : posix.dirname(from), path).replace(/^\//, "");
    const file = target === "" || target.endsWith("/") ? `${target}index.html` : target;
    if (!texts.has(file) && read(file) === undefined) return `${from}: ${link}: no such page`;
    return anchor !== "" && texts.has(file) && !ids.get(file)!.has(anchor) ? `${from}: ${link}: no such anchor` : undefined;
  };
  return [...texts].flatMap(([from, text]) => linksOf(text).flatMap((link) => reasonOf(from, link) ?? []));
}

function linksOf(text: string): string[] {
  const found = [...text.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, link]) => unescaped(link!).split("?")[0]!);
  return [...new Set(found)].filter((link) => !/^([a-z]+:|\/\/)/.test(link));
}

const unescaped = (text: string): string => text.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&");
