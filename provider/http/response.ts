// Reads a complete response or fails: a truncated, oversized or undecodable body never counts as a response.
import type { IncomingMessage } from "node:http";
import type { HttpResponse } from "../core/http-types";
import { headersOf, requestId } from "./headers";
import { codeOf, faultError, transportError, type Subject } from "./failures";
import type { TransportError } from "./transport-error";

/** Reads and decompresses the body; `limit` in bytes applies before and after decompression. Fails with a TransportError of phase `body`. */
export async function readResponse(message: IncomingMessage, limit: number, subject: Subject): Promise<HttpResponse> {
  const headers = headersOf(message);
  const detailedSubject = (): Subject => {
    const id = requestId(headers);
    return { ...subject, shown: `${subject.shown}: HTTP ${message.statusCode}${id ? ` (request id ${id})` : ""}` };
  };
  const compressed = await collect(message, limit, detailedSubject);
  const body = await decompress(compressed, headers["content-encoding"], limit, detailedSubject);
  delete headers["content-encoding"];
  return { status: message.statusCode ?? 0, headers, body };
}

function collect(message: IncomingMessage, limit: number, subject: () => Subject): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const rejectTruncated = (error?: unknown): void =>
      reject(transportError(subject(), "body", error ?? Object.assign(new Error("aborted"), { code: "ECONNRESET" })));
    if (Number(message.headers["content-length"]) > limit) return reject(tooLarge(limit, subject()));
    message.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) return reject(tooLarge(limit, subject()));
      chunks.push(chunk);
    });
    message.once("end", () =>
      message.complete ? resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size)) : rejectTruncated(),
    );
    // Every response closes, also after its end.
    message.once("error", rejectTruncated).once("close", () => message.readableEnded || rejectTruncated());
  });
}

async function decompress(body: Buffer, encoding: string | undefined, limit: number, subject: () => Subject): Promise<Buffer> {
  if (!encoding || encoding === "identity" || body.length === 0) return body;
  if (!/^(x-)?gzip$/i.test(encoding)) {
    const name = /^[\w.-]{1,30}$/.test(encoding) ? encoding : "an unknown encoding";
    const sentence = `the response is encoded as ${name}, which was not requested`;
    throw faultError(subject(), "body", { code: "ERR_CONTENT_ENCODING", sentence });
  }
  const { gunzip } = await import("node:zlib");
  return new Promise((resolve, reject) => {
    gunzip(body, { maxOutputLength: limit }, (error, plain) => {
      if (!error) return resolve(plain);
      const code = codeOf(error);
      if (code === "ERR_BUFFER_TOO_LARGE") return reject(tooLarge(limit, subject()));
      reject(faultError(subject(), "body", { code, sentence: "the compressed response is damaged or truncated" }));
    });
  });
}

function tooLarge(limit: number, subject: Subject): TransportError {
  const shown = limit >= 1 << 20 ? `${Math.round(limit / (1 << 20))} MiB` : `${limit} bytes`;
  return faultError(subject, "body", {
    code: "ERR_BODY_LIMIT",
    sentence: `the response exceeds the limit of ${shown}`,
    permanent: true,
  });
}
