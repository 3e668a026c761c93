/** What the API says about parameters before it looks at their meaning. */
import type { Shapes } from "./api";
import { readParameters } from "./parameters";

const shapes: Shapes = {
  "ServiceId!": "string",
  Limit: "integer",
  Weight: "number",
  Flag: "boolean",
  Names: ["string"],
  "Grid[]": [["string"]],
  "Emptied[]": ["string"],
  "Wanted[]!": ["string"],
  Filters: [{ "Name!": "string", Values: ["string"] }],
  Config: { Path: "string", Inner: { "Depth!": "integer" } },
};

const read = (params: unknown): unknown => readParameters(typeof params === "string" ? params : JSON.stringify(params), shapes);
const least = { ServiceId: "service-ody35h5e", Wanted: [] };

const rejected = (params: unknown, code: string, message: string): void => {
  expect(() => read(params)).toThrow(expect.objectContaining({ code, message }));
};

it("passes its inputs, without nulls", () => {
  const whole = {
    ServiceId: "service-ody35h5e",
    Limit: 0,
    Weight: 0.5,
    Flag: false,
    Names: ["a"],
    Emptied: [],
    Wanted: ["x"],
    Filters: [{ Name: "n", Values: ["v"] }],
    Config: { Path: "/", Inner: { Depth: 1 } },
  };
  expect(read(whole)).toEqual(whole);
  expect(read({ ...least, Limit: null, Config: { Path: null } })).toEqual({ ...least, Config: {} });
});

it.each(["", "{", "undefined", "\u0000"])("rejects the body %j, which is not JSON", (body) => {
  rejected(body, "InvalidParameter", "The request body is not valid JSON.");
});

it.each(["null", "[]", '"text"', "1"])("rejects the body %s, which is not an object", (body) => {
  rejected(body, "InvalidParameter", "The request body is not a JSON object.");
});

it.each([
  [{ ...least, Other: 1 }, "Other"],
  [{ ...least, serviceId: "x" }, "serviceId"],
  [{ ...least, Other: null }, "Other"],
  [{ ...least, constructor: 1 }, "constructor"],
  [{ ...least, Filters: [{ Name: "n" }, { Name: "n", Value: [] }] }, "Filters.1.Value"],
  [{ ...least, Config: { Inner: { Depth: 1, Width: 2 } } }, "Config.Inner.Width"],
])("rejects an unknown parameter of %j", (params, path) => {
  rejected(params, "UnknownParameter", `The parameter \`${path}\` is not recognized.`);
});

it.each([
  [{ Wanted: [] }, "ServiceId"],
  [{ ServiceId: null, Wanted: [] }, "ServiceId"],
  [{ ServiceId: "x" }, "Wanted"],
  [{ ...least, Filters: [{ Values: ["v"] }] }, "Filters.0.Name"],
  [{ ...least, Config: { Inner: {} } }, "Config.Inner.Depth"],
])("rejects a missing parameter of %j", (params, path) => {
  rejected(params, "MissingParameter", `The request is missing a required parameter \`${path}\`.`);
});

it.each([
  [{ ...least, ServiceId: 1 }, "ServiceId"],
  [{ ...least, Limit: "1" }, "Limit"],
  [{ ...least, Limit: 1.5 }, "Limit"],
  [{ ...least, Weight: "1" }, "Weight"],
  [{ ...least, Flag: "true" }, "Flag"],
  [{ ...least, Flag: 1 }, "Flag"],
  [{ ...least, Names: "a" }, "Names"],
  [{ ...least, Names: { 0: "a" } }, "Names"],
  [{ ...least, Names: ["a", null] }, "Names.1"],
  [{ ...least, Filters: [["n"]] }, "Filters.0"],
  [{ ...least, Filters: [{ Name: 1 }] }, "Filters.0.Name"],
  [{ ...least, Filters: [{ Name: "n", Values: [1] }] }, "Filters.0.Values.0"],
  [{ ...least, Config: [] }, "Config"],
  [{ ...least, Config: "x" }, "Config"],
])("refuses the type of a parameter of %j", (params, path) => {
  rejected(params, "InvalidParameter", `The value type of parameter \`${path}\` is not valid.`);
});

it.each([
  [{ ...least, Names: [] }, "Names"],
  [{ ...least, Grid: [["a"], []] }, "Grid.1"],
  [{ ...least, Filters: [] }, "Filters"],
  [{ ...least, Filters: [{ Name: "n", Values: [] }] }, "Filters.0.Values"],
])("refuses the empty list of %j", (params, path) => {
  rejected(params, "InvalidParameterValue", `The value of parameter \`${path}\` must not be an empty list.`);
});
