// Handles exceptions and rejections that no request has caught. See docs/protocol.md#standard-output.
import { messageOf } from "../core/errors/errors";

const maxLength = 500;

/** Reports uncaught exceptions and unhandled rejections on stderr and keeps the process running, so that a defect in one request does not end the others. */
export function installCrashHandlers(redact: (text: string) => string): void {
  const report = (error: unknown): void => {
    try {
      process.stderr.write(`pulumi-resource-quartet: internal error: ${crashText(error, redact)}\n`);
    } catch {
      // stderr is closed: there is nowhere to report to.
    }
  };
  process.on("uncaughtException", report);
  process.on("unhandledRejection", report);
}

/** Describes any thrown value in one line without secrets; a value that cannot be described or redacted yields a fixed text. */
export function crashText(error: unknown, redact: (text: string) => string): string {
  try {
    const text = error instanceof Error ? `${error.name}: ${messageOf(error)}` : messageOf(error);
    return redact(text).slice(0, maxLength);
  } catch {
    return "[message withheld: redaction failed]";
  }
}
