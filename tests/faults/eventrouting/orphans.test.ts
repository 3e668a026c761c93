// No orphan after any failure on the way to module eventrouting/v1's service.
import { failEachCall } from "../campaign";
import { networkFailures } from "../failures";
import { googleErrors } from "./failures";
import { eventSubjects } from "./subjects";

failEachCall(eventSubjects, [...networkFailures, ...googleErrors]);
