/** The errors of the API for the form of parameters, which it checks before their meaning, and the rules of the emulator's tables. */
import { filled, oneOf, quota, readParameters, type Shapes, text, upTo } from "./api";

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

const range = "InvalidParameterValue.RangeExceeded";
const options = "InvalidParameterValue.NotInOptions";
const format = "InvalidParameter.FormatError";

it.each<[code: string, path: string, change: object]>([
  ["UnknownParameter", "serviceId", { serviceId: "x" }],
  ["UnknownParameter", "constructor", { constructor: 1 }],
  ["UnknownParameter", "Filters.1.Value", { Filters: [{ Name: "n" }, { Name: "n", Value: [] }] }],
  ["UnknownParameter", "Config.Inner.Width", { Config: { Inner: { Depth: 1, Width: 2 } } }],
  ["MissingParameter", "ServiceId", { ServiceId: null }],
  ["MissingParameter", "Wanted", { Wanted: undefined }],
  ["MissingParameter", "Filters.0.Name", { Filters: [{ Values: ["v"] }] }],
  ["InvalidParameter", "ServiceId", { ServiceId: 1 }],
  ["InvalidParameter", "Limit", { Limit: 1.5 }],
  ["InvalidParameter", "Weight", { Weight: "1" }],
  ["InvalidParameter", "Flag", { Flag: 1 }],
  ["InvalidParameter", "Names", { Names: { 0: "a" } }],
  ["InvalidParameter", "Filters.0", { Filters: [["n"]] }],
  ["InvalidParameter", "Filters.0.Values.0", { Filters: [{ Name: "n", Values: [1] }] }],
  ["InvalidParameter", "Rules.Full", { Rules: { Full: 1 } }],
  ["InvalidParameterValue", "Names", { Names: [] }],
  ["InvalidParameterValue", "Grid.1", { Grid: [["a"], []] }],
  [format, "Rules.Full", { Rules: { Full: "" } }],
  ["X", "Rules.Form", { Rules: { Form: "ab" } }],
  [options, "Rules.Word", { Rules: { Word: "c" } }],
  [options, "Rules.Digit", { Rules: { Digit: 2 } }],
  [range, "Rules.Most", { Rules: { Most: 0 } }],
  [range, "Rules.Most", { Rules: { Most: 10 } }],
  [range, "Rules.Quota", { Rules: { Quota: -2 } }],
  [range, "Rules.Quota", { Rules: { Quota: 0 } }],
  [range, "Rules.Quota", { Rules: { Quota: 6 } }],
  [format, "Rules.Each.1", { Rules: { Each: ["x", ""] } }],
])("rejects with %s, %s: %j", (code, path, change) => {
  expect(() => read({ ...minimal, ...change })).toThrow(
    expect.objectContaining({ code, message: expect.stringContaining(`\`${path}\``) as string }),
  );
});

it.each(["", "{", "null", "[]", '"text"'])("rejects the body %j, which is no JSON object", (body) => {
  expect(() => read(body)).toThrow(expect.objectContaining({ code: "InvalidParameter" }));
});
