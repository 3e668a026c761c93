// 150: every example in a description is a program of its language.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { examplePath, shownYaml } from "../../../provider/tools/examples-text";
import { checkTypeScript } from "./typescript-examples";
import { checkYaml } from "./yaml-examples";
import { examples, root } from "./schema-file";

const source = (token: string, extension: string): string => join(root, "examples", "tokens", `${examplePath(token)}.${extension}`);

const of = (language: string): [string, string][] =>
  examples.filter((example) => example.language === language).map(({ token, code }): [string, string] => [token, code]);

describe("150: examples in TypeScript", () => {
  const faults = checkTypeScript(of("typescript"));

  it.each(of("typescript"))("%s type-checks against the SDK", (token) => {
    expect(faults.get(token)).toEqual([]);
  });

  it("are type-checked: an unknown property is found", () => {
    const code =
      'import * as quartet from "pulumi-quartet";\nnew quartet.search.SearchIngestPipeline("x", { name: "x", processors: [], colour: "red" });\n';
    expect(checkTypeScript([["wrong", code]]).get("wrong")).toEqual([expect.stringContaining("'colour' does not exist")]);
  });
});

describe("150: examples in YAML", () => {
  it.each(of("yaml"))("%s fits the schema", (_token, code) => {
    expect(checkYaml(code)).toEqual([]);
  });

  it("are validated: an unknown property is found", () => {
    const code = `
variables:
  set:
    fn::invoke:
      function: quartet:search:getSearchIngestProcessorSet
      arguments:
        fields: a
      return: text
resources:
  logs:
    type: quartet:search:SearchIndexTemplate
    properties:
      name: logs
      template:
        lifecycle:
          retention: 30d
  plan:
    type: quartet:cloud:ApiGatewayUsagePlan
    properties:
      usagePlanName: gold
      maxRequestNum: 1.5
  uploads:
    type: quartet:eventrouting/v1:Trigger
    properties:
      triggerId: uploads
      destination:
        workflow: orders
      eventFilters:
        - attribute: type
          value: a
          operator: []
  other:
    type: quartet:search:Nothing
outputs:
  a: \${logs.colour}
  b: \${missing.id}
`;
    expect(checkYaml(code)).toEqual([
      "set.field",
      "set.fields",
      "set: text",
      "logs.indexPatterns",
      "logs.template.lifecycle.retention",
      "plan.maxRequestNum",
      "uploads.eventFilters[0].operator",
      "other: quartet:search:Nothing",
      "${logs.colour}",
      "${missing.id}",
    ]);
    expect(() => checkYaml("a: [1")).toThrow();
  });
});

describe("sources of examples", () => {
  it.each(of("yaml"))("%s shows the program of examples/tokens", (token, code) => {
    expect(code).toBe(shownYaml(readFileSync(source(token, "yaml"), "utf8")));
  });

  it.each([
    ["typescript", "ts"],
    ["python", "py"],
    ["csharp", "cs"],
    ["go", "go"],
    ["java", "java"],
  ])("%s: a program of its own is shown as it is written", (language, extension) => {
    const written = of(language).filter(([token]) => existsSync(source(token, extension)));
    expect(written.map(([, code]) => code)).toEqual(written.map(([token]) => readFileSync(source(token, extension), "utf8").trim()));
  });

  it("reads secrets from the configuration", () => {
    const clear = /^\s*(?:\w*(?:password|secretKey|accessKey|activationToken)|secretValue): (?!\$\{)\S/im;
    expect(of("yaml").filter(([, code]) => clear.test(code))).toEqual([]);
  });
});
