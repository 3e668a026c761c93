/** An update of tags preserves those of another writer. tests/invariants/update covers all other inputs. */
import { created } from "./setup";

const tags = { team: "shop", stage: "dev" };

test.each([
  ["service", "apigw", "service"],
  ["application", "apigateway", "apiAppId"],
  ["channel", "apigateway", "upstreamId"],
])("tags of a %s: only those that the program changes are written", async (title, serviceType, prefix) => {
  const { stack, emulator, program, calls, id } = await created(title, { tags });
  for (const [key, value] of Object.entries({ "by-hand": "1", team: "other" }))
    emulator.tags.put({ serviceType, prefix, region: "ap-guangzhou", id }, key, { value, category: "Custom" });
  const before = calls.length;
  expect(await stack.up({ ...program, tags: { team: "shop", crew: "a" } })).toBe("update");
  expect(calls.slice(before).filter(({ action }) => !action.startsWith("Describe"))).toMatchObject([
    {
      action: "ModifyResourceTags",
      params: {
        Resource: `qcs::${serviceType}:ap-guangzhou:uin/:${prefix}/${id}`,
        ReplaceTags: [{ TagKey: "crew", TagValue: "a" }],
        DeleteTags: [{ TagKey: "stage" }],
      },
    },
  ]);
  expect(emulator.tags.of(id)).toEqual({ "by-hand": "1", team: "other", crew: "a" });
});
