// Identical lookups are asked once while they come together (protocol 8): those in flight are joined, answers are kept as long as lookups run. Errors are not
// kept, and nothing outlives a burst.
import type { RpcContext, RequestContext } from "../core/contract";
import { ProviderError } from "../core/errors";
import type { PlainMap } from "../core/value";

interface Flight {
  answer: Promise<PlainMap>;
  passengers: number;
  abort: AbortController;
  /** All callers so far. One may have marked an input as secret that another one has not. */
  callers: RpcContext[];
}

interface KeptAnswer {
  answer: PlainMap;
  since: number;
}

/** What is asked of whom: equal keys are equal questions. */
export interface Shared {
  key: string;
  /** Whether the answer may serve lookups that come after it. */
  kept: boolean;
}

const mostKept = 256;
const longestKeptMs = 30_000;

/** The lookups that run, and what those before them in the same burst were answered. */
export class Flights {
  private readonly running = new Map<string, Flight>();
  /** In the order in which they came. */
  private readonly answers = new Map<string, KeptAnswer>();
  private lookups = 0;
  /** Whether several lookups ran at once since answers were last forgotten. */
  private crowded = false;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** How many flights and answers are held: none, once nobody asks. */
  get held(): number {
    return this.running.size + this.answers.size;
  }

  /** The answer to the question: one given in this burst, that of a flight under way, or that of a new one. It belongs to all who ask; nobody may alter it. */
  async join(question: Shared, call: RpcContext, read: (operation: RequestContext) => Promise<PlainMap>): Promise<PlainMap> {
    if (call.signal.aborted) throw call.signal.reason;
    this.lookups++;
    this.crowded ||= this.lookups > 1;
    try {
      return this.recall(question.key) ?? (await this.board(question, call, read));
    } finally {
      if (--this.lookups === 0) this.rest();
    }
  }

  /** A caller that is cancelled leaves; the last one to leave ends the flight. */
  private async board(question: Shared, call: RpcContext, read: (operation: RequestContext) => Promise<PlainMap>): Promise<PlainMap> {
    const flight = this.running.get(question.key) ?? this.start(question, call, read);
    flight.passengers++;
    flight.callers.push(call);
    let leave = (): void => {};
    const left = new Promise<never>((_, reject) => {
      leave = () => reject(call.signal.reason as Error);
      call.signal.addEventListener("abort", leave, { once: true });
    });
    try {
      return await Promise.race([flight.answer, left]);
    } finally {
      call.signal.removeEventListener("abort", leave);
      if (--flight.passengers === 0) this.end(question.key, flight, call.signal.reason);
    }
  }

  /** Who asks from now on starts a flight of his own, even while this one still has to notice its end. */
  private end(key: string, flight: Flight, reason: unknown): void {
    if (this.running.get(key) === flight) this.running.delete(key);
    flight.abort.abort(reason ?? new ProviderError("cancelled", "nobody waits for the answer any more"));
  }

  private start({ key, kept }: Shared, call: RpcContext, read: (operation: RequestContext) => Promise<PlainMap>): Flight {
    const abort = new AbortController();
    const callers: RpcContext[] = [];
    // Logs and status lines go to the caller that started the flight.
    const operation: RequestContext = {
      signal: abort.signal,
      status: (message) => call.status(message),
      log: (severity, message) => call.log(severity, message),
      redact: (text) => callers.reduce((rest, caller) => caller.redact(rest), text),
    };
    const land = (): boolean => this.running.get(key) === flight && this.running.delete(key);
    const answer = read(operation).then(
      (found) => {
        if (land() && kept) this.keep(key, found);
        return found;
      },
      (error: unknown) => {
        land();
        throw error;
      },
    );
    answer.catch(() => {}); // each passenger meets the error itself; without passengers it is nobody's
    const flight: Flight = { answer, passengers: 0, abort, callers };
    this.running.set(key, flight);
    return flight;
  }

  private keep(key: string, answer: PlainMap): void {
    this.answers.set(key, { answer, since: this.now() });
    if (this.answers.size > mostKept) this.answers.delete(this.answers.keys().next().value!);
  }

  private recall(key: string): PlainMap | undefined {
    const oldest = this.now() - longestKeptMs;
    for (const [other, { since }] of this.answers) {
      if (since > oldest) break;
      this.answers.delete(other);
    }
    return this.answers.get(key)?.answer;
  }

  /** The last lookup has ended. One that was alone leaves nothing; after a crowd, those that have arrived but are not read yet may still come: one turn is left to them. */
  private rest(): void {
    if (!this.crowded) return this.answers.clear();
    // The first call back comes before the next look at the sockets, the second one after it.
    setImmediate(() => setImmediate(() => this.lookups === 0 && this.forget()));
  }

  private forget(): void {
    this.crowded = false;
    this.answers.clear();
  }
}
