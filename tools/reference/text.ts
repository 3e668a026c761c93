/** Markdown from the descriptions of the schema: escaped, with links to the tokens that they name, and with the examples by language. Pure. */
import { posix } from "node:path";
import type { Catalog, Entry } from "./catalog";

/** A page that is written: where links start, and what is not linked to itself. */
export interface Page {
  catalog: Catalog;
  /** Relative to docs/reference. */
  path: string;
  /** The module of the page: its names take precedence over those of other modules. */
  module: string;
  token?: string;
  /** Types whose members are on the page already: they are described once. */
  shown: Set<string>;
}

/** The languages of examples: the word after the fence, and the name. */
const languages: Record<string, string> = {
  typescript: "TypeScript",
  python: "Python",
  go: "Go",
  csharp: "C#",
  java: "Java",
  yaml: "YAML",
};

/** The comments around the blocks of one example; the site replaces what is between them by tabs. */
const exampleBegin = "<!-- languages -->";
/** The end of {@link exampleBegin}. */
const exampleEnd = "<!-- end of languages -->";

const chooser = /<!--\s*Start PulumiCodeChooser\s*-->\n([\s\S]*?)\n?<!--\s*End PulumiCodeChooser\s*-->/g;
const fence = /^(```+|~~~+)[\s\S]*?^\1[ \t]*$/gm;
const codeSpan = /(`[^`\n]+`)/;

/** Returns the link from a page to a path relative to docs/reference. */
export const linkTo = ({ path }: Pick<Page, "path">, target: string): string => posix.relative(posix.dirname(path), target);

/** Returns a link to the page of a token, with the token's name as text. */
export const linkToEntry = (page: Page, { name, page: target }: Entry): string => `[\`${name}\`](${linkTo(page, target)})`;

/** Returns a text of the schema as Markdown. Fenced code stays as it is; other text shows exactly its characters. */
export function markdown(text: string, page: Page): string {
  const fences: string[] = text.match(fence) ?? [];
  const prose = text.split(fence).filter((part) => part !== "```" && part !== "~~~");
  return prose.map((part, at) => `${proseOf(part, page)}${fences[at] ?? ""}`).join("");
}

function proseOf(text: string, page: Page): string {
  return text
    .split(codeSpan)
    .map((part, at) => (at % 2 === 1 ? spanOf(part, page) : escaped(part)))
    .join("");
}

/** Vue, which renders the site, reads double braces; HTML begins with `<`. Comments of the pages themselves are kept. */
const escaped = (text: string): string => text.replace(/<(?!!--)/g, "&lt;").replaceAll("{{", "&#123;&#123;");

function spanOf(span: string, page: Page): string {
  const text = span.slice(1, -1);
  const entry = page.catalog.byToken(text) ?? page.catalog.byName(text, page.module);
  if (!entry || entry.token === page.token || entry.kind === "provider") return span;
  return `[${span}](${linkTo(page, entry.page)})`;
}

/** Returns a description in which each example has one foldable block per language, the first of them open. */
export function withExamples(description: string): string {
  return description.replace(chooser, (_, blocks: string) => {
    const programs = [...blocks.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, code]) => ({
      language: language!,
      code: code!,
    }));
    const folded = programs.map(({ language, code }, at) => {
      const name = languages[language];
      if (name === undefined) throw new Error(`An example is in the unknown language ${language}. Add it to tools/reference/text.ts.`);
      return `<details${at === 0 ? " open" : ""}>\n<summary>${name}</summary>\n\n\`\`\`${language}\n${code}\`\`\`\n\n</details>`;
    });
    return [exampleBegin, ...folded, exampleEnd].join("\n");
  });
}

/** Returns the parts of a description: what the token does, its example, and the section about imports without its heading. */
export function partsOf(description: string): { main: string; example: string; importing: string } {
  const [text = "", importing = ""] = description.split(/^## Import\n/m);
  const [main = "", ...example] = text.split(/^(?=## Example Usage\n)/m);
  return { main: main.trim(), example: example.join("").trim(), importing: importing.trim() };
}

/** Returns the first sentence of what a token does. */
export function summaryOf({ description }: Entry): string {
  const paragraph = description.split(/\n\n/)[0] ?? "";
  return /^[\s\S]*?[.](?=\s|$)/.exec(paragraph)?.[0] ?? paragraph;
}
