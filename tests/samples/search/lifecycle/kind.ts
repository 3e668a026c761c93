/** The shape of the lifecycle's data: what is made of a kind of resource, changed, spelled otherwise, drifted, rejected. */
import type { Json, Properties } from "../../../support/structs";

/** A change of the full inputs. */
export interface Change {
  /** Members in place of those of the full inputs; null takes one away. */
  to: Properties;
  /** The paths that Diff returns. */
  paths: string[];
}

/** A change made past the provider. */
interface Drift {
  given: Properties;
  /** The object as it is put over REST, without required members that stay. */
  put: Properties;
  /** Inputs that differ after a refresh; null where one is gone. */
  read: Properties;
  /** The paths that Diff returns for the change back. */
  paths: string[];
}

/** Inputs that the node rejects. */
export interface Rejection {
  given: Properties;
  /** The message after `PUT <path>: HTTP 400: `, whole. */
  reason: string;
  /** The emulator accepts them. */
  isOfNodeOnly?: boolean;
}

/** All that the lifecycle of one kind of resource needs. */
export interface Kind {
  type: string;
  /** `/_ingest/pipeline`: names are put behind it. */
  api: string;
  /** The object itself in the response to GET. */
  inResponse: (response: Json, name: string) => Json | undefined;
  /** The required inputs alone. */
  minimal: Properties;
  /** The required members on the node. */
  required: Properties;
  /** Every input, none at its default. */
  full: Properties;
  /** The full inputs as they are on the node. */
  stored: Json;
  changes: Readonly<Record<string, Change>>;
  /** By title: forms that keep the spelling of the program, and cause no difference. */
  spellings: Readonly<Record<string, Properties>>;
  drifts: Readonly<Record<string, Drift>>;
  rejections: Readonly<Record<string, Rejection>>;
}
