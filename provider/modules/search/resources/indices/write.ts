// Writes settings of an index. See docs/modules/search.md#index-settings.
import { exactText, type Json } from "../../../../core/json/exact-json";
import type { SearchClient } from "../../client";
import { declaredSettings, isStatic, type IndexSettings } from "./settings";

/** A change of an index. */
interface IndexChange {
  name: string;
  /** The settings of the server. */
  current: IndexSettings;
  /** The settings that are declared before the change, and after it. */
  declared: { before: string | undefined; after: string | undefined };
  /** The settings to write; null resets a key. */
  written: ReadonlyMap<string, Json>;
  /** Whether the index may be closed for static settings. */
  allowReopen: boolean;
  /** Sends the other requests of the change. */
  others?: readonly (() => Promise<unknown>)[];
  /** Called after each request that writes settings. */
  onWritten?(): void;
}

/** Carries out a change. Declared blocks that forbid it are lifted before it and set after it. */
export async function changeIndex(change: IndexChange, client: SearchClient): Promise<void> {
  const { name, current, declared, written, allowReopen, others = [] } = change;
  const write = async (values: ReadonlyMap<string, Json>): Promise<void> => {
    await writeSettings(name, values, allowReopen, client);
    if (values.size > 0) change.onWritten?.();
  };
  const isBlock = ([key]: readonly [string, Json]): boolean => key.startsWith("index.blocks.");
  const values = new Map([...written].filter((entry) => !isBlock(entry)));
  const blocks = new Map([...written].filter(isBlock));
  if (values.size > 0 || others.length > 0) {
    await liftBlocks(name, { current, declared: declared.before }, client);
    for (const [key, value] of changeBlocks(declared.after, current)) if (!blocks.has(key)) blocks.set(key, value);
  }
  await write(values);
  for (const send of others) await send();
  await write(blocks);
}

/** Lifts the declared blocks that forbid changes of the index. */
export async function liftBlocks(
  name: string,
  { current, declared }: { current: IndexSettings; declared: string | undefined },
  client: SearchClient,
): Promise<void> {
  const lifted = [...changeBlocks(declared, current).keys()];
  await writeSettings(name, new Map(lifted.map((key) => [key, null])), false, client);
}

/** Writes settings, if there are any. */
async function writeSettings(name: string, values: ReadonlyMap<string, Json>, allowReopen: boolean, client: SearchClient): Promise<void> {
  if (values.size === 0) return;
  const reopens = allowReopen && [...values.keys()].some(isStatic);
  await client.put([name, "_settings"], exactText(Object.fromEntries(values)), reopens ? { query: { reopen: "true" } } : {});
}

const changeBlockKeys = ["index.blocks.metadata", "index.blocks.read_only"];

/** Returns the declared blocks that are in force and forbid changes of the index. */
function changeBlocks(text: string | undefined, current: IndexSettings): Map<string, Json> {
  const declared = [...declaredSettings(text)].filter(([key, value]) => changeBlockKeys.includes(key) && String(value) === "true");
  return new Map(declared.filter(([key]) => String(current.get(key)) === "true"));
}
