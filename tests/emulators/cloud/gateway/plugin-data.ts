/** The configuration of a plugin, JSON as text: what of it the emulator reads. */
import type { JsonObject } from "../../exchange";
import { rejectWith } from "./finding";
import { isAddress } from "./strategies";

const parsed = (text: string): JsonObject | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
};

/** Rejects text that is no JSON object (with the code of the action) and, for IPControl, bad lists of addresses. */
export const checkPluginData = (type: string, text: string, code: string): void => {
  const data = parsed(text) ?? rejectWith(code, "`PluginData` is not a JSON object.");
  if (type !== "IPControl") return;
  if (!["white_list", "black_list"].includes(data.type as string)) {
    rejectWith("InvalidParameterValue.InvalidPluginConfig", "`type` must be white_list or black_list.");
  }
  if (
    !String(data.blocks ?? "")
      .split("\n")
      .every(isAddress)
  ) {
    rejectWith("InvalidParameterValue.InvalidIPAddress", "`blocks` must hold one address or range a line.");
  }
};
