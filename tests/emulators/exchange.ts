/** What passes between the port, the faults and an emulator: one request, one reply. Contains nothing of a vendor. */

/** JSON as the emulators keep it. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** One request as it arrived. */
export interface EmulatorRequest {
  method: string;
  /** The path as sent, still percent-encoded, without the query. */
  path: string;
  /** The query as sent, without the question mark. */
  query: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** The body as text; empty when there was none. */
  body: string;
  /** True when the bytes of the body were no UTF-8, so that `body` is not what was sent. */
  malformedBody?: true;
}

/** One response. Names of headers are sent as they are spelled here. */
export interface EmulatorReply {
  status: number;
  headers: Record<string, string | string[]>;
  body: string;
}

/** An emulator: state inside, one response for each request. It never touches a socket. */
export type EmulatorHandler = (request: EmulatorRequest) => EmulatorReply | Promise<EmulatorReply>;
