// Reads that share no request. See docs/protocol.md#shared-reads.
import type { SharedReads } from "../../contract/shared-reads";

/** Reads an object by a request of its own, as a write and a test require. */
export const loadAlone: SharedReads<unknown>["load"] = async (_from, _key, alone) => alone();
