/** The format of a recording: what one released version stores of every resource, and the writes that create the remote state. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ReleasedSchema } from "../../provider/tools/schema-changes";
import type { Json } from "../emulators/exchange";
import type { Properties } from "../support/structs";

/** The modules of the package; each has one file per version. */
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

/** What an engine stores of a resource. */
export interface StoredState {
  id: string;
  inputs: Properties;
  properties: Properties;
}

/** A state that a stack may hold, and what the recorded version reports about it. */
export interface RecordedState extends StoredState {
  /** The operation after which the engine stores it. */
  after: "create" | "update" | "import";
  /** How many journal entries precede it. */
  journalLength: number;
  /** The inputs as the program declares them. */
  program: Properties;
  /** What Read returns for it. */
  refreshed: StoredState;
}

/** The result of Diff between the first and the second program. */
export interface RecordedDiff {
  /** The paths of the changes. */
  changed: string[];
  replaces: string[];
  deleteBeforeReplace: boolean;
}

/** One resource with one set of inputs. */
export interface RecordedVariant {
  title: string;
  token: string;
  /** Options of the emulator, for example another server version. */
  emulator: Properties;
  journal: JournalEntry[];
  states: RecordedState[];
  /** Absent where the second program changes nothing in place. */
  diff?: RecordedDiff;
  /** Whether Read reports the object as deleted after Delete. */
  goneAfterDelete: boolean;
}

/** All variants of one module, as one version records them. */
export interface Recording {
  version: string;
  module: ModuleName;
  variants: RecordedVariant[];
}

/** The versions that have a recording, the oldest first. */
export const recordedVersions = (): string[] =>
  readdirSync(__dirname, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^\d+\.\d+\.\d+$/.test(entry.name))
    .map(({ name }) => name)
    .sort((left, right) => left.localeCompare(right, "en", { numeric: true }));

/** The file of a recording. */
export const recordingPath = (version: string, module: ModuleName): string => join(__dirname, version, `${module}.json`);

/** The file of the schema of a version, without descriptions. */
export const schemaPath = (version: string): string => join(__dirname, version, "schema.json");

/** Reads the schema of a version. */
export const readReleasedSchema = (version: string): ReleasedSchema =>
  JSON.parse(readFileSync(schemaPath(version), "utf8")) as ReleasedSchema;

/** Reads a recording; `endpoint` replaces the placeholder. Returns no variants when the version has no file for the module. */
export function readRecording(version: string, module: ModuleName, endpoint: string): Recording {
  const path = recordingPath(version, module);
  if (!existsSync(path)) return { version, module, variants: [] };
  return JSON.parse(readFileSync(path, "utf8").replaceAll(endpointPlaceholder, endpoint)) as Recording;
}
