/** `Accept` and `Content-Type`: what the server takes, what it rejects, and the type of its responses. */
import type { EmulatorReply, EmulatorRequest } from "../exchange";
import { illegal, reply, SearchFailure } from "./errors";

const BODIES = new Set([
  "application/json",
  "application/x-ndjson",
  "application/vnd.elasticsearch+json",
  "application/vnd.elasticsearch+x-ndjson",
]);

interface MediaType {
  type: string;
  version?: number;
}

/** The server keeps the names of the headers in a set without order; here it is always this one. */
const BOTH = "Accept, Content-Type";

const wrongHeader = (headers: string, type: string, reason: string) =>
  new SearchFailure(400, {
    type: "media_type_header_exception",
    reason: `Invalid media-type value on headers [${headers}]`,
    causedBy: { type, reason },
  });

/** The first of the types in a header; lists are taken as "anything". Undefined when the header is missing. */
const read = (name: string, header: string | undefined): MediaType | undefined => {
  if (header === undefined) return undefined;
  if (header.trim() === "") throw wrongHeader(name, "illegal_argument_exception", `Header [${name}] cannot be empty.`);
  if (header.includes(",")) return { type: "*/*" };
  const [type = "", ...parameters] = header.split(";").map((part) => part.trim().toLowerCase());
  if (!/^[^/\s]+\/[^/\s]+$/.test(type)) throw wrongHeader(name, "illegal_argument_exception", `invalid media-type [${header}]`);
  const compatible = parameters.find((parameter) => parameter.startsWith("compatible-with="))?.slice(16);
  return { type, version: type.includes("vnd.elasticsearch") && compatible !== undefined ? Number(compatible) : undefined };
};

const major = (version: string) => Number(version.split(".")[0]);

const checkVersions = (accept: MediaType | undefined, content: MediaType | undefined, request: EmulatorRequest, version: string) => {
  const now = major(version);
  const { accept: shownAccept = "null", "content-type": shownContent = "null" } = request.headers;
  const rejectWith = (reason: string) => wrongHeader(BOTH, "status_exception", reason);
  for (const [name, requested, shown] of [
    ["Accept", accept?.version, shownAccept] as const,
    ["Content-Type", content?.version, shownContent] as const,
  ]) {
    if (requested === undefined || requested === now || requested === now - 1) continue;
    throw rejectWith(`${name} version must be either version ${now} or ${now - 1}, but found ${requested}. ${name}=${shown}`);
  }
  if (!content || request.body === "" || content.version === accept?.version) return;
  throw rejectWith(
    `A compatible version is required on both Content-Type and Accept headers if either one has requested a compatible version. Accept=${shownAccept}, Content-Type=${shownContent}`,
  );
};

/** Rejects headers that are malformed or request a version that this server does not support. Throws the server's 400. */
export const checkHeaders = (request: EmulatorRequest, version: string): void => {
  const accept = read("Accept", request.headers.accept);
  const content = read("Content-Type", request.headers["content-type"]);
  checkVersions(accept, content, request, version);
  if (/yaml|cbor|smile/.test(accept?.type ?? "")) {
    throw illegal("the emulator answers in JSON only");
  }
};

/** The rejection of a body of another type, or nothing. */
export const bodyRejection = ({ body, headers }: EmulatorRequest): EmulatorReply | undefined => {
  const header = headers["content-type"];
  if (body === "" || BODIES.has(read("Content-Type", header)?.type ?? "")) return undefined;
  return reply(406, { error: `Content-Type header [${header ?? ""}] is not supported`, status: 406 });
};

/** The type of the response: versioned when that was requested. */
export const responseType = (accept: string | undefined): string =>
  accept !== undefined && !accept.includes(",") && /^application\/(vnd\.elasticsearch\+)?json/i.test(accept)
    ? accept.replace(/\s+/g, "")
    : "application/json";
