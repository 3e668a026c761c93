// The resources of module search, each on a server of its own, for campaigns in this process.
import { createFaults } from "../../emulators/faults";
import { createSearchEmulator } from "../../emulators/search/index";
import type { Kind } from "../../samples/search/parts";
import { existing, kinds, putPrerequisites, registerAll } from "../../samples/search/resources";
import { networkOf } from "../virtual/network";
import type { Fixture, Subject } from "../virtual/test-run";

/** A resource of module search. */
export type SearchSubject = Subject;

const url = "http://search.test:9200";

/** Opens a server with what the kinds refer to. Connector services register at once. */
function open({ inputs, news }: Kind): Fixture {
  const emulator = createSearchEmulator();
  putPrerequisites(emulator);
  const faults = createFaults();
  const handle: typeof emulator.handle = (request) => {
    const reply = emulator.handle(request);
    registerAll(emulator);
    return reply;
  };
  return {
    network: networkOf(handle, { faults }),
    faults,
    env: { ELASTICSEARCH_ENDPOINTS: url },
    program: (verb) => (verb === "update" ? news : inputs),
    existing: () => existing(emulator),
  };
}

/** One subject for each kind of object. */
export const searchSubjects: readonly SearchSubject[] = kinds.map((kind) => ({
  title: kind.title,
  type: kind.type,
  isNameless: kind.nameless === true,
  secret: kind.secret,
  verbs: kind.stays ? ["create", "update", "refresh"] : ["create", "update", "delete", "refresh"],
  open: () => open(kind),
  // An id that the server generates differs in each test run.
  callOf: ({ method, path }) => `${method} ${path.replace(/(?<=\/_(?:connector|security\/api_key)\/)[\w-]{20}/, "~")}`,
}));
