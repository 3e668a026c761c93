// A network inside the process: sends requests to an emulator as the transport does, without sockets.
import { ProviderError } from "../../../provider/core/errors/errors";
import { onAbort } from "../../../provider/core/concurrency/on-abort";
import { abortedError, faultError, transportError, type ShownRequest } from "../../../provider/http/failures";
import { requestId } from "../../../provider/http/headers";
import type { HttpRequest, HttpResponse, Send } from "../../../provider/contract/http";
import type { EmulatorHandler, EmulatorReply, EmulatorRequest } from "../../emulators/exchange";
import type { Faults, Outcome } from "../../emulators/faults";
import { arriving, isWrite, responseOf } from "../../support/in-process";
import { sleep } from "../../support/virtual-time";

/** An emulator that is reached without sockets. */
export interface Network {
  send: Send;
  /** Every request that arrived, in order. */
  requests: EmulatorRequest[];
  /** How long a request, and how long a response, is on its way, in ms; may be changed at any time. */
  latencyMs: number;
  /** Whether connections are refused now. */
  rejects(request: HttpRequest): boolean;
}

/** Grace of a write in ms after a cancellation, and after a time limit; as in the transport. */
const grace = { cancelled: 20_000, deadline_exceeded: 500 };

/** Connects an emulator. */
export function networkOf(handler: EmulatorHandler, { faults }: { faults: Faults }): Network {
  const requests: EmulatorRequest[] = [];
  /** Whether the next request uses a connection that served before. */
  let isReused = false;

  const exchange = async (request: EmulatorRequest): Promise<Outcome> => {
    if (network.latencyMs > 0) await sleep(network.latencyMs);
    requests.push(request);
    const respond = async (): Promise<EmulatorReply> => handler(request);
    const fault = faults.pick(request);
    const outcome = fault ? await fault(respond) : { reply: await respond() };
    if (network.latencyMs > 0) await sleep(network.latencyMs);
    return outcome;
  };
  const deliver = async (request: EmulatorRequest, subject: ShownRequest): Promise<HttpResponse> => {
    const wasReused = isReused;
    const outcome = await exchange(request);
    if (outcome === "hang") return new Promise(() => undefined);
    isReused = outcome !== "reset" && outcome.cutAt === undefined;
    // The transport repeats a read once whose kept connection turns out to be closed.
    if (outcome === "reset" && wasReused && !subject.write) return deliver(request, subject);
    if (outcome === "reset") throw transportError(subject, "sent", reset());
    return received(outcome, subject);
  };
  const network: Network = {
    requests,
    latencyMs: 0,
    rejects: () => false,
    send: async (request) => {
      request.signal.throwIfAborted();
      const url = new URL(request.url);
      const write = isWrite(request);
      const subject = { shown: `${request.method} ${url.origin}${request.shownPath ?? url.pathname}`, write };
      if (network.rejects(request))
        throw faultError(subject, "connect", {
          code: "ECONNREFUSED",
          sentence: "the connection was refused; check host and port, and that the service is running",
        });
      return unlessAborted(async () => deliver(arriving(request), subject), subject, request.signal);
    },
  };
  return network;
}

const reset = (): Error => Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });

function received({ reply, cutAt }: Exclude<Outcome, string>, subject: ShownRequest): HttpResponse {
  const response = responseOf(reply);
  const { status } = response;
  const id = requestId(response.headers);
  const shown = `${subject.shown}: HTTP ${status}${id ? ` (request id ${id})` : ""}`;
  if (cutAt !== undefined) throw transportError({ ...subject, shown }, "body", reset());
  return { ...response, ...(subject.write && status >= 500 && { ambiguous: true }) };
}

/** Ends with the response, or after an abort, also by the request itself, as the transport does: a read at once, a write after its grace. */
function unlessAborted(begin: () => Promise<HttpResponse>, subject: ShownRequest, signal: AbortSignal): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const abandon = (): void => reject(abortedError(subject, signal.reason));
    const forget = onAbort(signal, () => {
      const code = signal.reason instanceof ProviderError ? signal.reason.code : undefined;
      if (subject.write && (code === "cancelled" || code === "deadline_exceeded")) timer = setTimeout(abandon, grace[code]);
      else abandon();
    });
    const end = (): void => {
      forget();
      clearTimeout(timer);
    };
    begin().then(
      (value) => {
        end();
        resolve(value);
      },
      (error: unknown) => {
        end();
        reject(signal.aborted ? abortedError(subject, signal.reason) : error);
      },
    );
  });
}
