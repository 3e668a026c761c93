/** The format of a recording: the writes that create the remote state, and the schema of the version. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ReleasedSchema } from "../../provider/tools/schema-changes";
import type { Json } from "../emulators/exchange";

/** The modules of the package that have resources. */
export const moduleNames = ["search", "cloud", "eventrouting"] as const;
export type ModuleName = (typeof moduleNames)[number];

/** Stands for the address of the emulator, which has another port in each run. */
export const endpointPlaceholder = "http://endpoint.example";

/** One write that the emulator received, and its response. */
export interface JournalEntry {
  /** The emulator's clock. */
  time: string;
  /** `PUT /_ingest/pipeline/logs`, or `apigateway/CreateService`. */
  call: string;
  /** The body; a text where its JSON does not survive parsing unchanged. */
  body?: Json;
  /** The region of a cloud request. */
  region?: string;
  answer: Json;
}

/** The versions that have a recording, the oldest first. */
export const recordedVersions = (): string[] =>
  readdirSync(__dirname, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^\d+\.\d+\.\d+$/.test(entry.name))
    .map(({ name }) => name)
    .sort((left, right) => left.localeCompare(right, "en", { numeric: true }));

/** The file of the schema of a version, without descriptions. */
export const schemaPath = (version: string): string => join(__dirname, version, "schema.json");

/** Reads the schema of a version. */
export const readReleasedSchema = (version: string): ReleasedSchema =>
  JSON.parse(readFileSync(schemaPath(version), "utf8")) as ReleasedSchema;
