// No object counts as gone because a relay has answered in the place of the server.
import { listIn } from "../../../../provider/modules/search/answers";
import { policiesIn } from "../../../../provider/modules/search/enrich-answer";
import type { ReadAnswer } from "../../../../provider/modules/search/server";
import { templatesIn } from "../../../../provider/modules/search/template-answer";

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
