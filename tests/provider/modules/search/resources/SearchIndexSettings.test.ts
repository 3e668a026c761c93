/** Declared settings of a data stream, which has settings of its own. See docs/modules/search.md#settings-of-an-index. */
import { stackFixture } from "./stack-fixture";

test("data 78: a data stream is refused by create and import", async () => {
  const { stack, emulator, bodies } = stackFixture("quartet:search:SearchIndexSettings");
  emulator.putDataStream("logs-app");
  const advice = "the input settings of SearchDataStream, or an index template";
  const message = expect.stringMatching(new RegExp(`^"logs-app" is an alias or data stream of ".*-0*1"\\. .*${advice}`));
  const program = { index: "logs-app", settings: '{"priority":1}' };
  await expect(stack.up(program)).rejects.toMatchObject({ code: "failed_precondition", message });
  await expect(stack.import("logs-app")).rejects.toMatchObject({ code: "failed_precondition", message });
  expect(bodies()).toEqual({});
});
