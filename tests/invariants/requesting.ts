/** Requests of an engine in virtual time, and how they end. */
import { RunningRequest } from "../../provider/plugin/requests";
import { inVirtualTime } from "../support/virtual-time";

/** The result of the work, or its error. */
export const outcomeOf = <T>(work: Promise<T>): Promise<T | Error> => work.catch((error: unknown) => error as Error);

/** Opens a request whose log lines are collected. */
export const openRequest = (lines: string[]): RunningRequest =>
  new RunningRequest("", { log: ({ severity, message }) => void lines.push(`${severity}: ${message}`) });

/** Does the work in a request, whose log lines are collected. */
export async function inRequest<T>(lines: string[], work: (request: RunningRequest) => Promise<T>): Promise<T> {
  const request = openRequest(lines);
  return inVirtualTime(work(request)).finally(() => request.close());
}
