/** Collects the packages whose code is in the bundles of esbuild, and writes their licenses. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Metafile, Plugin } from "esbuild";

/** Code of a package: its folder, and the files of it that are in a bundle. */
interface Bundled {
  folder: string;
  files: Set<string>;
}

/** What package.json of a package states. */
interface Manifest {
  name: string;
  version: string;
  license?: string;
}

/** An esbuild plugin for every bundle, and the text for all bundles that were built with it. */
interface LicenseCollector {
  plugin: Plugin;
  /** Throws if a package has no license text. */
  text(): string;
}

const rule = "=".repeat(80);
const preface = `Third-party licenses

The plugin contains code of the packages below. Archives with Node.js contain its license, and those of its parts, in node/LICENSE.
`;

/** Returns a collector; `root` is the folder that paths of esbuild are relative to. */
export function licenseCollector(root: string): LicenseCollector {
  const packages = new Map<string, Bundled>();
  const plugin: Plugin = {
    name: "licenses",
    setup({ initialOptions, onEnd }) {
      initialOptions.metafile = true;
      onEnd(({ metafile }) => void (metafile && addPackages(packages, metafile, root)));
    },
  };
  return { plugin, text: () => licenseText([...packages.values()], readFileSync(join(root, "LICENSE"), "utf8")) };
}

/** Adds the packages that left code in an output; what esbuild dropped does not count. */
function addPackages(packages: Map<string, Bundled>, { outputs }: Metafile, root: string): void {
  const used = Object.values(outputs).flatMap(({ inputs }) => Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0));
  for (const [input] of used) {
    const [, path] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input) ?? [];
    if (path === undefined) continue;
    const folder = resolve(root, path);
    const bundled = packages.get(folder) ?? { folder, files: new Set() };
    packages.set(folder, bundled);
    bundled.files.add(resolve(root, input));
  }
}

/** Returns the text: packages of the same license text together, in the order of their names. */
function licenseText(packages: readonly Bundled[], apacheLicense: string): string {
  const titles = new Map<string, string[]>();
  for (const bundled of packages) {
    const { name, version, license } = JSON.parse(readFileSync(join(bundled.folder, "package.json"), "utf8")) as Manifest;
    const title = `${name} ${version}, ${license ?? "license below"}`;
    const text = textOf(bundled, apacheLicense);
    if (text === "") throw new Error(`Licenses failed: ${title}: no license file and no license in its sources. Do not bundle it.`);
    titles.set(text, [...new Set([...(titles.get(text) ?? []), title])].sort());
  }
  const sections = [...titles].map(([text, names]) => `${rule}\n${names.join("\n")}\n${rule}\n\n${text}\n`).sort();
  return [preface, ...sections].join("\n");
}

/** Returns the license files of a package, with its notices; without any, the licenses at the heads of its bundled sources. */
function textOf({ folder, files }: Bundled, apacheLicense: string): string {
  const names = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)([.-]|$)/i.test(name));
  const hasLicense = names.some((name) => !/^notice/i.test(name));
  const texts = names.sort().map((name) => readFileSync(join(folder, name), "utf8").trim());
  if (hasLicense) return texts.join("\n\n");
  const heads = [...new Set([...files].sort().map(headOf))].filter((head) => /copyright/i.test(head));
  const named = heads.some((head) => head.includes("Apache License, Version 2.0")) ? [apacheLicense.trim()] : [];
  return [...texts, ...heads, ...named].join("\n\n");
}

/** Returns the comment at the head of a source file. */
function headOf(file: string): string {
  const lines = readFileSync(file, "utf8")
    .replace(/^["']use strict["'];\r?\n/, "")
    .split(/\r?\n/);
  const end = lines.findIndex((text) => !text.startsWith("//"));
  return lines
    .slice(0, end < 0 ? lines.length : end)
    .map((text) => text.replace(/^\/\/ ?/, ""))
    .join("\n")
    .trim();
}
