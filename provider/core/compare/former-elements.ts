// The elements that lists held before, found by value: another writer may move, insert, remove or rewrite elements. Pure. See docs/protocol.md#secrets.
import type { Comparison, ComparedValue } from "./equality";
import { isEquivalent } from "./equality";
import { parseDigitsAsText } from "../json/exact-json";
import { canonical, isObject } from "../json/json";
import { mapMembers, isPlain, Secret, toPlain, type Plain, type Value } from "../values/value";

/** Former elements of one spelling, with a value for each way in which they are marked. */
interface Former {
  plain: Plain;
  spelling: string;
  marked: Map<string, Value>;
}

/** How elements are compared. `left`: characters that may still be parsed or compared; without a limit, long lists of which every element differs take quadratic time. */
export interface ElementComparison extends Comparison {
  left: number;
}

/** The usual {@link ElementComparison.left}: less than 100 ms of work. */
export const maxCompared = 1 << 18;

/** Finds the former elements that equal an element: those of the same spelling, else of the same JSON, else by the equality of the property. */
export class FormerElements {
  private readonly bySpelling = new Map<string, Former>();
  private byContent: ReadonlyMap<string, readonly Former[]> | undefined;

  /** `item`: the place of an element. Elements with unknown parts equal nothing. */
  constructor(
    elements: readonly Value[],
    private readonly comparison: ElementComparison,
    private readonly item: ComparedValue,
  ) {
    for (const value of elements.filter(isPlain)) {
      const plain = toPlain(value);
      const spelling = spellingOf(plain);
      const former = this.bySpelling.get(spelling) ?? { plain, spelling, marked: new Map<string, Value>() };
      former.marked.set(marksOf(value), value);
      this.bySpelling.set(spelling, former);
    }
  }

  /** Returns the former elements that equal this one. Once the limit is reached, only those of the same spelling. */
  equalTo(element: Plain): Value[] {
    const spelling = spellingOf(element);
    const same = this.bySpelling.get(spelling);
    const formers = same ? [same] : (this.equalByContent(element, spelling) ?? this.equalByTrait(element, spelling));
    return formers.flatMap(({ marked }) => [...marked.values()]);
  }

  private equalByContent(element: Plain, spelling: string): readonly Former[] | undefined {
    this.byContent ??= this.indexByContent();
    return this.byContent.get(this.contentOf(element, spelling) ?? "");
  }

  private indexByContent(): ReadonlyMap<string, readonly Former[]> {
    const index = new Map<string, Former[]>();
    for (const former of this.bySpelling.values()) {
      const content = this.contentOf(former.plain, former.spelling);
      if (content === undefined) break;
      index.set(content, [...(index.get(content) ?? []), former]);
    }
    return index;
  }

  /** Returns the same text for equal values; JSON texts are equal in every spelling. Undefined once the limit is reached. */
  private contentOf(value: Plain, { length }: string): string | undefined {
    this.comparison.left -= length;
    return this.comparison.left < 0 ? undefined : canonical(parseTexts(value));
  }

  private equalByTrait(element: Plain, spelling: string): Former[] {
    const equal: Former[] = [];
    for (const former of this.bySpelling.values()) {
      this.comparison.left -= former.spelling.length + spelling.length;
      if (this.comparison.left < 0) return [];
      if (isEquivalent(this.comparison, this.item, former.plain, element)) equal.push(former);
    }
    return equal;
  }
}

/** Returns the same text for values of one spelling that are marked in the same way. */
function marksOf(value: Value): string {
  if (value instanceof Secret) return "secret";
  return typeof value === "string" ? "plain" : JSON.stringify(value);
}

/** Returns the value as text, in the order of its members. */
function spellingOf(value: Plain): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function parseTexts(value: Plain): Plain {
  if (typeof value === "string") return /^\s*[[{]/.test(value) ? (parseDigitsAsText(value) ?? value) : value;
  if (Array.isArray(value)) return value.map(parseTexts);
  return isObject(value) ? mapMembers(value, parseTexts) : value;
}
