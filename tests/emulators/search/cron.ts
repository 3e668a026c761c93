/** Cron expressions as the server takes them: seconds, minutes, hours, day of month, month, day of week, and a year if one likes. */

const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const DAYS = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

/** One place of an expression: the values it takes, their names, the widest step, and further forms of its own. */
interface Place {
  range: string;
  low: number;
  high: number;
  step: number;
  names?: readonly string[];
  special?: RegExp;
}

const clock = { range: "Minute and Second values must be between 0 and 59", low: 0, high: 59, step: 59 };
const PLACES: readonly Place[] = [
  clock,
  clock,
  { range: "Hour values must be between 0 and 23", low: 0, high: 23, step: 23 },
  {
    range: "Day of month values must be between 1 and 31",
    low: 1,
    high: 31,
    step: 31,
    special: /^(\?|L|LW|L-([0-9]|[12][0-9]|30)W?|([1-9]|[12][0-9]|3[01])W)$/,
  },
  { range: "Month values must be between 1 and 12", low: 1, high: 12, step: 12, names: MONTHS },
  {
    range: "Day-of-Week values must be between 1 and 7",
    low: 1,
    high: 7,
    step: 7,
    names: DAYS,
    special: /^(\?|L|([1-7]|SUN|MON|TUE|WED|THU|FRI|SAT)(L|#[1-5]))$/,
  },
  { range: "", low: 0, high: Number.MAX_SAFE_INTEGER, step: Number.MAX_SAFE_INTEGER },
];
const DAY_OF_MONTH = 3;
const DAY_OF_WEEK = 5;

const ITEM = /^(?:\*|(\d+|[A-Z]{3})(?:-(\d+|[A-Z]{3}))?)(?:\/(\d+))?$/;

const itemProblem = (item: string, place: Place) => {
  if (place.special?.test(item)) return undefined;
  if (item.startsWith("?")) return "'?' can only be specified for Day-of-Month or Day-of-Week. at pos [1]";
  const [whole, from, to, step] = ITEM.exec(item) ?? [];
  if (whole === undefined) return `Unexpected character [${item.replace(/^[\d*A-Z]+/, "")[0] ?? item[0]}] at pos [0] `;
  const ends = [from, to].filter((end) => end !== undefined);
  const unexpectedOne = ends.find((end) => /[A-Z]/.test(end) && !place.names?.includes(end));
  if (unexpectedOne !== undefined) return `illegal characters [${unexpectedOne}] at pos [0] '`;
  if (ends.some((end) => Number(end) < place.low || Number(end) > place.high)) return place.range;
  return Number(step) > place.step ? `increment [${step}] > ${place.step + 1} at pos [0]` : undefined;
};

const placeProblem = (text: string, place: Place) => {
  const items = text.split(",").filter((item) => item !== "");
  if (items.length > 1 && items.some((item) => /[L#]/.test(item) && place.special?.test(item)))
    return "support for specifying 'L' and 'LW' with other days of the month is not implemented";
  return items.map((item) => itemProblem(item, place)).find((problem) => problem !== undefined);
};

/** What is wrong with an expression, in the server's words; nothing when it is good. Letters may be small. */
export const cronProblem = (expression: string): string | undefined => {
  const places = expression
    .toUpperCase()
    .split(/[ \t]+/)
    .filter((text) => text !== "");
  const wrong = PLACES.map((place, at) => placeProblem(places[at] ?? "", place)).find((problem) => problem !== undefined);
  if (wrong !== undefined) return wrong;
  if (places.length <= DAY_OF_WEEK) return `unexpected end of expression at pos [${expression.length}].`;
  const [open, closed] = [DAY_OF_MONTH, DAY_OF_WEEK].map((at) => places[at] === "?");
  if (open && closed) return "'?' can only be specified for Day-of-Month -OR- Day-of-Week. at pos [1]";
  return open || closed ? undefined : "support for specifying both a day-of-week AND a day-of-month parameter is not implemented.";
};
