/** What Markdown that a code host shows becomes on the site: blocks per language become tabs, links to files outside of docs lead to the repository. */
import { posix } from "node:path";

/** The address of files that are not part of the site. */
const repository = "https://github.com/quartet-dev/pulumi-quartet/blob/main";
/** Documents for the Pulumi Registry and generators are in docs, but not on the site. */
const elsewhere = /^(_index|installation-configuration)\.md$/;

const languages = /^<!-- languages -->\n([\s\S]*?)^<!-- end of languages -->$/gm;
const block = /<details(?: open)?>\n<summary>([^<]+)<\/summary>\n\n([\s\S]*?)\n\n<\/details>/g;

/** Returns a document with tabs that share the chosen language in place of foldable blocks. */
export function withTabs(text: string): string {
  return text.replace(languages, (_, blocks: string) => {
    const tabs = [...blocks.matchAll(block)].map(([, name, code]) => `== ${name}\n\n${code}\n`);
    return `:::tabs key:language\n${tabs.join("\n")}:::`;
  });
}

/** Returns a document without the programs of its examples: the search finds words of the text. */
export const withoutExamples = (text: string): string => text.replace(languages, "");

/** Returns the target of a link of a document: unchanged if it is on the site, else its address in the repository. `page` is relative to docs. */
export function siteLink(target: string, page: string): string {
  if (/^([a-z]+:|#|\/)/.test(target)) return target;
  const [path = "", anchor] = target.split("#");
  const file = posix.join("docs", posix.dirname(page), path);
  const onSite = file.startsWith("docs/") && file.endsWith(".md") && !elsewhere.test(file.slice("docs/".length));
  if (onSite) return target.replace(/(^|\/)README\.md/, "$1index.md"); // copy.mjs gives the indexes this name
  if (file.startsWith("docs/images/")) return target;
  return `${repository}/${file}${anchor === undefined ? "" : `#${anchor}`}`.replace(/\/$/, "");
}

/** Returns the anchor of a heading in the form of GitHub, so that links work in both places. */
export function headingAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, "")
    .replaceAll(" ", "-");
}

/** The parts of markdown-it that are used. */
export interface Markdown {
  core: {
    ruler: {
      before(name: string, rule: string, run: (state: CoreState) => void): void;
      push(rule: string, run: (state: CoreState) => void): void;
    };
  };
}

interface CoreState {
  src: string;
  env: { relativePath?: string; path?: string };
  tokens: Token[];
}

interface Token {
  type: string;
  children: Token[] | null;
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
}

/** Adds these transformations to markdown-it. */
export function extendMarkdown(markdown: Markdown): void {
  markdown.core.ruler.before("normalize", "tabs", (state) => void (state.src = withTabs(state.src.replaceAll("\r\n", "\n"))));
  markdown.core.ruler.push("code-and-links", (state) => {
    const page = state.env.relativePath ?? "index.md";
    for (const token of state.tokens.flatMap(({ children }) => children ?? [])) {
      if (token.type === "code_inline") token.attrSet("v-pre", ""); // Vue reads double braces outside of fenced code
      const target = token.type === "link_open" ? token.attrGet("href") : null;
      if (target !== null) token.attrSet("href", siteLink(target, page));
    }
  });
}
