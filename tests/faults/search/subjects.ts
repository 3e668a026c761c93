// The resources of module search, each on a server of its own, for campaigns in this process.
import { createFaults } from "../../emulators/faults";
import { createSearchEmulator } from "../../emulators/search/index";
import { existing, kinds, putPrerequisites, registerAll } from "../../samples/search/resources";
import type { CampaignSubject } from "../campaign";
import { networkOf } from "../virtual/network";

/** One subject for each kind of object. */
export const searchSubjects: readonly CampaignSubject[] = kinds.map(({ title, type, nameless, secret, stays, inputs, news }) => ({
  title,
  type,
  isNameless: nameless === true,
  secret,
  verbs: stays ? ["create", "update", "refresh"] : ["create", "update", "delete", "refresh"],
  open() {
    const emulator = createSearchEmulator();
    putPrerequisites(emulator);
    const faults = createFaults();
    const handle: typeof emulator.handle = (request) => {
      const reply = emulator.handle(request);
      // Connector services register at once.
      registerAll(emulator);
      return reply;
    };
    return {
      network: networkOf(handle, { faults }),
      faults,
      env: { ELASTICSEARCH_ENDPOINTS: "http://search.test:9200" },
      program: (verb) => (verb === "update" ? news : inputs),
      existing: () => existing(emulator),
    };
  },
  // An id that the server generates differs in each test run.
  callOf: ({ method, path }) => `${method} ${path.replace(/(?<=\/_(?:connector|security\/api_key)\/)[\w-]{20}/, "~")}`,
}));
