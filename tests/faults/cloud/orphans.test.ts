// No orphan after any failure on the way to module cloud's service or of the service, and no error without action, code and request ID.
import { failEachCall } from "../campaign";
import { networkFailures, serviceErrors } from "./failures";
import { cloudSubjects } from "./subjects";
import { violations } from "./violations";

failEachCall(cloudSubjects, [...networkFailures, ...serviceErrors], violations);
