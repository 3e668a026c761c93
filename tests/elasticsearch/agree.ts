/** The assertion of the contract: every step of a group gets the same response from both. */
import { step, stepsOf, type Steps } from "./contract/step";
import { compare, type Server } from "./agreement";

/** Takes away all that the groups before have left on the node. */
export const clean = async (node: Server): Promise<void> => {
  for (const api of ["_index_template", "_component_template", "_ingest/pipeline"]) await node({ line: `DELETE /${api}/*` });
  const scripts = await node({ line: "GET /_cluster/state/metadata?filter_path=metadata.stored_scripts" });
  const { metadata } = JSON.parse(scripts.body) as { metadata?: { stored_scripts: object } };
  for (const id of Object.keys(metadata?.stored_scripts ?? {})) await node({ line: `DELETE /_scripts/${encodeURIComponent(id)}` });
  await removeRepositories(node);
  await node({ line: "PUT /*/_settings?expand_wildcards=all", body: { "index.blocks.metadata": null, "index.blocks.read_only": null } });
  const { body } = await node({ line: "GET /*?features=settings&expand_wildcards=all" });
  const indices = Object.keys(JSON.parse(body) as object);
  for (let i = 0; i < indices.length; i += 10) await node({ line: `DELETE /${indices.slice(i, i + 10).join(",")}` });
  await node({ line: "PUT /_cluster/settings", body: { persistent: { "*": null }, transient: { "*": null } } });
};

/** Takes away all objects of security, except those of the server, whose users are enabled again. */
export const cleanSecurity = async (node: Server): Promise<void> => {
  const list = async (path: string): Promise<[string, { metadata?: { _reserved?: boolean } }][]> =>
    Object.entries(JSON.parse((await node({ line: `GET ${path}` })).body) as object);
  for (const path of ["/_security/role", "/_security/role_mapping", "/_security/user"])
    for (const [name, { metadata }] of await list(path)) {
      if (!metadata?._reserved) await node({ line: `DELETE ${path}/${encodeURIComponent(name)}` });
      else if (path === "/_security/user") await node({ line: `PUT ${path}/${name}/_enable` });
    }
  for (const [application, privileges] of await list("/_security/privilege"))
    await node({ line: `DELETE /_security/privilege/${application}/${Object.keys(privileges).join(",")}` });
  await node(step("DELETE /_security/api_key", { owner: true }));
  const credential = "/_security/service/elastic/fleet-server/credential";
  const { tokens } = JSON.parse((await node({ line: `GET ${credential}` })).body) as { tokens: object };
  for (const name of Object.keys(tokens)) await node({ line: `DELETE ${credential}/token/${name}` });
};

/** Repositories keep their snapshots: another one of the same storage would have them. */
const removeRepositories = async (node: Server) => {
  const { body } = await node({ line: "GET /_snapshot" });
  for (const name of Object.keys(JSON.parse(body) as object)) {
    await node({ line: `DELETE /_snapshot/${name}/*` });
    await node({ line: `DELETE /_snapshot/${name}` });
  }
};

/** Fails at the first step on which the two disagree, and shows both responses. */
export const agree = async (steps: Steps, node: Server, emulator: Server): Promise<void> => {
  for (const step of stepsOf(steps)) {
    const responses = await compare(step, node, emulator);
    expect({ server: step, response: responses.emulator }).toEqual({ server: step, response: responses.node });
  }
};
