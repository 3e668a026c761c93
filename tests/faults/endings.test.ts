// No orphan when the plugin is ended or killed at any call of any write. See docs/protocol.md#cancel and docs/protocol.md#partial-failures. The live state is reported
// before the process goes; after a kill the next run meets what was made and names it.
import { campaignOfFile } from "./campaign";
import type { Struck } from "./campaign";
import type { Strike } from "./strikes";
import { endings, kills, silentEndings } from "./strikes";

jest.setTimeout(600_000);
const campaign = campaignOfFile();
const titled = (strikes: readonly Strike[]): [string, Strike][] => strikes.map((strike) => [strike.title, strike]);

/** Every operation was answered by the plugin itself, and a signal ended it in good order. */
async function expectGoodOrder({ plugin, texts, wrong }: Struck, { blow }: Strike): Promise<void> {
  expect(texts.filter((text) => /connection (dropped|closed)|no connection established|reset by peer|RST_STREAM/i.test(text))).toEqual([]);
  if (blow === "SIGTERM") expect(await plugin.ended).toEqual({ code: 0, signal: null });
  expect(wrong).toEqual([]);
}

test.each(titled(endings))("%s", async (_title, strike) => expectGoodOrder(await campaign.strikeAll(strike), strike));

test.each(titled(kills))("%s", async (_title, strike) => {
  expect((await campaign.strikeAll(strike)).wrong).toEqual([]);
});

test("the response to a sent write is awaited within the grace, and an unknown outcome is reported", async () => {
  const struck = await Promise.all(silentEndings.map(async (strike) => ({ strike, ended: await campaign.strikeAll(strike) })));
  for (const { strike, ended } of struck) await expectGoodOrder(ended, strike);
});
