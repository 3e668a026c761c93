// Numbers of JSON texts with all their digits. Pure.

/** A number that no double represents: too many digits, too large or too small. */
export class ExactNumber {
  /** `text`: one spelling per value, a valid JSON number; without exponent unless that takes more than 1000 digits. */
  constructor(readonly text: string) {}
}

/** The digits between the first and the last that is not zero, and the power of ten they are multiplied by: a text if it has more digits than a double. */
interface Decimal {
  sign: string;
  digits: string;
  exponent: number | string;
}

const maxPlainLength = 1000;
const numberForm = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?)0*(\d*))?$/;

function decimalOf(text: string): Decimal {
  const [, sign = "", whole = "", fraction = "", exponentSign = "", exponent = ""] = numberForm.exec(text) ?? [];
  const all = whole + fraction;
  let start = 0;
  while (all[start] === "0") start++;
  let end = all.length;
  while (end > start && all[end - 1] === "0") end--;
  if (start === end) return { sign: "", digits: "", exponent: 0 };
  const shift = all.length - end - fraction.length;
  return {
    sign: sign === "-" ? "-" : "",
    digits: all.slice(start, end),
    exponent: addShift(exponentSign === "-" ? "-" : "", exponent, shift),
  };
}

/** Digits that are added at once; sums of such numbers are exact doubles. */
const chunkLength = 14;

/** Returns the sum of an exponent, given as sign and digits, and a shift. Its time is linear in the digits, unlike the conversion to a BigInt. */
function addShift(sign: "" | "-", digits: string, shift: number): number | string {
  if (digits.length <= chunkLength) return Number(`${sign}${digits}`) + shift;
  const tail = Number(digits.slice(-chunkLength)) + (sign === "-" ? -shift : shift);
  const carry = Math.floor(tail / 10 ** chunkLength);
  const head = carry === 0 ? digits.slice(0, -chunkLength) : stepDigits(digits.slice(0, -chunkLength), carry > 0 ? "9" : "0");
  const sum = `${head}${String(tail - carry * 10 ** chunkLength).padStart(chunkLength, "0")}`.replace(/^0+/, "");
  return sum.length <= chunkLength ? Number(`${sign}${sum}`) : `${sign}${sum}`;
}

/** Returns the digits plus one if `rolling` is 9, minus one if it is 0: the last digits that are `rolling` roll over. */
function stepDigits(digits: string, rolling: "0" | "9"): string {
  let at = digits.length;
  while (at > 0 && digits[at - 1] === rolling) at--;
  const rest = (rolling === "9" ? "0" : "9").repeat(digits.length - at);
  const digit = at === 0 ? 0 : Number(digits[at - 1]);
  return `${digits.slice(0, Math.max(0, at - 1))}${digit + (rolling === "9" ? 1 : -1)}${rest}`;
}

/** The maximum number of digits in the shortest spelling of a double. */
const doubleDigits = 17;

/** Returns whether the text has more digits than the spelling of any double, and is the spelling of an {@link ExactNumber}; true for most long numbers. */
function isSpelledExactly(text: string): boolean {
  const start = text.startsWith("-") ? 1 : 0;
  const last = text.length - 1;
  if (text.length > maxPlainLength || text[start] === "0" || text[last] === "0") return false;
  let points = 0;
  for (let at = start; at <= last; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x2e) points++;
    else if (unit < 0x30 || unit > 0x39) return false;
  }
  return last - start + 1 - points > doubleDigits;
}

/** Returns the double of the number if its shortest spelling means the same decimal, else the number with all digits. */
export function exactNumber(text: string): number | ExactNumber {
  // Before the conversion to a double, which takes most of the time of a long number.
  if (isSpelledExactly(text)) return new ExactNumber(text);
  const double = Number(text);
  if (text.length <= 15 && Number.isSafeInteger(double) && double !== 0) return double;
  const exact = decimalOf(text);
  const shortest = decimalOf(Number.isFinite(double) ? String(double) : "0");
  const isSame = exact.sign === shortest.sign && exact.digits === shortest.digits && exact.exponent === shortest.exponent;
  return isSame ? double : new ExactNumber(spell(exact));
}

/** Returns the shortest digits of a number without an exponent: services may reject `1e21` as the text of a number. */
export function plainDecimal(value: number): string {
  return Number.isFinite(value) ? spell(decimalOf(String(value))) : String(value);
}

function spell({ sign, digits, exponent }: Decimal): string {
  if (digits === "") return "0";
  if (typeof exponent === "string" || exponent > maxPlainLength || -exponent > maxPlainLength + digits.length)
    return `${sign}${digits}e${exponent}`;
  if (exponent >= 0) return sign + digits + "0".repeat(exponent);
  const point = digits.length + exponent;
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}
