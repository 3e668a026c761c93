// Lets the server check the names of privileges before a write. See docs/modules/search-access.md#preview-checks.
import type { Failure } from "../../../../core/errors/errors";
import { objectOf, rowsOf, textOf, textsOf } from "../../../../core/values/records";
import type { SearchClient } from "../../client";
import { reasonOf } from "../../errors";
import type { RemoteFailure } from "../../remote";

/** A privilege, and where the program names it. */
interface Place {
  property: string;
  kind: "cluster" | "index";
  name: string;
}

/** The server reports one unknown privilege per request. */
const maximumRequests = 20;

/** Returns the failures for privileges that the server does not have. `at`: the path of the role, such as `roleDescriptors["app"].`. */
export async function privilegeFailures(role: object, client: SearchClient, at = ""): Promise<Failure[]> {
  const failures: Failure[] = [];
  let left = places(role);
  for (let request = 0; left.length > 0 && request < maximumRequests; request++) {
    const reason = await rejection(left, client);
    const unknown = left.filter(({ kind, name }) => reason?.startsWith(`unknown ${kind} privilege [${name}]`));
    if (unknown.length === 0) break;
    const advice = "Correct the name, or use a server that has it.";
    failures.push(
      ...unknown.map(({ property, kind, name }) => ({
        property: `${at}${property}`,
        reason: `Elasticsearch has no ${kind} privilege "${name}". ${advice}`,
      })),
    );
    left = left.filter((place) => !unknown.includes(place));
  }
  return failures;
}

function places(role: object): Place[] {
  const { clusters, indices } = objectOf(role);
  return [
    ...textsOf(clusters).map((name, i): Place => ({ property: `clusters[${i}]`, kind: "cluster", name })),
    ...rowsOf(indices).flatMap(({ privileges }, i) =>
      textsOf(privileges).map((name, j): Place => ({ property: `indices[${i}].privileges[${j}]`, kind: "index", name })),
    ),
  ];
}

/** Returns the reason with which the server rejects a question for these privileges; undefined if it has all of them. */
async function rejection(wanted: readonly Place[], client: SearchClient): Promise<string | undefined> {
  const named = (kind: Place["kind"]): string[] => wanted.filter((place) => place.kind === kind).map(({ name }) => name);
  const index = named("index").length === 0 ? [] : [{ names: ["preview-check"], privileges: named("index") }];
  const body = JSON.stringify({ cluster: named("cluster"), index });
  const response = await client.simulate(["_security", "user", "_has_privileges"], body, ({ status }) => status === 400);
  const { error }: RemoteFailure = objectOf(response.json);
  return response.status === 400 ? (textOf(objectOf(error)["reason"]) ?? reasonOf(objectOf(error))) : undefined;
}
