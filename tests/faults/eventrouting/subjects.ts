// The resources of module eventrouting/v1, each on a service of its own, for campaigns in this process.
import type { EventEmulator } from "../../emulators/eventrouting/index";
import { createEventEmulator } from "../../emulators/eventrouting/index";
import { createFaults } from "../../emulators/faults";
import type { Declaration } from "../../samples/eventrouting/resources";
import { eventDeclarations } from "../../samples/eventrouting/resources";
import { eventToken } from "../../support/events";
import { networkOf } from "../virtual/network";
import type { Fixture, Subject } from "../virtual/test-run";

/** A resource of module eventrouting/v1. */
export interface EventSubject extends Subject, Pick<Declaration, "isKeptOnDelete" | "isAdopted"> {
  open(): EventFixture;
}

/** A service with all that a resource needs. */
export interface EventFixture extends Fixture {
  emulator: EventEmulator;
}

const url = "https://events.test";
const env = {
  GOOGLE_EVENTARC_CUSTOM_ENDPOINT: url,
  GOOGLE_PROJECT: "demo-project",
  GOOGLE_REGION: "us-central1",
  GOOGLE_OAUTH_ACCESS_TOKEN: eventToken,
};

/** Opens a service whose operations take a second. */
function open({ inputs, news, prepare, existing }: Declaration): EventFixture {
  const emulator = createEventEmulator();
  emulator.operations.usual = { milliseconds: 1000 };
  prepare(emulator);
  const faults = createFaults();
  return {
    network: networkOf(emulator.handle, { faults }),
    faults,
    env,
    emulator,
    program: (verb) => (verb === "update" ? news! : inputs),
    existing: () => {
      // Running operations end first.
      emulator.operations.finish();
      return existing(emulator);
    },
  };
}

/** One subject for each resource. */
export const eventSubjects: readonly EventSubject[] = eventDeclarations.map((declaration) => {
  const { title, type, news, isKeptOnDelete, isAdopted } = declaration;
  return {
    title,
    type,
    isKeptOnDelete,
    isAdopted,
    isNameless: false,
    verbs: ["create", ...(news ? (["update"] as const) : []), ...(isKeptOnDelete ? [] : (["delete"] as const)), "refresh"],
    open: () => open(declaration),
    callOf: ({ method, path }) => {
      const name = path.split("/").slice(6).join("/");
      return `${method} ${name.replace(/operations\/.*/, "operations")}`;
    },
  };
});
