// Loads the parts of the bundle, each with its V8 code cache, and stores the code of those without one. See docs/decisions/code-cache.md.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Script } from "node:vm";
import { fileName, load, store, userFolder } from "./code-cache";

/** A file of the bundle: its modules, and the hash that ties its code cache to it. */
export interface PartInfo {
  hash: string;
  /** The first one is loaded with {@link Bundle.load}. */
  modules: readonly string[];
}

/** The text of a part is one function expression, which returns the functions of its modules. */
type Part = (require: (name: string) => unknown, folder: string) => Record<string, (chunk: { exports: unknown }) => void>;

/** A compiled part. */
interface CompiledPart {
  name: string;
  script: Script;
  isCached: boolean;
  modules: ReturnType<Part>;
}

/** The modules of a folder. Each part is read when its first module is used. */
export class Bundle {
  private readonly partOf = new Map<string, string>();
  private readonly parts = new Map<string, CompiledPart>();
  private readonly loaded = new Map<string, unknown>();
  private readonly storeOnce = (): void => this.store();

  constructor(
    private readonly folder: string,
    private readonly infos: Readonly<Record<string, PartInfo>>,
  ) {
    for (const [part, { modules }] of Object.entries(infos)) {
      for (const module of modules) this.partOf.set(module, part);
    }
  }

  /** Returns the exports of a module of the bundle, or of Node. */
  readonly load = (name: string): unknown => {
    const part = this.partOf.get(name);
    if (part === undefined) return require(name);
    if (this.loaded.has(name)) return this.loaded.get(name);
    const chunk = { exports: {} as unknown };
    this.part(part).modules[name]!(chunk);
    this.loaded.set(name, chunk.exports);
    return chunk.exports;
  };

  /** Stores the compiled code when the process ends: every response has been delivered by then. */
  keepCode(): void {
    // Removed first, so that a second Configure leaves one listener.
    process.off("exit", this.storeOnce).once("exit", this.storeOnce);
  }

  private part(name: string): CompiledPart {
    const part = this.parts.get(name) ?? this.compile(name);
    this.parts.set(name, part);
    return part;
  }

  private compile(name: string): CompiledPart {
    const file = this.cacheFile(name);
    const cachedData = load(join(this.cacheFolder, file)) ?? inUserFolder(file, load);
    // The name is part of the compiled code, which is the same in every folder without one. The text is ASCII; decoding it as Latin-1 takes half the time of UTF-8.
    const filename = `${name}.cjs`;
    const script = new Script(readFileSync(join(this.folder, filename), "latin1"), { filename, cachedData });
    const modules = (script.runInThisContext() as Part)(this.load, this.folder);
    return { name, script, isCached: cachedData !== undefined && !script.cachedDataRejected, modules };
  }

  private store(): void {
    for (const { name, script, isCached } of this.parts.values()) {
      if (isCached) continue;
      const file = this.cacheFile(name);
      const code = script.createCachedData();
      if (!store(join(this.cacheFolder, file), code)) inUserFolder(file, (path) => store(path, code));
    }
  }

  private cacheFile(part: string): string {
    return fileName({ part, hash: this.infos[part]!.hash, nodeVersion: process.version, arch: process.arch });
  }

  /** A folder of its own: the CLI loads the schema again after the folder of the plugin has changed. */
  private get cacheFolder(): string {
    return join(this.folder, "cache");
  }
}

/** Uses a file of the user's cache folder; returns undefined for a user without a home folder. */
function inUserFolder<T>(name: string, use: (path: string) => T): T | undefined {
  try {
    return use(join(userFolder(process.env, process.platform), name));
  } catch {
    return undefined;
  }
}
