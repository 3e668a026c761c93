/** The first programs of languages whose tools are fetched: deployed on the emulators. */
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { openCli, type Cli, type Stack } from "../support/cli";
import type { Language } from "../../tools/pulumi";
import { closePipelines, openPipeline } from "../support/pipeline";
import { openSearch, type Search } from "../support/search";
import { root } from "./toolchain";

/** A first program in a workspace of its own, and the server that it writes to. */
export interface FirstProgram {
  stack: Stack;
  search: Search;
  close(): Promise<void>;
}

/** Copies a first program beside the SDKs, as it is in the repository, and opens its servers. */
export async function openFirstProgram(language: Language, variables: Record<string, string> = {}): Promise<FirstProgram> {
  const search = await openSearch();
const pipeline = await openPipeline();
  const cli: Cli = await openCli([language]);
  symlinkSync(join(root, "sdk"), join(cli.workspace.folder, "sdk"), "junction");
  const stack = await cli.example(`first-program-${language}`, { ...search.environment, ...pipeline.environment, ...variables });
  const close = async (): Promise<void> => {
    await cli.workspace.remove();
    await Promise.all([search.stop(), closePipelines()]);
  };
  return { stack, search, close };
}

/** Creates what the program declares, finds no change afterwards, and deletes it. */
export async function deploys({ stack, search }: FirstProgram): Promise<void> {
  await stack.ok("up", "--yes", "--skip-preview");
  const [name] = search.emulator.pipelines.names();
  expect(name).toMatch(/^access-[0-9a-f]{7}$/);
  expect(await stack.outputs()).toEqual({
    pipeline: name,
    template: expect.stringMatching(/^logs-[0-9a-f]{7}$/),
    groupName: expect.any(String),
    warehouseService: expect.any(String),
  });
  await stack.ok("preview", "--expect-no-changes");
  await stack.ok("destroy", "--yes", "--skip-preview");
  expect([search.emulator.pipelines.names(), search.emulator.indexTemplates.names()]).toEqual([[], []]);
}
