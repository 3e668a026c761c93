/** The built plugin at work on a real node, and REST calls past it. */
import { closeFixtures, expectNoSecrets, openFixture, settingsFor } from "../support/fixture";
import type { Fixture } from "../support/fixture";
import type { Json, Properties } from "../support/structs";
import { overHttp } from "./agreement";
import { step } from "./contract/step";

/** What a node returned. */
export interface Rested {
  status: number;
  body: Json;
}

/** A REST call past the provider: method and path, a body, further headers. */
export type Rest = (request: string, body?: unknown, headers?: Record<string, string>) => Promise<Rested>;

/** REST calls to a node, with these headers. */
export const restOf =
  (url: string, always: Record<string, string> = {}): Rest =>
  async (request, body, headers) => {
    const { status, body: text } = await overHttp(url)(step(request, body, { ...always, ...headers }));
    return { status, body: text === "" ? null : (JSON.parse(text) as Json) };
  };

/** The body of a response; fails unless it is a good one. */
export const good = async (response: Promise<Rested>): Promise<Json> => {
  const { status, body } = await response;
  if (status >= 300) throw new Error(`HTTP ${status}: ${JSON.stringify(body)}`);
  return body;
};

/**
 * One plugin for all tests of a file, started before the first and ended after the last, when nothing secret may be in what it has written.
 * `connection` is the block that it is configured with, requested once the node is there.
 */
export function pluginOfFile(connection: () => Properties): Fixture {
  const fixture = {} as Fixture;
  beforeAll(async () => {
    Object.assign(fixture, await openFixture());
    await fixture.rpc.configure(settingsFor(connection()));
  });
  afterAll(async () => {
    try {
      expectNoSecrets(fixture);
    } finally {
      await closeFixtures();
    }
  });
  return fixture;
}
