// The resources of module eventrouting/v1, each on a service of its own, for campaigns in this process.
import { createEventEmulator } from "../../emulators/eventrouting/index";
import { createFaults } from "../../emulators/faults";
import { eventDeclarations } from "../../samples/eventrouting/resources";
import { eventToken } from "../../support/events";
import type { CampaignSubject } from "../campaign";
import { networkOf } from "../virtual/network";

const env = {
  GOOGLE_EVENTARC_CUSTOM_ENDPOINT: "https://events.test",
  GOOGLE_PROJECT: "demo-project",
  GOOGLE_REGION: "us-central1",
  GOOGLE_OAUTH_ACCESS_TOKEN: eventToken,
};

/** One subject for each resource. */
export const eventSubjects: readonly CampaignSubject[] = eventDeclarations.map(
  ({ type, isPolicy, isUpdated, open, existing }): CampaignSubject => ({
    title: type.slice(type.lastIndexOf(":") + 1),
    type,
    isAdopted: isPolicy,
    isNameless: false,
    repeatsWrites: true,
    verbs: ["create", ...(isUpdated ? (["update"] as const) : []), ...(isPolicy ? [] : (["delete"] as const)), "refresh"],
    open() {
      const emulator = createEventEmulator();
      const { inputs, news } = open(emulator);
      // Each operation takes a second.
      emulator.operations.usual = { milliseconds: 1000 };
      const faults = createFaults();
      return {
        network: networkOf(emulator.handle, { faults }),
        faults,
        env,
        program: (verb) => (verb === "update" ? news! : inputs),
        existing() {
          // Running operations end first.
          emulator.operations.finish();
          return existing(emulator);
        },
      };
    },
    callOf({ method, path }) {
      const name = path.split("/").slice(6).join("/");
      return `${method} ${name.replace(/operations\/.*/, "operations")}`;
    },
  }),
);
