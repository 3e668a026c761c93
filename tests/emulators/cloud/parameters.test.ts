/** The errors of the API for the form of parameters, which it checks before their meaning, and the rules of the emulator's tables. */
import { filled, oneOf, quota, text, upTo, type Shapes } from "./api";
import { readParameters } from "./parameters";

const shapes: Shapes = {
  "ServiceId!": "string",
  Limit: "integer",
  Weight: "number",
  Flag: "boolean",
  Names: ["string"],
  "Grid[]": [["string"]],
  "Wanted[]!": ["string"],
  Filters: [{ "Name!": "string", Values: ["string"] }],
  Config: { Path: "string", Inner: { "Depth!": "integer" } },
  Rules: {
    Full: filled,
    Form: text(/^a+$/, "X"),
    Word: oneOf(["a", "b"]),
    Digit: oneOf([0, 1]),
    Most: upTo(9, 1),
    Quota: quota(5),
    Each: [filled],
  },
};

const read = (params: unknown): unknown => readParameters(typeof params === "string" ? params : JSON.stringify(params), shapes);
const minimal = { ServiceId: "service-ody35h5e", Wanted: [] };

it("passes its inputs, without nulls", () => {
  const Rules = { Full: "x", Form: "aa", Word: "b", Digit: 0, Most: 9, Quota: -1, Each: ["x"] };
  const Config = { Path: "/", Inner: { Depth: 1 } };
  const lists = { Names: ["a"], Grid: [], Wanted: ["x"], Filters: [{ Name: "n", Values: ["v"] }] };
  const whole = { ...minimal, Limit: 0, Weight: 0.5, Flag: false, ...lists, Config, Rules };
  expect(read(whole)).toEqual(whole);
  expect(read({ ...minimal, Limit: null, Config: { Path: null } })).toEqual({ ...minimal, Config: {} });
});

const type = (change: object, path: string): [object, string, string] => [change, "InvalidParameter", path];
const missing = (change: object, path: string): [object, string, string] => [change, "MissingParameter", path];
const unknown = (change: object, path: string): [object, string, string] => [change, "UnknownParameter", path];
const empty = (change: object, path: string): [object, string, string] => [change, "InvalidParameterValue", path];
const rule = (member: string, value: unknown, code = "InvalidParameterValue.RangeExceeded"): [object, string, string] => [
  { Rules: { [member]: value } },
  code,
  `Rules.${member}`,
];

it.each<[change: object, code: string, path: string]>([
  unknown({ serviceId: "x" }, "serviceId"),
  unknown({ Other: null }, "Other"),
  unknown({ constructor: 1 }, "constructor"),
  unknown({ Filters: [{ Name: "n" }, { Name: "n", Value: [] }] }, "Filters.1.Value"),
  unknown({ Config: { Inner: { Depth: 1, Width: 2 } } }, "Config.Inner.Width"),
  missing({ ServiceId: null }, "ServiceId"),
  missing({ Wanted: undefined }, "Wanted"),
  missing({ Filters: [{ Values: ["v"] }] }, "Filters.0.Name"),
  missing({ Config: { Inner: {} } }, "Config.Inner.Depth"),
  type({ ServiceId: 1 }, "ServiceId"),
  type({ Limit: "1" }, "Limit"),
  type({ Limit: 1.5 }, "Limit"),
  type({ Weight: "1" }, "Weight"),
  type({ Flag: 1 }, "Flag"),
  type({ Names: { 0: "a" } }, "Names"),
  type({ Names: ["a", null] }, "Names.1"),
  type({ Filters: [["n"]] }, "Filters.0"),
  type({ Filters: [{ Name: "n", Values: [1] }] }, "Filters.0.Values.0"),
  type({ Config: [] }, "Config"),
  type({ Rules: { Full: 1 } }, "Rules.Full"),
  empty({ Names: [] }, "Names"),
  empty({ Grid: [["a"], []] }, "Grid.1"),
  empty({ Filters: [{ Name: "n", Values: [] }] }, "Filters.0.Values"),
  rule("Full", "", "InvalidParameter.FormatError"),
  rule("Form", "ab", "X"),
  rule("Word", "c", "InvalidParameterValue.NotInOptions"),
  rule("Digit", 2, "InvalidParameterValue.NotInOptions"),
  ...[0, 10].map((value) => rule("Most", value)),
  ...[-2, 0, 6].map((value) => rule("Quota", value)),
  [{ Rules: { Each: ["x", ""] } }, "InvalidParameter.FormatError", "Rules.Each.1"],
])("rejects a call with %j as %s", (change, code, path) => {
  expect(() => read({ ...minimal, ...change })).toThrow(
    expect.objectContaining({ code, message: expect.stringContaining(`\`${path}\``) as string }),
  );
});

it.each(["", "{", "\u0000", "null", "[]", '"text"', "1"])("rejects the body %j, which is no JSON object", (body) => {
  expect(() => read(body)).toThrow(expect.objectContaining({ code: "InvalidParameter" }));
});
