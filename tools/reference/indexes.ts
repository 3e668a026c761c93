/** The indexes of the reference: of the package, and of each module. Pure. */
import { moduleDocument, typePage, nameOf, type Catalog, type Entry } from "./catalog";
import { largeTypes } from "./members";
import { notice } from "./pages";
import { linkTo, linkToEntry, markdown, summaryOf, type Page } from "./text";

const helper = /^getSearchIngestProcessor/;

/** One group of tokens of a module. */
export interface Group {
  title: string;
  entries: Entry[];
}

/** Returns the tokens of a module in groups, empty ones left out. */
export function groupsOf({ entries }: Catalog, module: string): Group[] {
  const own = entries.filter((entry) => entry.module === module);
  const groups = [
    { title: "Resources", entries: own.filter(({ kind }) => kind === "resource") },
    { title: "Functions", entries: own.filter(({ kind, name }) => kind === "function" && !helper.test(name)) },
    { title: "Processor functions", entries: own.filter(({ name }) => helper.test(name)) },
  ];
  return groups.filter((group) => group.entries.length > 0);
}

/** Returns the index of a module. */
export function moduleIndex(catalog: Catalog, module: string): string {
  const page: Page = { catalog, path: `${module}/README.md`, module, shown: new Set() };
  const types = largeTypes(catalog).filter((token) => token.split(":")[1] === module);
  const sections = groupsOf(catalog, module).map(({ title, entries }) => `## ${title}\n\n${table(entries, page)}`);
  const links = types.map((token) => `- [\`${nameOf(token)}\`](${linkTo(page, typePage(token))})`);
  const blocks = [
    notice,
    `# Module ${module}`,
    `Requests, IDs, defaults and errors: [${moduleDocument(module)}](${linkTo(page, `../${moduleDocument(module)}`)}). Settings: [provider](${linkTo(page, "provider.md")}).`,
    ...sections,
    ...(links.length === 0 ? [] : [`## Large types\n\n${links.join("\n")}`]),
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** Returns the index of the package. */
export function packageIndex(catalog: Catalog): string {
  const page: Page = { catalog, path: "README.md", module: "", shown: new Set() };
  const rows = catalog.modules.map((module) => {
    const counts = groupsOf(catalog, module).map(({ title, entries }) => `${entries.length} ${title.toLowerCase()}`);
    return `| [\`${module}\`](${module}/README.md) | ${counts.join(", ")} |`;
  });
  const own = catalog.entries.filter(({ module }) => module === "");
  const blocks = [
    notice,
    "# Reference",
    "The reference has a page for every token of the package `quartet`, with description, examples, inputs, outputs and import. The lists of members state the type, and whether a member is required or secret, has a default, or replaces the resource when it changes. In Go, a function `getX` is named `LookupX` if a resource `X` exists; its page states this name.",
    ["| Module | Tokens |", "|---|---|", ...rows].join("\n"),
    `## Provider\n\n${table(own, page)}`,
  ];
  return `${blocks.join("\n\n")}\n`;
}

function table(entries: readonly Entry[], page: Page): string {
  const rows = entries.map((entry) => {
    const summary = markdown(summaryOf(entry), page).replaceAll("\n", " ").replaceAll("|", "\\|");
    return `| ${linkToEntry(page, entry)} | ${summary}${entry.deprecation === undefined ? "" : " Deprecated."} |`;
  });
  return ["| Token | Meaning |", "|---|---|", ...rows].join("\n");
}
