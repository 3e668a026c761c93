/** Names such as `<logs-{now/d}>`, which the server resolves when it makes an index. Only `now` with one rounding, and a format. */
import { illegal } from "./errors";

const LENGTHS: Record<string, number> = { y: 4, M: 7, d: 10 };

/** Where each letter of a format is in an ISO date. */
const PARTS: Record<string, [from: number, to: number]> = {
  yyyy: [0, 4],
  MM: [5, 7],
  dd: [8, 10],
  HH: [11, 13],
  mm: [14, 16],
  ss: [17, 19],
  SSS: [20, 23],
};

/** The name without date math. Rounding sets what is smaller to its first value. */
export const resolveDateMath = (expression: string, now: Date): string => {
  const inner = /^<(.*)>$/s.exec(expression)?.[1];
  if (inner === undefined) return expression;
  return inner.replace(/\{([^{}]*)(?:\{([^{}]*)\})?\}/g, (_, math: string, format = "yyyy.MM.dd") => {
    const unit = /^now(?:\/([yMd]))?$/.exec(math);
    if (unit === null) throw illegal(`the emulator does not resolve [${math}]`);
    const iso = now.toISOString();
    const kept = iso.slice(0, LENGTHS[unit[1] ?? ""] ?? iso.length);
    const rounded = kept + "0000-01-01T00:00:00.000Z".slice(kept.length);
    return (format as string).replaceAll(/[A-Za-z]+/g, (letters) => rounded.slice(...(PARTS[letters] ?? [0, 0])));
  });
};
