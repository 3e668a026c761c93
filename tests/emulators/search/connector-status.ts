/** The status of a connector: its words, and which may follow which. See docs/modules/search.md#connector-configuration and docs/modules/search.md#connector-update. */
import type { Json } from "../exchange";
import { illegal, SearchFailure } from "./errors";
import type { Field } from "./object-parser";
import { string } from "./shapes";

const NEXT: Readonly<Record<string, readonly string[]>> = {
  created: ["needs_configuration", "error"],
  needs_configuration: ["configured", "error"],
  configured: ["needs_configuration", "configured", "connected", "error"],
  connected: ["connected", "configured", "error"],
  error: ["connected", "configured", "error"],
};

/** One of the words, in any case. */
export const statusWord: Field<string> = {
  ...string,
  read: (node) => {
    const word = string.read(node);
    if (!Object.hasOwn(NEXT, word.toLowerCase())) throw illegal(`Unknown ConnectorStatus: ${word}`);
    return word.toLowerCase();
  },
};

/** Rejects a transition that connectors do not have. */
export const checkStep = (from: Json | undefined, to: string): void => {
  if (NEXT[String(from)]?.includes(to)) return;
  const steps = `from [${String(from)}] to [${to}]`;
  const reason = `Invalid transition attempt ${steps}. Such a status transition is not supported by the Connector Protocol.`;
  const causedBy = { type: "connector_invalid_status_transition_exception", reason };
  throw new SearchFailure(400, { type: "status_exception", reason, causedBy });
};
