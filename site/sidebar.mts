/** The navigation, from the files of docs. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One entry of the sidebar. */
export interface Item {
  text: string;
  link?: string;
  collapsed?: boolean;
  items?: Item[];
}

const guides = [
  "first-program",
  "installation",
  "configuration",
  "elasticsearch",
  "tencent-cloud",
  "fivetran",
  "eventarc",
  "secrets",
  "ci-previews",
];
const more = ["migration", "troubleshooting"];
const helper = /^getSearchIngestProcessor/;

/** Returns the sidebar of all pages. */
export function sidebar(docs: string): Item[] {
  const page = (path: string): Item => ({ text: titleOf(join(docs, `${path}.md`)), link: `/${path}` });
  const pages = (folder: string): Item[] => namesIn(join(docs, folder)).map((name) => page(`${folder}/${name}`));
  const guide = (name: string): Item => page(`guides/${name}`);
  return [
    { text: "Guides", items: [...guides.map(guide), guide("plugin-archives"), page("adopting"), ...more.map(guide)] },
    { text: "Reference", link: "/reference/", items: referenceItems(docs) },
    { text: "Services in detail", collapsed: true, items: pages("modules") },
    {
      text: "Background",
      collapsed: true,
      items: [
        ...["architecture", "protocol", "benchmarks", "adding-a-function", "adding-a-resource"].map(page),
        { text: "Decisions", link: "/decisions/", collapsed: true, items: pages("decisions") },
      ],
    },
  ];
}

function referenceItems(docs: string): Item[] {
  const own = namesIn(join(docs, "reference")).map((name) => ({
    text: name === "provider" ? "Provider" : name,
    link: `/reference/${name}`,
  }));
  return [...own, ...["cloud", "datapipeline", "eventrouting/v1", "search"].map((module) => moduleItem(docs, module))];
}

function moduleItem(docs: string, module: string): Item {
  const names = namesIn(join(docs, "reference", module));
  const item = (name: string): Item => ({ text: name, link: `/reference/${module}/${name}` });
  const group = (text: string, members: string[]): Item[] =>
    members.length === 0 ? [] : [{ text, collapsed: true, items: members.map(item) }];
  const resources = names.filter((name) => /^[A-Z]/.test(name));
  const functions = names.filter((name) => /^[a-z]/.test(name) && !helper.test(name));
  const helpers = names.filter((name) => helper.test(name));
  const items = [...group("Resources", resources), ...group("Functions", functions), ...group("Processor functions", helpers)];
  return { text: module, link: `/reference/${module}/`, collapsed: true, items };
}

const namesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".md") && name !== "index.md")
    .map((name) => name.slice(0, -".md".length))
    .sort();

const titleOf = (file: string): string => /^# (.*)$/m.exec(readFileSync(file, "utf8"))?.[1] ?? file;
