// No orphan after any failure on the way to module eventrouting/v1's service.
import { failEachCall } from "../campaign";
import { googleErrors, networkFailures } from "../failures";
import { eventSubjects } from "./subjects";

failEachCall(eventSubjects, [...networkFailures, ...googleErrors]);
