/** Secret values of the kinds of the life of data: nothing that leaves the plugin shows them in clear, also what the real node says about them. */
import { failureOf } from "../support/failure";
import type { Properties } from "../support/structs";
import { plainTexts, secret } from "../support/structs";
import { clean } from "./agree";
import { overHttp } from "./agreement";
import { good, pluginOfFile, restOf } from "./provider";

const url = process.env.ELASTICSEARCH_NODE ?? "";
const rest = restOf(url);
const fixture = pluginOfFile(() => ({ endpoints: [url] }));
const canary = "Canary-4711-of-the-node";

beforeEach(async () => {
  await clean(overHttp(url));
  await good(rest("PUT /logs-1"));
  fixture.rpc.secrets.add(canary);
});

/** A kind with a secret input, and what changes it: as the server accepts, and as it does not. */
interface SecretInput {
  title: string;
  kind: string;
  given: Properties;
  more: Properties;
  rejected: Properties;
}

const kinds: SecretInput[] = [
  {
    title: "data 107: the source of a script",
    kind: "SearchStoredScript",
    given: { scriptId: "s", lang: "painless", source: secret(`ctx.token = "${canary}"`) },
    more: { context: "ingest" },
    rejected: { source: secret(`ctx.token = = "${canary}"`), context: "ingest" },
  },
  {
    title: "a value of a cluster setting",
    kind: "SearchClusterSettings",
    given: { persistent: { "cluster.metadata.owner": secret(canary) } },
    more: { transient: { "cluster.metadata.team": "ops" } },
    rejected: { persistent: { "search.max_buckets": secret(canary) } },
  },
  {
    title: "the filter of an alias",
    kind: "SearchIndexAlias",
    given: { name: "logs", members: [{ index: "logs-1", filter: secret(`{"term":{"token":"${canary}"}}`) }] },
    more: { exclusive: true },
    rejected: { members: [{ index: "logs-1", filter: secret(`{"term":{"token":{"value":"a","boost":"${canary}"}}}`) }] },
  },
  {
    title: "the metadata of a mapping",
    kind: "SearchIndex",
    given: { name: "orders", mappings: secret(`{"_meta":{"token":"${canary}"}}`) },
    more: { settings: '{"priority":1}' },
    rejected: { mappings: secret(`{"properties":{"a":{"type":"${canary}"}}}`) },
  },
];

it.each(kinds)("$title is in nothing in clear", async ({ kind, given, more, rejected }) => {
  const type = `quartet:search:${kind}`;
  const inputs = await fixture.rpc.inputs({ type }, given);
  const { id, properties } = await fixture.rpc.create({ type, inputs });
  const read = await fixture.rpc.read({ type, id, inputs, properties });
  const news = await fixture.rpc.inputs({ type }, { ...given, ...more });
  const diff = await fixture.rpc.diff({ type, id, olds: read.properties!, oldInputs: read.inputs!, news });
  const updated = await fixture.rpc.update({ type, id, olds: read.properties!, oldInputs: read.inputs!, news });
  const wrong = await fixture.rpc.inputs({ type }, { ...given, ...rejected });
  const failed = await failureOf(fixture.rpc.update({ type, id, olds: updated, oldInputs: news, news: wrong }));
  await fixture.rpc.delete({ type, id, properties: updated });
  const failedCreate = await failureOf(fixture.rpc.create({ type, inputs: wrong }));
  const returned = [properties, read as unknown as Properties, diff as unknown as Properties, updated];
  for (const text of [...returned.map(plainTexts), failed.message, failedCreate.message]) expect(text).not.toContain(canary);
});
