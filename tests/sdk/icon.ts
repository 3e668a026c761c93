/** The icon that the generator for .NET downloads from the internet: an HTTPS server of the test serves it, behind a proxy that forwards every connection to it. */
import { readFileSync, writeFileSync } from "node:fs";
import http from "node:http";
import net from "node:net";
import { join } from "node:path";
import { makeAuthority, makeServerCertificate } from "../support/certificates";
import { httpsServer, listening } from "../support/servers";
import { root } from "./toolchain";

const host = "raw.githubusercontent.com";

/** Starts both, writes the certificate of their authority into the folder, and returns the variables with which programs use them. */
export async function serveIcon(folder: string): Promise<Record<string, string>> {
  const authority = await makeAuthority();
  const { cert, key } = await makeServerCertificate(authority, { names: [host] });
  const icon = readFileSync(join(root, "tools", "sdkgen", "logo.png"));
  const origin = await httpsServer({ cert, key }, (_, response) => void response.end(icon));
  const port = Number(new URL(origin).port);
  const proxy = http.createServer().on("connect", (_, socket: net.Socket) => {
    const onward = net.connect(port, "127.0.0.1", () => socket.write("HTTP/1.1 200 OK\r\n\r\n"));
    onward.on("error", () => socket.destroy()).pipe(socket);
    socket.on("error", () => onward.destroy()).pipe(onward);
  });
  const file = join(folder, "authority.pem");
  writeFileSync(file, authority.cert);
  return { HTTPS_PROXY: `http://127.0.0.1:${await listening(proxy)}`, SSL_CERT_FILE: file };
}
