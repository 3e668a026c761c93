// No object counts as gone because a relay has answered in the place of the server.
import { listIn } from "../../../../provider/modules/search/response";
import { policiesIn } from "../../../../provider/modules/search/resources/enrich-policy/response";
import type { ReadAnswer } from "../../../../provider/modules/search/transport";
import { templatesIn } from "../../../../provider/modules/search/resources/index-template/response";

const answer = (text: string): ReadAnswer => ({
  ...{ method: "GET", path: "/_x", status: 200, headers: {}, contentType: "application/json", credentials: "" },
  ...{ text, json: JSON.parse(text) as ReadAnswer["json"] },
});

test("an absent object is an empty list, and so is an empty list", () => {
  expect([policiesIn(undefined), templatesIn(undefined)]).toEqual([[], []]);
  expect(listIn(answer('{"policies":[]}'), "policies")).toEqual([]);
  expect(listIn(answer('{"policies":[1]}'), "policies")).toEqual([1]);
});

test.each(["[]", "null", "{}", '{"policies":null,"index_templates":{}}', '"<html>"'])("%s is no answer of the server", (text) => {
  expect(() => policiesIn(answer(text))).toThrow(
    /^GET \/_x: HTTP 200: not an answer of Elasticsearch, which has a list "policies"; check the endpoint/,
  );
  expect(() => templatesIn(answer(text))).toThrow(/which has a list "index_templates"/);
});
