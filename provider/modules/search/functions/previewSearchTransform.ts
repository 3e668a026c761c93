// Previews the documents of a transform. See docs/modules/search-access.md#previewsearchtransform.
import { jsonParts } from "../json/parts";
import { definitionText } from "../resources/transform/body";
import { transformPath } from "../resources/transform/response";
import { transformNameRule } from "../resources/transform/rules";
import { listIn, unexpectedResponse } from "../response";
import { clusterFunction } from "./cluster-function";

const definition = ["source", "pivot", "latest", "dest", "sync", "settings", "otherMembers"] as const;

/** Previews the documents of a stored transform or of a definition. Fails if the server rejects it. */
export const previewSearchTransform = clusterFunction<"previewSearchTransform">({
  rules: {
    exactlyOne: [
      ["name", "source"],
      ["name", "pivot", "latest"],
    ],
    properties: {
      name: { ...transformNameRule, excludes: definition },
      otherMembers: { json: "object" },
    },
  },
  async read({ name, ...inputs }, { client }) {
    const response =
      name === undefined
        ? await client.simulate([...transformPath, "_preview"], definitionText(inputs))
        : await client.simulate([...transformPath, name, "_preview"], undefined, { method: "GET" });
    const partAt = jsonParts(response.text);
    const generatedDestIndex = partAt(["generated_dest_index"]);
    if (generatedDestIndex === undefined) throw unexpectedResponse(response, "a generated destination index");
    return {
      documents: listIn(response, "preview").map((_document, i) => partAt(["preview", i])!),
      generatedDestIndex,
      ...(name !== undefined && { id: name }),
    };
  },
});
