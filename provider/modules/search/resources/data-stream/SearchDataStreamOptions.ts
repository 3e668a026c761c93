// The options of a data stream that exists: its failure store. See docs/modules/search.md#data-stream-options.
import type { Resource } from "../../../../contract/resource";
import { sameTraits } from "../../../../core/compare/traits";
import type { Search } from "../../../../core/gen/types";
import { isObject } from "../../../../core/json/json";
import { objectOf } from "../../../../core/values/records";
import type { SearchClient } from "../../client";
import { jsonOf, objectText } from "../../json/fields";
import { fromRemote, toRemote } from "../../mapping";
import { equalDurations } from "../../units";
import { objectNameRule } from "../../ids";
import { partRejections, templateFailure } from "../template/preview";
import { unknownMembers } from "../../json/unknown";
import { streamPart } from "./part";

type Inputs = Search.SearchDataStreamOptionsInputs;
type State = Search.SearchDataStreamOptionsState;

const lifecycleMembers = ["dataRetention", "enabled"];

/** The options of a data stream. */
export const SearchDataStreamOptions: Resource<SearchClient, Inputs, State> = {
  ...streamPart<Inputs, State>({
    part: "options",
    inTemplate: "data_stream_options",
    previous: "previousOptions",
    reported: [],
    requireVersions: (_inputs, client) => client.requireVersion("SearchDataStreamOptions", "8.19.0"),
    bodyOf: ({ failureStore = {} }, unknown = unknownMembers(undefined)) =>
      objectText({ failure_store: storeText(failureStore, unknown), ...unknown([], ["failure_store"]) }),
    stateOf(remote, name) {
      const store = objectOf(remote["failure_store"]);
      const { lifecycle } = store;
      return {
        name,
        failureStore: {
          ...fromRemote(store, ["enabled"]),
          ...(isObject(lifecycle) && { lifecycle: fromRemote(lifecycle, lifecycleMembers) }),
        },
      };
    },
  }),
  properties: {
    ...sameTraits(["failureStore.enabled", "failureStore.lifecycle.enabled"], { default: true }),
    name: { validate: objectNameRule, stable: true },
    "failureStore.lifecycle": { default: {} },
    "failureStore.lifecycle.dataRetention": { equals: equalDurations },
  },
  deleteBeforeReplace: true,

  async previewCheck({ inputs: { name, failureStore } }, { client }) {
    if (name === undefined || failureStore === undefined) return [];
    const template = objectText({ data_stream_options: objectText({ failure_store: storeText(failureStore) }) });
    const rejections = await partRejections({ name, isStream: true }, template, client);
    return rejections.map((rejection) => ({ ...templateFailure(rejection), property: "failureStore" }));
  },
};

type FailureStore = NonNullable<Inputs["failureStore"]>;

/** Returns the failure store as JSON text. The server rejects one without members. */
function storeText({ enabled, lifecycle }: FailureStore, unknown = unknownMembers(undefined)): string {
  return objectText({
    enabled: jsonOf(lifecycle ? enabled : (enabled ?? true)),
    lifecycle:
      lifecycle &&
      objectText({ ...toRemote(lifecycle, lifecycleMembers), ...unknown(["failure_store", "lifecycle"], ["enabled", "data_retention"]) }),
    ...unknown(["failure_store"], ["enabled", "lifecycle"]),
  });
}
