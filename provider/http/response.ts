// Reads one answer whole or fails: a body that ends early, is too large or does not unpack is never taken for an answer.
import type { IncomingMessage } from "node:http";
import type { HttpResponse } from "../core/http-types";
import { headersOf, requestId } from "./headers";
import { failed, transportError, type Subject } from "./failures";
import type { TransportError } from "./transport-error";

/** Reads the body and unpacks it; `limit` in bytes counts packed and unpacked. Fails with a TransportError of phase `body`. */
export async function readAnswer(answer: IncomingMessage, limit: number, subject: Subject): Promise<HttpResponse> {
  const headers = headersOf(answer);
  const about = {
    ...subject,
    shown: `${subject.shown}: HTTP ${answer.statusCode}${requestId(headers) ? ` (request id ${requestId(headers)})` : ""}`,
  };
  const packed = await collect(answer, limit, about);
  const body = await unpacked(packed, headers["content-encoding"], limit, about);
  delete headers["content-encoding"];
  return { status: answer.statusCode ?? 0, headers, body };
}

function collect(answer: IncomingMessage, limit: number, subject: Subject): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const cut = (error?: unknown): void =>
      reject(transportError(subject, "body", error ?? Object.assign(new Error("aborted"), { code: "ECONNRESET" })));
    if (Number(answer.headers["content-length"]) > limit) return reject(tooLarge(limit, subject));
    answer.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) return reject(tooLarge(limit, subject));
      chunks.push(chunk);
    });
    answer.once("end", () => (answer.complete ? resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size)) : cut()));
    answer.once("error", cut).once("close", () => cut());
  });
}

async function unpacked(body: Buffer, encoding: string | undefined, limit: number, subject: Subject): Promise<Buffer> {
  if (!encoding || encoding === "identity" || body.length === 0) return body;
  if (!/^(x-)?gzip$/i.test(encoding)) {
    const name = /^[\w.-]{1,30}$/.test(encoding) ? encoding : "an unknown encoding";
    const sentence = `the response is encoded as ${name}, which was not requested`;
    throw failed(subject, "body", { code: "ERR_CONTENT_ENCODING", sentence });
  }
  const { gunzip } = await import("node:zlib");
  return new Promise((resolve, reject) => {
    gunzip(body, { maxOutputLength: limit }, (error, whole) => {
      if (!error) return resolve(whole);
      const { code = "Z_DATA_ERROR" } = error as NodeJS.ErrnoException;
      if (code === "ERR_BUFFER_TOO_LARGE") return reject(tooLarge(limit, subject));
      reject(failed(subject, "body", { code, sentence: "the compressed answer is damaged or ends too early" }));
    });
  });
}

function tooLarge(limit: number, subject: Subject): TransportError {
  const shown = limit >= 1 << 20 ? `${Math.round(limit / (1 << 20))} MiB` : `${limit} bytes`;
  return failed(subject, "body", {
    code: "ERR_BODY_LIMIT",
    sentence: `the response exceeds the limit of ${shown}`,
    permanent: true,
  });
}
