// No orphan when the plugin is ended or killed at any call of any write. See docs/protocol.md#cancel and docs/protocol.md#partial-failures. The live state is reported
// before the process goes; after a kill the next run meets what was made and names it.
import { campaignOfFile } from "./campaign";
import type { Disturbed } from "./campaign";
import type { Disturbance } from "./disturbances";
import { endings, kills, silentEndings } from "./disturbances";

jest.setTimeout(600_000);
const campaign = campaignOfFile();
const titled = (disturbances: readonly Disturbance[]): [string, Disturbance][] =>
  disturbances.map((disturbance) => [disturbance.title, disturbance]);

/** The plugin responded to every operation, and a signal ended it properly. */
async function expectGoodOrder({ plugin, texts, wrong }: Disturbed, { blow }: Disturbance): Promise<void> {
  expect(texts.filter((text) => /connection (dropped|closed)|no connection established|reset by peer|RST_STREAM/i.test(text))).toEqual([]);
  if (blow === "SIGTERM") expect(await plugin.ended).toEqual({ code: 0, signal: null });
  expect(wrong).toEqual([]);
}

test.each(titled(endings))("%s", async (_title, disturbance) => expectGoodOrder(await campaign.disturbAll(disturbance), disturbance));

test.each(titled(kills))("%s", async (_title, disturbance) => {
  expect((await campaign.disturbAll(disturbance)).wrong).toEqual([]);
});

test("the response to a sent write is awaited within the grace, and an unknown outcome is reported", async () => {
  const disturbed = await Promise.all(
    silentEndings.map(async (disturbance) => ({ disturbance, ended: await campaign.disturbAll(disturbance) })),
  );
  for (const { disturbance, ended } of disturbed) await expectGoodOrder(ended, disturbance);
});
