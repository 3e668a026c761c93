/** Declared mappings of an index of others; resources/SearchDataStream.test.ts has those of a data stream. See docs/modules/search.md#mappings-of-an-index. */
import { rejections, scenarios } from "./scenario";

const kind = "SearchIndexMappings";
const keyword = { type: "keyword" };
const long = { type: "long" };
const mapped = (properties: object, more: object = {}) => ({ index: "orders", mappings: JSON.stringify({ properties, ...more }) });
const program = mapped({ a: keyword });
/** The mappings on the server. */
const kept = (mappings: object) => ({ "/orders?features=mappings": { orders: { mappings } } });
const change = (mappings: object) => ({ "PUT /orders/_mapping": mappings });
const ofAlias =
  /^failed_precondition: "alias" is an alias of "logs-1"\. Use the name of the index or data stream: a rollover moves the write index of an alias\.$/;

scenarios(
  kind,
  [
    {
      "data 79: fields are added": {
        program: mapped({ a: keyword, own: { ...keyword, meta: { unit: "u" } } }),
        writes: ["PUT /orders/_mapping?write_index_only=false"],
        kept: kept({ properties: { a: keyword, own: { ...keyword, ignore_above: 9, meta: { unit: "u" } } } }),
      },
      "data 79: destroy leaves them, with an info line": {
        next: "destroy",
        writes: [],
        logged: /^info: Fields cannot be removed from an index: the mappings of "orders" stay\.$/,
        kept: kept({ properties: { a: keyword } }),
      },
      "data 78: an alias is refused by create": {
        members: { index: "alias" },
        refusal: ofAlias,
      },
      "data 78: an alias is refused by import": {
        imported: "alias",
        error: ofAlias,
      },
      "data 81: a deleted index is gone": {
        other: { "DELETE /orders": undefined },
        refresh: ["gone"],
      },
      "data 132: a field that leaves the program stays, and is no difference": {
        program: mapped({ a: keyword, constructor: keyword }),
        next: mapped({ a: { ...keyword, ignore_above: 5 } }),
        logged: /^info: Fields cannot be removed from an index: constructor stays\.$/,
      },
      "data 132: its later change by others is none": {
        program: mapped({ a: keyword, b: keyword }),
        other: change({ properties: { b: { ...keyword, ignore_above: 5 } } }),
        preview: [],
        next: program,
      },
      "data 133: an import of an index without mappings is refused": {
        imported: "logs-1",
        error: /Import failed: index "logs-1": mappings is empty\./,
      },
      "members that can be removed are removed when they leave the program": {
        program: mapped(
          { a: keyword, o: { dynamic: false, properties: { b: long } } },
          {
            _meta: { owner: "ops" },
            dynamic_templates: [{ t: { mapping: keyword } }],
            dynamic: "strict",
            date_detection: false,
            runtime: { constructor: keyword },
          },
        ),
        next: mapped({ a: keyword, o: { properties: { b: long } } }),
        preview: ["mappings"],
        bodies: [
          {
            _meta: {},
            dynamic_templates: [],
            dynamic: true,
            date_detection: true,
            runtime: { constructor: null },
            properties: { o: { properties: {} } },
          },
        ],
        logged: /^info: The index keeps parameters of mappings that cannot be reset: o\.dynamic\.$/,
      },
      "a change of a type is an error of the server with what to do, and no replacement": {
        preview: ["mappings"],
        next: mapped({ a: long }),
        error: /cannot be changed from type \[keyword\] to \[long\][^]*reindex, and move the alias/,
      },
    },
    ...[{}, { subobjects: false }].map((more) => ({
      [`fields whose names begin with another field or with the same object are added (${JSON.stringify(more)})`]: {
        before: { "PUT /flat": { mappings: { subobjects: false } } },
        program: { ...mapped({ time: long, "time.max": long, "x.y.a": long, "x.y.b": long }, more), index: "flat" },
        next: {
          ...mapped({ time: long, "time.max": long, "time.min": long, "x.y.a": long, x: { properties: { "y.b": long } } }, more),
          index: "flat",
        },
        bodies: [{ subobjects: false, properties: { time: long, "time.min": long } }],
        kept: {
          "/flat?features=mappings": {
            flat: { mappings: { properties: { time: long, "time.max": long, "time.min": long, "x.y.a": long, "x.y.b": long } } },
          },
        },
      },
    })),
    {
      "writeIndexOnly alone writes nothing": {
        change: { writeIndexOnly: true },
        writes: [],
      },
    },
  ],
  {
    before: {
      "PUT /orders": { mappings: { properties: { own: { ...keyword, ignore_above: 9 } } } },
      "PUT /logs-1": { aliases: { alias: {} } },
    },
    program,
  },
);

rejections(
  kind,
  { index: "orders" },
  ["{}", '{"_doc":{}}', '{"properties":{}}', '{"properties":{},"runtime":{}}'].map((mappings) => [
    "data 133",
    { mappings },
    /^mappings \| mappings is empty\./,
  ]),
);
