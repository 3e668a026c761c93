// Lets the server check the names of privileges before a write. See docs/modules/search-access.md#roles.
import type { Failure } from "../../../../core/errors/errors";
import { objectOf, rowsOf, textsOf } from "../../../../core/values/records";
import type { SearchClient } from "../../client";

/** A privilege, and where the program names it. */
interface Place {
  property: string;
  kind: "cluster" | "index";
  name: string;
}

/** Returns the failures for privileges that the server does not have. `at`: the path of the role, such as `roleDescriptors["app"].`. */
export async function privilegeFailures(role: object, client: SearchClient, at = ""): Promise<Failure[]> {
  const all = placesOf(role);
  if (all.length === 0 || (await areKnown(all, client))) return [];
  const questions = new Map(all.map((place) => [keyOf(place), place]));
  const answers = await Promise.all([...questions].map(async ([key, place]) => [key, await areKnown([place], client)] as const));
  const known = new Map(answers);
  return all
    .filter((place) => known.get(keyOf(place)) === false)
    .map(({ property, kind, name }) => ({
      property: `${at}${property}`,
      reason: `Elasticsearch has no ${kind} privilege "${name}". Correct the name, or use a server that has it.`,
    }));
}

function keyOf({ kind, name }: Place): string {
  return `${kind} ${name}`;
}

function placesOf(role: object): Place[] {
  const { clusters, indices, remoteIndices } = objectOf(role);
  const ofIndices = (list: string, value: typeof indices): Place[] =>
    rowsOf(value).flatMap(({ privileges }, i) =>
      textsOf(privileges).map((name, j) => ({ property: `${list}[${i}].privileges[${j}]`, kind: "index", name })),
    );
  return [
    ...textsOf(clusters).map((name, i): Place => ({ property: `clusters[${i}]`, kind: "cluster", name })),
    ...ofIndices("indices", indices),
    ...ofIndices("remoteIndices", remoteIndices),
  ];
}

/** Returns whether the server has all of these privileges: it rejects a check that names another one. */
async function areKnown(places: readonly Place[], client: SearchClient): Promise<boolean> {
  const named = (kind: Place["kind"]): string[] => places.filter((place) => place.kind === kind).map(({ name }) => name);
  const index = named("index").length === 0 ? [] : [{ names: ["preview-check"], privileges: named("index") }];
  const body = JSON.stringify({ cluster: named("cluster"), index });
  const response = await client.simulate(["_security", "user", "_has_privileges"], body, { accepts: ({ status }) => status === 400 });
  return response.status !== 400;
}
