// Semantic equality. See docs/modules/search.md#index-template-equality and docs/modules/search.md#ingest-pipelines.
import {
  containsMembers,
  equalAliasLists,
  equalJsonOrBlank,
  equalSets,
  matchesLifecycle,
} from "../../../../provider/modules/search/equality";
import { equalScalars } from "../../../../provider/modules/search/json/scalars";
import { containsMappings, equalMappings } from "../../../../provider/modules/search/resources/template/mappings";
import { equalSettings } from "../../../../provider/modules/search/resources/template/settings";
import { equalDurations, equalSettingTexts } from "../../../../provider/modules/search/units";
import { equalProcessors } from "../../../../provider/modules/search/resources/ingest-pipeline/processors";
import type { Plain } from "../../../../provider/core/values/value";

const both = (same: (left: Plain, right: Plain) => boolean, left: Plain, right: Plain): boolean[] => [same(left, right), same(right, left)];

describe("scalars", () => {
  test.each<[Plain, Plain]>([
    [true, "true"],
    [false, "false"],
    [null, "null"],
    [1, "1"],
    [1.5, "1.50"],
    [10, "10.0"],
    ["a", "a"],
  ])("%j and %j are the same", (left, right) => expect(both(equalScalars, left, right)).toEqual([true, true]));
  test.each<[Plain, Plain]>([
    [true, "True"],
    [true, 1],
    [0, ""],
    [null, ""],
    ["1.10", "1.1"],
    [16, "0x10"],
    [{}, "[object Object]"],
  ])("%j and %j are not", (left, right) => expect(both(equalScalars, left, right)).toEqual([false, false]));
});

describe("durations", () => {
  test.each([
    ["7 d", "7d"],
    ["7D", "7d"],
    ["07d", "7d"],
    ["+7d", "7d"],
    ["0", "0ms"],
    ["00", "0ms"],
    ["00d", "0d"],
    ["0", "0s"],
    ["1d", "24h"],
    ["24h", "1440m"],
    ["1ms", "1000000nanos"],
  ])("%s is %s", (left, right) => expect(both(equalDurations, left, right)).toEqual([true, true]));
  test.each([
    ["7d", "7h"],
    ["70d", "7d"],
    ["-1", "1"],
    ["1m", "1mb"],
    ["1", "1ms"],
    ["", "0"],
  ])("%s is not %s", (left, right) => expect(both(equalDurations, left, right)).toEqual([false, false]));

  test.each<[Plain, Plain, boolean]>([
    [{}, {}, true],
    [{}, { enabled: false }, true],
    [{}, { dataRetention: "5d" }, false],
    [{ dataRetention: "5d" }, {}, false],
    [{ dataRetention: "5d" }, { dataRetention: "5d", enabled: false }, true],
    [{ enabled: true }, { enabled: false }, false],
  ])("the lifecycle %j as the server's %j: %p", (user, server, expected) => expect(matchesLifecycle(user, server)).toBe(expected));
});

test.each([
  ["1gb", "1024MB", true],
  ["1.5g", "1536mb", true],
  ["1073741824b", "1gb", true],
  ["85%", "85.0%", true],
  ["60s", "1m", true],
  ["85%", "85b", false],
  ["1024", "1kb", false],
  ["1.10", "1.1", false],
])("the values %s and %s of a setting: equal %p", (left, right, expected) =>
  expect([equalSettingTexts(left, right), equalSettingTexts(right, left)]).toEqual([expected, expected]),
);

describe("settings", () => {
  test.each([
    ["nested and dotted", '{"index":{"number_of_shards":3}}', '{"index.number_of_shards":"3"}'],
    ["without index.", '{"number_of_shards":3,"refresh_interval":"5s"}', '{"index":{"number_of_shards":"3","refresh_interval":"5s"}}'],
    ["booleans and null", '{"hidden":true,"x":null}', '{"index":{"hidden":"true","x":"null"}}'],
    ["fractions", '{"a":10.0}', '{"index":{"a":"10.0"}}'],
    ["lists of numbers", '{"a":[1,true]}', '{"index":{"a":["1","true"]}}'],
    ["deeper", '{"analysis.analyzer.x.type":"custom"}', '{"analysis":{"analyzer":{"x":{"type":"custom"}}}}'],
    ["a key without index. wins over its twin, wherever it is", '{"a":1,"index":{"a":2}}', '{"index.a":1}'],
    ["the last of two spellings wins", '{"index.a":1,"index":{"a":2}}', '{"a":2}'],
    ["nothing and blank", "{}", " "],
    ["empty objects", '{"index":{"analysis":{}}}', "{}"],
  ])("%s: the same", (_name, left, right) => expect(both(equalSettings, left, right)).toEqual([true, true]));
  test.each([
    ["another value", '{"a":1}', '{"a":2}'],
    ["one more", '{"a":1}', '{"a":1,"b":1}'],
    ["lists in another order", '{"a":["x","y"]}', '{"a":["y","x"]}'],
    ["the first of two spellings does not count", '{"index":{"a":2},"index.a":1}', '{"a":2}'],
    ["an object in a list", '{"a":[{"b":1}]}', '{"a":[{"b":2}]}'],
  ])("%s: not the same", (_name, left, right) => expect(both(equalSettings, left, right)).toEqual([false, false]));
});

