/** Names such as `<logs-{now/d}>`, which the server resolves when it makes an index. Only `now` with one rounding and the usual format. */
import { illegal } from "./errors";

const LENGTHS: Record<string, number> = { y: 4, M: 7, d: 10 };

/** The name without date math. Rounding sets what is smaller to its first value. */
export const resolveDateMath = (expression: string, now: Date): string => {
  const inner = /^<(.*)>$/s.exec(expression)?.[1];
  if (inner === undefined) return expression;
  return inner.replace(/\{([^{}]*)\}/g, (_, math: string) => {
    const length = LENGTHS[/^now(?:\/([yMd]))?$/.exec(math)?.[1] ?? (math === "now" ? "d" : "")];
    if (length === undefined) throw illegal(`the emulator does not resolve [${math}]`);
    return `${now.toISOString().slice(0, length)}-01-01`.slice(0, 10).replaceAll("-", ".");
  });
};
