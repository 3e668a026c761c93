/** What the parts of this emulator share: how the service rejects, and how a response is framed. See docs/modules/datapipeline.md#requests and docs/modules/datapipeline.md#errors. */
import type { EmulatorReply, Json } from "../exchange";

/** A rejection: a status, and a body of code and message. */
export class PipelineFailure extends Error {
  constructor(
    readonly status: number,
    /** For example `NotFound_Group`. */
    readonly code: string,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.name = "PipelineFailure";
  }
}

/** A parameter that the service does not take. */
export const invalid = (message: string): PipelineFailure => new PipelineFailure(400, "InvalidInput", message);

/** There is no such record. */
export const missing = (kind: string, id: string): PipelineFailure =>
  new PipelineFailure(404, `NotFound_${kind}`, `${kind} with id '${id}' does not exist.`);

/** A body as the service writes it; `data` only where there is any. */
export const framed = (status: number, body: { code: string; message?: string; data?: Json }): EmulatorReply => ({
  status,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});
