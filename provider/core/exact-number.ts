// Numbers of JSON texts with all their digits. Pure.

/** A number that no double represents: too many digits, too large or too small. */
export class ExactNumber {
  /** `text`: one spelling per value, a valid JSON number; without exponent unless that takes more than 1000 digits. */
  constructor(readonly text: string) {}
}

/** The digits between the first and the last that is not zero, and the power of ten they are multiplied by. */
interface Decimal {
  sign: string;
  digits: string;
  exponent: bigint;
}

const numberForm = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

function decimalOf(text: string): Decimal {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = numberForm.exec(text) ?? [];
  const all = whole + fraction;
  let start = 0;
  while (all[start] === "0") start++;
  let end = all.length;
  while (end > start && all[end - 1] === "0") end--;
  if (start === end) return { sign: "", digits: "", exponent: 0n };
  const shift = BigInt(all.length - end - fraction.length);
  return { sign: sign === "-" ? "-" : "", digits: all.slice(start, end), exponent: BigInt(exponent) + shift };
}

/** Returns the double of the number if its shortest spelling means the same decimal, else the number with all digits. */
export function exactNumber(text: string): number | ExactNumber {
  const double = Number(text);
  if (text.length <= 15 && Number.isSafeInteger(double) && double !== 0) return double;
  const [exact, shortest] = [decimalOf(text), decimalOf(Number.isFinite(double) ? String(double) : "0")];
  const isSame = exact.sign === shortest.sign && exact.digits === shortest.digits && exact.exponent === shortest.exponent;
  return isSame ? double : new ExactNumber(spelled(exact));
}

/** Returns the shortest digits of a number without an exponent: services may reject `1e21` as the text of a number. */
export function plainDecimal(value: number): string {
  return Number.isFinite(value) ? spelled(decimalOf(String(value))) : String(value);
}

const longestPlain = 1000n;

function spelled({ sign, digits, exponent }: Decimal): string {
  if (digits === "") return "0";
  const point = BigInt(digits.length) + exponent;
  if (exponent > longestPlain || -exponent > longestPlain + BigInt(digits.length)) return `${sign}${digits}e${exponent}`;
  if (exponent >= 0n) return sign + digits + "0".repeat(Number(exponent));
  if (point <= 0n) return `${sign}0.${"0".repeat(Number(-point))}${digits}`;
  return `${sign}${digits.slice(0, Number(point))}.${digits.slice(Number(point))}`;
}
