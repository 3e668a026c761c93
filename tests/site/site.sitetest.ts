/** The site in a headless browser: pages load, the search finds tokens, the language is remembered. VitePress rejects dead links when it builds the site. */
import { stopServers } from "../support/servers";
import { startBrowser, type Browser } from "./browser";
import { pages, serve } from "./files";

let browser: Browser;
let site: string;

beforeAll(async () => {
  site = await serve();
  browser = await startBrowser(process.env["SITE_BROWSER"]!);
});
afterAll(async () => {
  await browser?.close();
  await stopServers();
});

/** Opens a page that records its errors and failed requests. */
async function openPage() {
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on("console", (message) => void (message.type() === "error" && problems.push(message.text())));
  page.on("pageerror", (error) => void problems.push(error.message));
  // Navigation aborts prefetches, which then have no response.
  page.on("response", (response) => void (response.status() >= 400 && problems.push(`HTTP ${response.status()}: ${response.url()}`)));
  return { page, problems };
}

test("every page loads without errors and has a title", async () => {
  const paths = pages();
  expect(paths.length).toBeGreaterThan(200);
  const { page, problems } = await openPage();
  const wrong: string[] = [];
  for (const path of paths) {
    const response = await page.goto(`${site}/${path}`);
    const title = await page.locator("h1").first().innerText();
    if (response?.status() !== 200 || title === "" || problems.length > 0)
      wrong.push(`${path}: ${title}: ${problems.splice(0).join("; ")}`);
  }
  await page.close();
  expect(wrong).toEqual([]);
});

test.each([
  ["getSearchIndexTemplate", "getSearchIndexTemplate"],
  ["channel iam member", "ChannelIamMember"],
  ["exclude each other", "Troubleshooting"],
])("the search for %s finds %s", async (text, title) => {
  const { page, problems } = await openPage();
  await page.goto(`${site}/`);
  await page.locator("#local-search button").first().click();
  await page.locator("#localsearch-input").fill(text);
  const results = page.locator("#localsearch-list .result");
  await results.filter({ hasText: title }).first().waitFor();
  expect((await results.allInnerTexts()).slice(0, 8).join("\n")).toContain(title);
  await results.filter({ hasText: title }).first().click();
  await page.locator("h1").filter({ hasText: title }).first().waitFor();
  await page.close();
  expect(problems).toEqual([]);
});

test("the chosen language is shown on the next page and after a reload", async () => {
  const { page, problems } = await openPage();
  const shown = async () => page.locator("[role=tabpanel]").first().innerText();
  const python = () => page.getByRole("tab", { name: "Python", exact: true }).first();
  await page.goto(`${site}/reference/search/SearchIngestPipeline.html`);
  expect(await shown()).toContain("new quartet.search.SearchIngestPipeline(");
  expect([...new Set(await page.locator("[role=tab]").allInnerTexts())].sort()).toEqual([
    "C#",
    "Go",
    "Java",
    "Python",
    "TypeScript",
    "YAML",
  ]);
  await python().click();
  expect(await shown()).toContain("import pulumi_quartet as quartet");
  await page.goto(`${site}/reference/eventrouting/v1/Trigger.html`, { waitUntil: "networkidle" });
  await page.locator("[role=tabpanel]").filter({ hasText: "import pulumi_quartet as quartet" }).first().waitFor();
  expect(await python().getAttribute("aria-selected")).toBe("true");
  await page.reload();
  await page.locator("[role=tabpanel]").filter({ hasText: "import pulumi_quartet as quartet" }).first().waitFor();
  await page.close();
  expect(problems).toEqual([]);
});
