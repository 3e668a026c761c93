// Previews the documents of a transform. See docs/modules/search-access.md#previewsearchtransform.
import type { ProviderFunction } from "../../../contract/function";
import type { Search } from "../../../core/gen/types";
import { omitUndefined } from "../../../core/values/records";
import type { SearchClient } from "../client";
import { awaitBoth } from "../../../kit/concurrency";
import { jsonParts } from "../json/parts";
import { definitionText } from "../resources/transform/body";
import { transformPath } from "../resources/transform/response";
import { transformNameRule } from "../resources/transform/rules";
import { listIn, unexpectedResponse } from "../response";
import { oneBlock } from "../settings";

type Inputs = Search.PreviewSearchTransformInputs;

const definition = ["source", "pivot", "latest", "dest", "sync", "settings", "otherMembers"] as const;

/** Previews the documents of a stored transform or of a definition. Fails if the server rejects it. */
export const previewSearchTransform: ProviderFunction<SearchClient, Inputs, Search.PreviewSearchTransformOutputs> = {
  rules: {
    exactlyOne: [
      ["name", "source"],
      ["name", "pivot", "latest"],
    ],
    properties: {
      name: { ...transformNameRule, excludes: definition },
      otherMembers: { json: "object" },
      searchConnections: oneBlock,
    },
  },
  async read({ name, searchConnections, ...inputs }, { client }) {
    const body = name === undefined ? definitionText(inputs) : undefined;
    const segments = [...transformPath, ...(name === undefined ? [] : [name]), "_preview"];
    const [{ uuid }, response] = await awaitBoth(
      client.cluster(),
      client.simulate(segments, body, () => false),
    );
    const partAt = jsonParts(response.text);
    const generatedDestIndex = partAt(["generated_dest_index"]);
    if (generatedDestIndex === undefined) throw unexpectedResponse(response, "a generated destination index");
    return {
      id: name === undefined ? uuid : `${uuid}/${name}`,
      documents: listIn(response, "preview").map((_document, i) => partAt(["preview", i])!),
      generatedDestIndex,
      ...omitUndefined({ searchConnections }),
    };
  },
};
