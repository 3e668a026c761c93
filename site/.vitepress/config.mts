/** The site: the documents, which copy.mjs copies from docs to site/pages, are built into site/dist. */
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import { tabsMarkdownPlugin } from "vitepress-plugin-tabs";
import { extendMarkdown, headingAnchor, withoutExamples } from "../markdown.mjs";
import { sidebar } from "../sidebar.mjs";

const pages = fileURLToPath(new URL("../pages", import.meta.url));

export default defineConfig({
  title: "quartet",
  description: "A Pulumi provider for Elasticsearch, Tencent Cloud, Fivetran and Google Eventarc",
  lang: "en-US",
  base: process.env["SITE_BASE"] ?? "/",
  srcDir: "pages",
  srcExclude: ["_index.md", "installation-configuration.md"],
  outDir: "dist",
  cacheDir: ".vitepress/cache",
  cleanUrls: false,
  metaChunk: true,
  head: [["link", { rel: "icon", href: "data:," }]],
  markdown: {
    anchor: { slugify: headingAnchor },
    config: (markdown) => {
      extendMarkdown(markdown);
      markdown.use(tabsMarkdownPlugin);
    },
  },
  themeConfig: {
    nav: [
      { text: "Guides", link: "/guides/installation" },
      { text: "Reference", link: "/reference/" },
      { text: "Repository", link: "https://github.com/quartet-dev/pulumi-quartet" },
    ],
    sidebar: sidebar(pages),
    outline: { level: [2, 3] },
    search: {
      provider: "local",
      options: {
        _render: (source, env, markdown) => markdown.render(withoutExamples(source), env),
        miniSearch: {
          options: {
            // Names such as getSearchIndexTemplate are found as a whole and by their words.
            tokenize: (text: string): string[] => {
              const words = text.split(/[\n\r\p{Z}\p{P}]+/u).filter((word) => word !== "");
              return words.flatMap((word) => {
                const parts = word.split(/(?<=[a-z0-9])(?=[A-Z])/);
                return parts.length > 1 ? [word, ...parts] : [word];
              });
            },
          },
        },
      },
    },
  },
});
