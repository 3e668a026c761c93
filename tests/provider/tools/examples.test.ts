// 150: TypeScript programs in the descriptions and in documents. tests/examples/tokens checks those in other languages, and the sources of all of them.
import { documentPrograms } from "../../support/document-programs";
import { programsOf } from "../../examples/tokens/programs";
import { checkTypeScript } from "./typescript-examples";
import { examples } from "./schema-file";

const programs = [...programsOf("typescript")];

describe("150: programs in TypeScript", () => {
  const faults = checkTypeScript(programs);

  it.each(programs)("%s type-checks against the SDK", (name) => {
    expect(faults.get(name)).toEqual([]);
  });

  it("are type-checked: an unknown property is found", () => {
    const code =
      'import * as quartet from "pulumi-quartet";\nnew quartet.search.SearchIngestPipeline("x", { name: "x", processors: [], colour: "red" });\n';
    expect(checkTypeScript([["wrong", code]]).get("wrong")).toEqual([expect.stringContaining("'colour' does not exist")]);
  });

  it("are in the guide to every service", () => {
    const guides = documentPrograms("typescript").map(([place]) => place.split(":")[0]);
    const services = ["elasticsearch", "eventarc", "fivetran", "tencent-cloud"];
    expect(guides).toEqual(expect.arrayContaining(services.map((name) => `docs/guides/${name}.md`)));
  });
});

it("examples read secrets from the configuration", () => {
  const clear = /^\s*(?:\w*(?:password|secretKey|accessKey|activationToken)|secretValue): (?!\$\{)\S/im;
  expect(examples.filter(({ language, code }) => language === "yaml" && clear.test(code))).toEqual([]);
});
