// A 404 response of a proxy does not report a missing object.
import { parseJson } from "../../../../provider/core/json/json";
import { listIn, type SearchResponse } from "../../../../provider/modules/search/response";
import { policiesIn } from "../../../../provider/modules/search/resources/enrich-policy/response";
import { templatesIn } from "../../../../provider/modules/search/resources/template/response";

const reply = (text: string): SearchResponse => ({
  method: "GET",
  server: "http://s",
  path: "/_x",
  status: 200,
  headers: { "x-elastic-product": "Elasticsearch" },
  text,
  json: parseJson(text),
  credentials: "",
});

test("an absent object is an empty list, and so is an empty list", () => {
  expect([policiesIn(undefined), templatesIn("index_template", undefined)]).toEqual([[], []]);
  expect(listIn(reply('{"policies":[]}'), "policies")).toEqual([]);
  expect(listIn(reply('{"policies":[1]}'), "policies")).toEqual([1]);
});

test.each(["[]", "null", "{}", '{"policies":null,"index_templates":{}}', '"<html>"'])("%s is not a response of the server", (text) => {
  expect(() => policiesIn(reply(text))).toThrow(
    /^GET http:\/\/s\/_x: HTTP 200: not a response of Elasticsearch: expected a list "policies"\. Check the endpoint/,
  );
  expect(() => templatesIn("index_template", reply(text))).toThrow(/expected a list "index_templates"/);
});
