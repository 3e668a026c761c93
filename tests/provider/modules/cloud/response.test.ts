// Each response is parsed once. See docs/modules/cloud.md#reading-responses.
import { line, no, success } from "./exchange";

test("a response is parsed once, by the retry policy and the caller together", async () => {
  const fine = success({ Result: true });
  const parse = jest.spyOn(JSON, "parse");
  try {
    await line([no("ResourceBusy"), fine]).perform();
    expect(parse.mock.calls.filter(([text]) => text === fine.body.toString())).toHaveLength(1);
  } finally {
    parse.mockRestore();
  }
});
