// The written form of schema.json: sorted, indented, stable.
import { formatSchema } from "../../../provider/tools/schema-text";

const lines = (...text: string[]): string => `${text.join("\n")}\n`;

describe("formatSchema", () => {
  it("sorts the keys of every object and indents by two blanks", () => {
    expect(formatSchema('{"b":{"d":1,"c":[{"z":true,"y":null}]},"a":"x"}')).toBe(
      lines(
        "{",
        '  "a": "x",',
        '  "b": {',
        '    "c": [',
        "      {",
        '        "y": null,',
        '        "z": true',
        "      }",
        "    ],",
        '    "d": 1',
        "  }",
        "}",
      ),
    );
  });

  it("orders keys by code units, capitals first, and not by language", () => {
    const keys = Object.keys(JSON.parse(formatSchema('{"b":1,"B":1,"$ref":1,"a":1,"ä":1}')) as object);
    expect(keys).toEqual(["$ref", "B", "a", "b", "ä"]);
  });

  it("sorts the names in required and requiredInputs, each once", () => {
    const text = formatSchema('{"required":["b","a","b"],"requiredInputs":["d","c"]}');
    expect(JSON.parse(text)).toEqual({ required: ["a", "b"], requiredInputs: ["c", "d"] });
  });

  it("keeps the order of every other list, enum values included", () => {
    const schema = { enum: [{ value: "y" }, { value: "M" }, { value: "d" }], keywords: ["search", "category/infrastructure"] };
    expect(JSON.parse(formatSchema(JSON.stringify(schema)))).toEqual(schema);
  });

  it("treats a property named required as a property", () => {
    const schema = { properties: { required: { type: "boolean", description: "b" } } };
    expect(JSON.parse(formatSchema(JSON.stringify(schema)))).toEqual(schema);
  });

  it("is idempotent", () => {
    const once = formatSchema('{"types":{"q:m:B":{"required":["y","x"]},"q:m:A":{}},"name":"q"}');
    expect(formatSchema(once)).toBe(once);
  });

  it("fails for text that is not JSON", () => {
    expect(() => formatSchema('{"name": }')).toThrow(SyntaxError);
  });
});