describe("mappings", () => {
  const plain = '{"properties":{"a":{"type":"keyword"}}}';

  test.each([
    ["order of keys", '{"dynamic":false,"properties":{}}', '{"properties":{},"dynamic":false}'],
    [
      "scalars as texts",
      '{"dynamic":"false","properties":{"a":{"ignore_above":256,"null_value":null}}}',
      '{"dynamic":false,"properties":{"a":{"ignore_above":"256","null_value":"null"}}}',
    ],
    ["an object that says so", '{"properties":{"a":{"type":"object","properties":{}}}}', '{"properties":{"a":{"properties":{}}}}'],
    [
      "conditions of dynamic templates",
      '{"dynamic_templates":[{"t":{"match":["a*"],"path_unmatch":"x","mapping":{}}}]}',
      '{"dynamic_templates":[{"t":{"match":"a*","path_unmatch":["x"],"mapping":{}}}]}',
    ],
    ["scripts", '{"runtime":{"a":{"type":"long","script":"emit(1)"}}}', '{"runtime":{"a":{"type":"long","script":{"source":"emit(1)"}}}}'],
    ["the wrapper _doc", `{"_doc":${plain}}`, plain],
    ["nothing and blank", "{}", ""],
  ])("%s: the same for Diff and for Read", (_name, left, right) => {
    expect(both(equalMappings, left, right)).toEqual([true, true]);
    expect(both(containsMappings, left, right)).toEqual([true, true]);
  });

  test("additional members on the server are equal for Read, not for Diff", () => {
    const more = '{"dynamic":"strict","properties":{"a":{"type":"keyword","ignore_above":256},"b":{"type":"long"}}}';
    expect(containsMappings(plain, more)).toBe(true);
    expect(equalMappings(plain, more)).toBe(false);
  });

  test("empty mappings match empty ones only", () => {
    expect(containsMappings("{}", plain)).toBe(false);
    expect(containsMappings(" ", plain)).toBe(false);
  });

  test("fewer members on the server, a removed field, another type: not equal", () => {
    expect(containsMappings('{"properties":{"a":{"type":"keyword"},"b":{"type":"long"}}}', plain)).toBe(false);
    expect(equalMappings('{"properties":{"a":{"type":"keyword"},"b":{"type":"long"}}}', plain)).toBe(false);
    expect(containsMappings('{"properties":{"a":{"type":"text"}}}', plain)).toBe(false);
  });

  test("fields with names of parameters are fields", () => {
    const named = (type: string): string =>
      `{"properties":{"type":{"type":"${type}"},"script":{"type":"keyword"},"match":{"type":"long"}}}`;
    expect(equalMappings(named("keyword"), named("text"))).toBe(false);
    expect(equalMappings(named("keyword"), named("keyword"))).toBe(true);
  });
});

test.each<[string, string, boolean]>([
  ['{"a":1}', '{ "a": 1 }', true],
  ["", " \n", true],
  ["", "{}", false],
  [" ", '{"a":1}', false],
])("JSON that may be blank: %j and %j: %p", (left, right, expected) =>
  expect(both(equalJsonOrBlank, left, right)).toEqual([expected, expected]),
);

describe("lists and objects", () => {
  test("sets", () => {
    expect(equalSets(["a", "b"], ["b", "a", "a"])).toBe(true);
    expect(equalSets(["a"], ["a", "b"])).toBe(false);
  });

  test.each<[Plain, Plain, boolean]>([
    [{ dataRetention: "30d" }, { dataRetention: "30d", enabled: true }, true],
    [{}, { enabled: false }, true],
    [{ enabled: true }, {}, false],
    [{ failureStore: { lifecycle: {} } }, { failureStore: { enabled: true } }, true],
    [{ failureStore: { enabled: false } }, { failureStore: { enabled: true } }, false],
  ])("given members: %j in %j is %p", (left, right, expected) => expect(containsMembers(left, right)).toBe(expected));

  const alias = (more: object): Plain => [{ name: "a", ...more }, { name: "b" }] as Plain;
  test.each<[object, object, boolean]>([
    [{ routing: "1" }, { indexRouting: "1", searchRouting: "1", routing: "" }, true],
    [{ routing: "1", searchRouting: "2" }, { indexRouting: "1", searchRouting: "2" }, true],
    [{ routing: "1" }, { indexRouting: "1" }, false],
    [{ isHidden: false }, {}, true],
    [{ isWriteIndex: true }, {}, false],
    [{ filter: '{"term": {"a": 1}}' }, { filter: '{"term":{"a":1}}' }, true],
    [{ filter: '{"term":{"a":1}}' }, {}, false],
  ])("aliases: %j and %j, in any order: %p", (left, right, expected) => {
    const turned = [...(alias(right) as Plain[])].reverse();
    expect(both(equalAliasLists, alias(left), turned)).toEqual([expected, expected]);
  });

  test.each<[string, string, boolean]>([
    ['{"set":{"field":["a"],"value":1}}', '{ "set": {"value": 1, "field": "a"} }', true],
    ['{"remove":{"field":["a","b"]}}', '{"remove":{"field":["b","a"]}}', false],
    ['{"x":{"list":[{"a":1}]}}', '{"x":{"list":{"a":1}}}', false],
    ['{"x":{"list":[[1]]}}', '{"x":{"list":1}}', false],
    ['{"x":{"v":1}}', '{"x":{"v":"1"}}', false],
  ])("processors: %s and %s: %p", (left, right, expected) => expect(both(equalProcessors, left, right)).toEqual([expected, expected]));
});
