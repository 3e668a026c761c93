// No orphan after any failure on the way to module search's server.
import { failEachCall } from "../campaign";
import { networkFailures } from "../failures";
import { searchSubjects } from "./subjects";

describe("access 122", () => failEachCall(searchSubjects, networkFailures));
