// Semantic equality, where cases/lifecycle.test.ts has no object that shows it. See docs/modules/search.md#index-template-equality and docs/modules/search.md#ingest-pipelines.
import type { Plain } from "../../../../provider/core/values/value";
import { containsMembers, equalJsonOrBlank } from "../../../../provider/modules/search/equality";
import { equalScalars } from "../../../../provider/modules/search/json/scalars";
import { equalProcessors } from "../../../../provider/modules/search/resources/ingest-pipeline/processors";
import { hasMappings, spelledMappings } from "../../../../provider/modules/search/resources/indices/mappings";
import { containsMappings, equalMappings } from "../../../../provider/modules/search/resources/template/mappings";
import { equalSettings } from "../../../../provider/modules/search/resources/template/settings";
import { equalDurations, equalSettingTexts } from "../../../../provider/modules/search/units";

type Same = (left: never, right: never) => boolean;
type Pair = readonly [left: Plain, right: Plain];

/** Tests pairs that are equal, and such that are not, in both directions. */
const compares = (noun: string, same: Same, equal: readonly Pair[], different: readonly Pair[]) => {
  const rows = [...equal.map((pair) => [...pair, true] as const), ...different.map((pair) => [...pair, false] as const)];
  test.each(rows)(`${noun}: %j and %j: equal %p`, (left, right, expected) => {
    expect([same(left as never, right as never), same(right as never, left as never)]).toEqual([expected, expected]);
  });
};

compares(
  "scalars",
  equalScalars,
  [[1.5, "1.50"]],
  [
    [true, "True"],
    [true, 1],
    [0, ""],
    [null, ""],
    ["1.10", "1.1"],
    [16, "0x10"],
    [{}, "[object Object]"],
  ],
);

compares(
  "durations",
  equalDurations,
  [
    ["00", "0ms"],
    ["0", "0s"],
    ["1d", "24h"],
    ["1ms", "1000000nanos"],
  ],
  [
    ["7d", "7h"],
    ["70d", "7d"],
    ["-1", "1"],
    ["1m", "1mb"],
    ["1", "1ms"],
    ["", "0"],
  ],
);

compares(
  "texts of settings",
  equalSettingTexts,
  [
    ["1gb", "1024MB"],
    ["1.5g", "1536mb"],
    ["1073741824b", "1gb"],
    ["85%", "85.0%"],
    ["60s", "1m"],
  ],
  [
    ["85%", "85b"],
    ["1024", "1kb"],
    ["1.10", "1.1"],
  ],
);

compares(
  "settings",
  equalSettings,
  [
    ['{"a":[1,true]}', '{"index":{"a":["1","true"]}}'],
    // Of two spellings of a key the last one counts, but one without `index.` before all others.
    ['{"index.a":1,"index":{"a":2}}', '{"a":2}'],
    [
      '{"refresh_interval":"60s","translog.flush_threshold_size":"1gb"}',
      '{"refresh_interval":"1m","translog.flush_threshold_size":"1024MB"}',
    ],
    [
      '{"gc_deletes":"1m","translog":{"flush_threshold_age":"60s","retention.size":"1gb"}}',
      '{"gc_deletes":"60s","translog":{"flush_threshold_age":"1m","retention.size":"1024mb"}}',
    ],
    ["{}", " "],
  ],
  [
    ['{"priority":"60s"}', '{"priority":"1m"}'],
    ['{"a":1}', '{"a":1,"b":1}'],
    ['{"a":["x","y"]}', '{"a":["y","x"]}'],
    ['{"index":{"a":2},"index.a":1}', '{"a":2}'],
    ['{"a":[{"b":1}]}', '{"a":[{"b":2}]}'],
  ],
);

const plain = '{"properties":{"a":{"type":"keyword"}}}';
const sameMappings: Pair[] = [
  [
    '{"dynamic":"false","properties":{"a":{"ignore_above":256,"null_value":null}}}',
    '{"dynamic":false,"properties":{"a":{"ignore_above":"256","null_value":"null"}}}',
  ],
  [
    '{"dynamic_templates":[{"t":{"match":["a*"],"path_unmatch":"x","mapping":{}}}]}',
    '{"dynamic_templates":[{"t":{"match":"a*","path_unmatch":["x"],"mapping":{}}}]}',
  ],
  ['{"runtime":{"a":{"type":"long","script":"emit(1)"}}}', '{"runtime":{"a":{"type":"long","script":{"source":"emit(1)"}}}}'],
  ["{}", ""],
];
// Fields with names of parameters are fields.
const named = '{"properties":{"type":{"type":"keyword"},"script":{"type":"keyword"},"match":{"type":"long"}}}';

compares("mappings", equalMappings, sameMappings, [
  [plain, '{"dynamic":"strict","properties":{"a":{"type":"keyword","ignore_above":256},"b":{"type":"long"}}}'],
  [named, named.replace("keyword", "text")],
]);
compares("mappings of the server", containsMappings, sameMappings, []);

test("an index has empty members that it leaves out; inner fields of a flattened field are its parameters", () => {
  expect(hasMappings('{"dynamic_templates":[],"_meta":{}}', "{}")).toBe(true);
  const flattened = { properties: { f: { type: "flattened", properties: { "host.name": { type: "keyword" } } } } };
  expect(spelledMappings(flattened)).toEqual(flattened);
});

test.each(["{}", " "])("mappings of the server are not equal to %j, which equals absence", (declared) =>
  expect(containsMappings(declared, plain)).toBe(false),
);

compares(
  "JSON that may be blank",
  equalJsonOrBlank,
  [
    ["", " \n"],
    ["", "{}"],
  ],
  [[" ", '{"a":1}']],
);

compares(
  "processors",
  equalProcessors,
  [],
  [
    ['{"remove":{"field":["a","b"]}}', '{"remove":{"field":["b","a"]}}'],
    ['{"x":{"list":[{"a":1}]}}', '{"x":{"list":{"a":1}}}'],
    ['{"x":{"v":1}}', '{"x":{"v":"1"}}'],
  ],
);

test.each([
  [{ enabled: true }, {}, false],
  [{ failureStore: { lifecycle: {} } }, { failureStore: { enabled: true } }, true],
])("given members: %j in %j is %p", (left, right, expected) => expect(containsMembers(left, right)).toBe(expected));
