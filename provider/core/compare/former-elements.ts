// The elements that lists held before, found by value: another writer may move, insert, remove or rewrite elements. Pure. See docs/protocol.md#secrets.
import type { Comparison, ComparedValue } from "./equality";
import { isEquivalent } from "./equality";
import { parseDigitsAsText } from "../json/exact-json";
import { canonical, isObject } from "../json/json";
import { mapMembers, isPlain, toPlain, type Plain, type Value } from "../values/value";

/** Former elements of equal text: one for each way in which they are marked. */
interface Former {
  plain: Plain;
  text: string;
  marked: Map<string, Value>;
}

/** How elements are compared. `left`: characters that may still be compared by traits; without a limit, long lists of which every element differs take quadratic time. */
export interface ElementComparison extends Comparison {
  left: number;
}

/** The usual {@link ElementComparison.left}. */
export const maxCompared = 1 << 21;

/** Finds the former elements that equal an element, by the equality of the property. */
export class FormerElements {
  private readonly byText = new Map<string, Former>();

  /** `item`: the place of an element. Elements with unknown parts equal nothing. */
  constructor(
    elements: readonly Value[],
    private readonly comparison: ElementComparison,
    private readonly item: ComparedValue,
  ) {
    for (const value of elements.filter(isPlain)) {
      const plain = toPlain(value);
      const text = canonicalText(plain);
      const former = this.byText.get(text) ?? { plain, text, marked: new Map<string, Value>() };
      former.marked.set(JSON.stringify(value), value);
      this.byText.set(text, former);
    }
  }

  /** Returns the former elements that equal this one; none once the limit of comparisons is reached. */
  equalTo(element: Plain): Value[] {
    const text = canonicalText(element);
    const same = this.byText.get(text);
    const formers = same ? [same] : this.equalByTrait(element, text);
    return formers.flatMap(({ marked }) => [...marked.values()]);
  }

  private equalByTrait(element: Plain, text: string): Former[] {
    const equal: Former[] = [];
    for (const former of this.byText.values()) {
      this.comparison.left -= former.text.length + text.length;
      if (this.comparison.left < 0) return [];
      if (isEquivalent(this.comparison, this.item, former.plain, element)) equal.push(former);
    }
    return equal;
  }
}

/** Returns the same text for equal values; JSON texts are equal in every spelling. */
function canonicalText(value: Plain): string {
  return canonical(parsed(value));
}

function parsed(value: Plain): Plain {
  if (typeof value === "string") return /^\s*[[{]/.test(value) ? (parseDigitsAsText(value) ?? value) : value;
  if (Array.isArray(value)) return value.map(parsed);
  return isObject(value) ? mapMembers(value, parsed) : value;
}
