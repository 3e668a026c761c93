/** The errors of the API for the form of parameters, which it checks before their meaning. */
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
const minimal = { ServiceId: "service-ody35h5e", Wanted: [] };

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
  expect(read({ ...minimal, Limit: null, Config: { Path: null } })).toEqual({ ...minimal, Config: {} });
});

it.each(["", "{", "undefined", "\u0000"])("rejects the body %j, which is not JSON", (body) => {
  rejected(body, "InvalidParameter", "The request body is not valid JSON.");
});

it.each(["null", "[]", '"text"', "1"])("rejects the body %s, which is not an object", (body) => {
  rejected(body, "InvalidParameter", "The request body is not a JSON object.");
});

it.each([
  [{ ...minimal, Other: 1 }, "Other"],
  [{ ...minimal, serviceId: "x" }, "serviceId"],
  [{ ...minimal, Other: null }, "Other"],
  [{ ...minimal, constructor: 1 }, "constructor"],
  [{ ...minimal, Filters: [{ Name: "n" }, { Name: "n", Value: [] }] }, "Filters.1.Value"],
  [{ ...minimal, Config: { Inner: { Depth: 1, Width: 2 } } }, "Config.Inner.Width"],
])("rejects an unknown parameter of %j", (params, path) => {
  rejected(params, "UnknownParameter", `The parameter \`${path}\` is not recognized.`);
});

it.each([
  [{ Wanted: [] }, "ServiceId"],
  [{ ServiceId: null, Wanted: [] }, "ServiceId"],
  [{ ServiceId: "x" }, "Wanted"],
  [{ ...minimal, Filters: [{ Values: ["v"] }] }, "Filters.0.Name"],
  [{ ...minimal, Config: { Inner: {} } }, "Config.Inner.Depth"],
])("rejects a missing parameter of %j", (params, path) => {
  rejected(params, "MissingParameter", `The request is missing a required parameter \`${path}\`.`);
});

it.each([
  [{ ...minimal, ServiceId: 1 }, "ServiceId"],
  [{ ...minimal, Limit: "1" }, "Limit"],
  [{ ...minimal, Limit: 1.5 }, "Limit"],
  [{ ...minimal, Weight: "1" }, "Weight"],
  [{ ...minimal, Flag: "true" }, "Flag"],
  [{ ...minimal, Flag: 1 }, "Flag"],
  [{ ...minimal, Names: "a" }, "Names"],
  [{ ...minimal, Names: { 0: "a" } }, "Names"],
  [{ ...minimal, Names: ["a", null] }, "Names.1"],
  [{ ...minimal, Filters: [["n"]] }, "Filters.0"],
  [{ ...minimal, Filters: [{ Name: 1 }] }, "Filters.0.Name"],
  [{ ...minimal, Filters: [{ Name: "n", Values: [1] }] }, "Filters.0.Values.0"],
  [{ ...minimal, Config: [] }, "Config"],
  [{ ...minimal, Config: "x" }, "Config"],
])("rejects the type of a parameter of %j", (params, path) => {
  rejected(params, "InvalidParameter", `The value type of parameter \`${path}\` is not valid.`);
});

it.each([
  [{ ...minimal, Names: [] }, "Names"],
  [{ ...minimal, Grid: [["a"], []] }, "Grid.1"],
  [{ ...minimal, Filters: [] }, "Filters"],
  [{ ...minimal, Filters: [{ Name: "n", Values: [] }] }, "Filters.0.Values"],
])("rejects the empty list of %j", (params, path) => {
  rejected(params, "InvalidParameterValue", `The value of parameter \`${path}\` must not be an empty list.`);
});
