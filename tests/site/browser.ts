/** A headless browser on this machine, and what the tests use of it. */
import { execFileSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";

/** No browser on this machine. */
export class BrowserUnavailable extends Error {
  override name = "BrowserUnavailable";
}

/** The part of a page of playwright-core that the tests use; the package belongs to the site and is installed with it. */
export interface Page {
  goto(url: string, options?: { waitUntil?: "load" | "networkidle" }): Promise<{ status(): number } | null>;
  on(event: "console", listener: (message: { type(): string; text(): string }) => void): void;
  on(event: "pageerror", listener: (error: Error) => void): void;
  on(event: "response", listener: (response: { status(): number; url(): string }) => void): void;
  locator(selector: string): Locator;
  getByRole(role: string, options: { name: string | RegExp; exact?: boolean }): Locator;
  reload(): Promise<unknown>;
  close(): Promise<void>;
}

/** Elements of a page. */
interface Locator {
  first(): Locator;
  click(): Promise<void>;
  fill(text: string): Promise<void>;
  innerText(): Promise<string>;
  getAttribute(name: string): Promise<string | null>;
  allInnerTexts(): Promise<string[]>;
  waitFor(): Promise<void>;
  filter(options: { hasText: string | RegExp }): Locator;
}

/** A running browser. */
export interface Browser {
  newPage(options?: { colorScheme?: "light" | "dark" }): Promise<Page>;
  close(): Promise<void>;
}

interface Playwright {
  chromium: { launch(options: { executablePath: string; args: string[] }): Promise<Browser> };
}

const programs = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/** Returns the path of a browser: `CHROME`, else one on the PATH, else Debian's, which root can install. Throws {@link BrowserUnavailable}. */
export function findBrowser(environment: NodeJS.ProcessEnv): string {
  const found = environment["CHROME"] ?? onPath(environment) ?? (install() ? onPath(environment) : undefined);
  if (found === undefined) throw new BrowserUnavailable("no browser found. Install Chromium, or set CHROME to the path of Chrome.");
  return found;
}

/** Starts a browser without a window. */
export async function startBrowser(executablePath: string): Promise<Browser> {
  const load = createRequire(join(__dirname, "..", "..", "site", "package.json"));
  const { chromium } = load("playwright-core") as Playwright;
  // Chromium has no sandbox for root.
  return chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
}

function onPath({ PATH = "" }: NodeJS.ProcessEnv) {
  const files = programs.flatMap((program) => PATH.split(delimiter).map((folder) => join(folder, program)));
  return files.find(isExecutable);
}

function isExecutable(file: string) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns whether Chromium was installed from Debian's packages. */
function install() {
  if (process.getuid?.() !== 0) return false;
  try {
    execFileSync("apt-get", ["update"], { stdio: "ignore" });
    execFileSync("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
