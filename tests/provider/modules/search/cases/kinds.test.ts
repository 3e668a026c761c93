/** What holds for every kind of the life of data, and of security, that the server has. See docs/modules/search.md. */
import type { Json } from "../../../../emulators/exchange";
import { rejects } from "../support";
import { kindFixture, kinds as ofData, namedKinds, securityKinds } from "./kinds";

const kinds = [...ofData, ...securityKinds];

/** Replaces the members of a body, or those of its objects. */
const replaced =
  (depth: number, value: Json) =>
  (body: Json): Json => {
    if (depth === 0) return value;
    if (Array.isArray(body)) return body.map(replaced(depth, value));
    if (body === null || typeof body !== "object") return body;
    return Object.fromEntries(Object.entries(body).map(([name, member]) => [name, replaced(depth - 1, value)(member)]));
  };

const withMembers =
  (depth: number) =>
  (value: Json): [string, (body: Json) => Json] => [`members at depth ${depth} that are ${JSON.stringify(value)}`, replaced(depth, value)];

/** Bodies that are no object of the server. Texts and empty lists are values of some members. */
const wrongBodies = [
  ["a page", "<html><body>Welcome</body></html>"],
  ["nothing", ""],
  ["half a body", '{"users":{'],
  ["a text", '"text"'],
  ["a number", "1"],
  ["null", "null"],
  ["a list", "[]"],
  ["a list of objects", "[{}]"],
  ["an acknowledgment", '{"acknowledged":true}'],
  ["an error", '{"error":{"type":"exception","reason":"out of order"},"status":500}'],
  ...[1, "text", null, true, [1]].map(withMembers(1)),
  ...[1, null, true, [1], 1.5].map(withMembers(2)),
];

test.each(kinds)(
  "data 123: $kind lives without a difference, and is destroyed twice; data 122: no response of another form becomes its state",
  async (kind) => {
    const { stack, network, settled } = await kindFixture(kind);
    for (const program of Object.values(kind.programs)) {
      await stack.up(program);
      await settled(program);
    }
    const { stored } = stack;
    const accepted = [];
    for (const [title, body] of wrongBodies) {
      network.disturb = async ({ method, url }, respond) => {
        const response = await respond();
        const { pathname } = new URL(url);
        // Lists of API keys are queries.
        if ((method !== "GET" && !pathname.includes("/_query/")) || pathname === "/") return response;
        const text = typeof body === "string" ? body : JSON.stringify(body(JSON.parse(response.body)));
        return { ...response, status: 200, body: text };
      };
      const outcome = await stack.refresh().catch((error: unknown) => (error as { code?: string }).code);
      if (outcome !== "unavailable" && outcome !== "failed_precondition") accepted.push([title, outcome]);
      stack.stored = stored;
    }
    expect(accepted).toEqual([]);
    network.disturb = undefined;
    for (let i = 0; i < 2; i++) {
      stack.stored = stored;
      await stack.destroy();
    }
  },
);

/** Kinds whose updates change what a create does not write first. */
const hasOtherChanges = /Search(?:DataStream|EnrichPolicy|ServiceToken|Snapshot)$/;

test.each(namedKinds)(
  "data 14, 15, 26, 59, 106, access 32, 40, 41, 59, 123, 124, 131: a $kind of the name is not overwritten, different or equal; data 34, 87, 104, access 34, 90: one that another client deletes is gone",
  async ({ kind, ...fixed }) => {
    const { stack, another } = await kindFixture({ kind, ...fixed });
    const { inputs, news } = fixed.programs;
    await stack.up(inputs);
    const [change = ""] = await stack.preview(news);
    const refused = (differing: string) =>
      new RegExp(
        `^already_exists: [^]*already exists${differing}\\. This create [^]*pulumi import quartet:search:${kind} \\S+ ${stack.stored!.id}`,
      );
    await rejects(another().up(news), refused(hasOtherChanges.test(kind) ? "" : ` and differs in ${change.split(/\W/)[0]}\\b.*`));
    await rejects(another().up(inputs), refused(""));
    expect(await stack.refresh()).toEqual([]);
    const { stored } = stack;
    for (let i = 0; i < 2; i++) {
      await stack.destroy();
      stack.stored = stored;
    }
    expect(await stack.refresh()).toEqual(["gone"]);
  },
);
