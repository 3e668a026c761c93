// Reads a complete response or fails: a truncated, oversized or undecodable body never counts as a response.
import type { IncomingMessage } from "node:http";
import { StringDecoder } from "node:string_decoder";
import type { Gunzip } from "node:zlib";
import type { HttpResponse } from "../contract/http";
import { BodyMeter } from "./body-limits";
import type { Outgoing } from "./exchange";
import { headersOf, requestId } from "./headers";
import { codeOf, faultError, transportError, type ShownRequest } from "./failures";

/** From this length on, the work on a body takes milliseconds. */
const largeBody = 1 << 20;

/** Reads, decompresses and decodes the body within its limit. Fails with a TransportError of phase `body`. */
export async function readResponse(message: IncomingMessage, outgoing: Outgoing): Promise<HttpResponse> {
  const headers = headersOf(message);
  const { statusCode: status = 0 } = message;
  const id = requestId(headers);
  const subject = { ...outgoing.subject, shown: `${outgoing.subject.shown}: HTTP ${status}${id ? ` (request id ${id})` : ""}` };
  const unzip = await unzipFor(message, headers["content-encoding"], subject);
  const { expects, limits } = outgoing;
  const isSuccess = status >= 200 && status < 300;
  const meter = isSuccess ? new BodyMeter(expects, limits[expects]) : undefined;
  const announced = Number(headers["content-length"] ?? 0);
  const body = await readText(message, { subject, unzip, meter, announced, keep: isSuccess ? Infinity : limits.error });
  delete headers["content-encoding"];
  // Parsing follows: other requests are served between the two.
  if (body.length > largeBody) await new Promise((resolve) => setImmediate(resolve));
  return { status, headers, body };
}

/** Returns the decompression of the body; undefined for a body that is not compressed. */
async function unzipFor(message: IncomingMessage, encoding: string | undefined, subject: ShownRequest): Promise<Gunzip | undefined> {
  if (!encoding || encoding === "identity") return undefined;
  if (!/^(x-)?gzip$/i.test(encoding)) {
    const name = /^[\w.-]{1,30}$/.test(encoding) ? encoding : "an unknown encoding";
    const sentence = `the response is encoded as ${name}, which was not requested`;
    throw faultError(subject, "body", { code: "ERR_CONTENT_ENCODING", sentence });
  }
  // The message may fail meanwhile.
  message.on("error", () => {});
  const { createGunzip } = await import("node:zlib");
  return createGunzip({ chunkSize: 1 << 16 });
}

interface Reading {
  subject: ShownRequest;
  unzip: Gunzip | undefined;
  /** Undefined for an error page, of which the beginning is enough. */
  meter: BodyMeter | undefined;
  /** The length in the header. */
  announced: number;
  /** The decoded bytes that are kept. */
  keep: number;
}

/** Reads the text of a body as it arrives; ends the connection of a body that is not read to its end. */
function readText(message: IncomingMessage, { subject, unzip, meter, announced, keep }: Reading): Promise<string> {
  return new Promise((resolve, reject) => {
    const decoder = new StringDecoder("utf8");
    const parts: string[] = [];
    let received = 0;
    let kept = 0;
    const fail = (error: unknown): void => {
      reject(error);
      unzip?.destroy();
      message.destroy();
    };
    const isRefused = (sentence: string | undefined): boolean => {
      if (sentence !== undefined) fail(faultError(subject, "body", { code: "ERR_BODY_LIMIT", sentence, permanent: true }));
      return sentence !== undefined;
    };
    const failTruncated = (error?: unknown): void =>
      fail(transportError(subject, "body", error ?? Object.assign(new Error("aborted"), { code: "ECONNRESET" })));
    const finish = (): void => {
      resolve(parts.join("") + decoder.end());
      unzip?.destroy();
    };
    const onPart = (part: Buffer): void => {
      if (isRefused(meter?.decode(part))) return;
      parts.push(decoder.write(part.subarray(0, keep - kept)));
      kept += part.length;
      if (kept < keep) return;
      finish();
      message.destroy();
    };
    const onEnd = (): void => (message.complete ? finish() : failTruncated());
    if (isRefused(meter?.announce(announced))) return;
    message.on("data", (part: Buffer) => {
      received += part.length;
      if (!isRefused(meter?.receive(part.length)) && !unzip) onPart(part);
    });
    message.once("end", () => (unzip && received > 0 ? undefined : onEnd()));
    // Every response closes, also after its end.
    message.once("error", failTruncated).once("close", () => message.readableEnded || failTruncated());
    if (!unzip) return;
    unzip.on("data", onPart).once("end", onEnd);
    unzip.once("error", (error) => {
      fail(faultError(subject, "body", { code: codeOf(error), sentence: "the compressed response is damaged or truncated" }));
    });
    message.pipe(unzip);
    // It may have failed while the decompression was loaded.
    if (message.destroyed) failTruncated(message.errored);
  });
}
