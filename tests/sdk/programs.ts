/** Programs of the examples in languages whose tools are fetched: deployed on the emulators. */
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { openCli, type Cli, type Stack } from "../support/cli";
import type { Language } from "../../tools/pulumi";
import { openPipeline } from "../support/pipeline";
import { closeServices } from "../support/services";
import { openSearch, storedObjects, type Search } from "../support/search";
import { root } from "./toolchain";

/** A program in a workspace of its own, and the server that it writes to. */
export interface OpenProgram {
  stack: Stack;
  search: Search;
  close(): Promise<void>;
}

/** The examples that exist in these languages, and the outputs of each. */
export const outputsOfExamples: Readonly<Record<string, object>> = {
  "first-program": {
    pipeline: expect.stringMatching(/^access-[0-9a-f]{7}$/) as string,
    template: expect.stringMatching(/^logs-[0-9a-f]{7}$/) as string,
  },
  warehouse: {
    pipeline: expect.stringMatching(/^access-[0-9a-f]{7}$/) as string,
    groupName: expect.any(String) as string,
    warehouseService: expect.any(String) as string,
  },
  access: { role: "shop-writer", ciKey: "[secret]", schedule: "0 30 1 * * ?" },
  "log-platform": { stream: "shop-logs-access", effectiveRetention: "7d", alias: "shop-errors" },
};

/** Copies a program beside the SDKs, as it is in the repository, and opens its servers. */
export async function openProgram(example: string, language: Language, variables: Record<string, string> = {}): Promise<OpenProgram> {
  const search = await openSearch();
  const pipeline = await openPipeline();
  const cli: Cli = await openCli([language]);
  symlinkSync(join(root, "sdk"), join(cli.workspace.folder, "sdk"), "junction");
  const stack = await cli.example(`${example}-${language}`, { ...search.environment, ...pipeline.environment, ...variables });
  const close = async () => {
    await cli.workspace.remove();
    await Promise.all([search.stop(), closeServices()]);
  };
  return { stack, search, close };
}

/** Creates what the program declares, finds no change afterwards, and deletes it. */
export async function deploys({ stack, search }: Omit<OpenProgram, "close">, outputs: object | undefined): Promise<void> {
  await stack.ok("up", "--yes", "--skip-preview");
  expect(await stack.outputs()).toEqual(outputs);
  expect(storedObjects(search.emulator)).not.toEqual({});
  await stack.ok("preview", "--expect-no-changes");
  await stack.destroy();
  expect(storedObjects(search.emulator)).toEqual({});
}
