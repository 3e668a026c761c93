// Connects the verbs with the schema, the modules and the HTTP transport; loaded when the first RPC uses the provider.
import type { Environment } from "./core/schema/environment";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PackageSpec } from "./core/schema/schema";
import { createSchema, partFile } from "./core/schema/schema";
import type { SendOptions } from "./http/send";
import { createSend } from "./http/send";
import { modules } from "./modules/index";
import { fromJson } from "./plugin/codec";
import { createProvider, type Provider } from "./provider";

/** Options of {@link assemble}. */
interface AssemblyOptions extends Pick<SendOptions, "note" | "trace"> {
  /** The folder with the schema's parts, which the build creates. */
  folder: string;
  env: Environment;
}

/** The provider and what has to be closed with it. */
export interface Assembly {
  provider: Provider;
  /** Closes the connections to remote services. */
  close(): void;
}

/** Creates the provider. Sends no request to a remote service. */
export function assemble({ folder, env, note, trace }: AssemblyOptions): Assembly {
  const part = (section: string): PackageSpec => JSON.parse(readFileSync(join(folder, "schema", partFile(section)), "utf8")) as PackageSpec;
  const schema = createSchema(part, Object.keys(modules));
  const send = createSend({ env, userAgentVersion: schema.version, note, trace });
  return { provider: createProvider({ schema, modules, send, env, fromJson }), close: () => send.close() };
}
