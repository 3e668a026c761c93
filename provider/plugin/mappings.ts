// The mappings for converters of other ecosystems: a file for each Terraform provider, which the build creates. See docs/protocol.md#mappings.
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

/** The mappings of the plugin. The key is the name of the ecosystem. */
export interface Mappings {
  /** Returns the names of the providers that have a mapping. */
  providers(key: string): string[];
  /** Returns the mapping of a provider; undefined if there is none. */
  read(key: string, provider: string): Uint8Array | undefined;
}

/** Returns the mappings in a folder. They are read when they are requested, so that the start of the process does not take longer. */
export function mappingsIn(folder: string): Mappings {
  const providers = (key: string): string[] => (key === "terraform" ? readdirSync(folder).map((file) => basename(file, ".json")) : []);
  return {
    providers,
    read: (key, provider) => (providers(key).includes(provider) ? readFileSync(join(folder, `${provider}.json`)) : undefined),
  };
}
