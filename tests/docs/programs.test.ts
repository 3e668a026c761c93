/** Programs in documents fit the SDK and the schema. Other languages are compiled by the tests of the examples. */
import { checkTypeScript } from "../provider/tools/typescript-examples";
import { checkYaml } from "../provider/tools/yaml-examples";
import { documentPrograms } from "../support/document-programs";

const typescript = documentPrograms("typescript").map(([place, code]): [string, string] => [place, code]);
const faults = checkTypeScript(typescript);

it("exist for every service", () => {
  const guides = typescript.map(([place]) => place.split(":")[0]);
  expect(guides).toEqual(
    expect.arrayContaining(["elasticsearch", "eventarc", "fivetran", "tencent-cloud"].map((name) => `docs/guides/${name}.md`)),
  );
});

it.each(typescript)("%s type-checks", (place) => {
  expect(faults.get(place)).toEqual([]);
});

it.each(documentPrograms("yaml"))("%s fits the schema", (_place, code) => {
  expect(checkYaml(code)).toEqual([]);
});
