// The lifecycle of a data stream that exists. See docs/modules/search.md#data-stream-lifecycles.
import type { Resource } from "../../../../contract/resource";
import { sameTraits } from "../../../../core/compare/traits";
import type { Search } from "../../../../core/gen/types";
import { rowsOf, scalarText } from "../../../../core/values/records";
import type { PlainMap } from "../../../../core/values/value";
import type { SearchClient } from "../../client";
import { listText, objectText } from "../../json/fields";
import { fromRemote, toRemote } from "../../mapping";
import { durationRule, equalDurations, nanosecondsOf } from "../../units";
import { idIn, objectNameRule } from "../../ids";
import { partRejections, templateFailure } from "../template/preview";
import { streamPart } from "./part";
import { roundsTest } from "./rules";

type Inputs = Search.SearchDataStreamLifecycleInputs;
type State = Search.SearchDataStreamLifecycleState;

const members = ["enabled", "dataRetention", "downsamplingMethod", "frozenAfter"];
const known = ["enabled", "data_retention", "downsampling", "downsampling_method", "frozen_after"];
const reported = ["effective_retention", "retention_determined_by"];
const maximumRounds = 10;

const operations = streamPart<Inputs, State>({
  part: "lifecycle",
  inTemplate: "lifecycle",
  previous: "previousLifecycle",
  reported,
  async requireVersions({ downsamplingMethod = "aggregate", frozenAfter }, client) {
    if (downsamplingMethod !== "aggregate") await client.requireVersion("downsamplingMethod", "9.3.0");
    if (frozenAfter !== undefined) await client.requireVersion("frozenAfter", "9.5.0");
  },
  bodyOf: (inputs, unknown) => objectText({ ...declaredMembers(inputs), ...unknown?.([], [...known, ...reported]) }),
  stateOf: (remote, name) => ({
    name,
    enabled: true,
    ...fromRemote(remote, [...members, "effectiveRetention", "retentionDeterminedBy"]),
    ...(remote["downsampling"] !== undefined && { downsamplings: rowsOf(remote["downsampling"]).map(roundOf) }),
  }),
  onWritten({ effectiveRetention, retentionDeterminedBy }, { dataRetention }, { log }) {
    const effective = nanosecondsOf(effectiveRetention);
    const declared = nanosecondsOf(dataRetention);
    if (effective === undefined || (declared !== undefined && declared <= effective) || retentionDeterminedBy !== "max_global_retention")
      return;
    log("warning", `The cluster limits the retention to ${effectiveRetention} (${retentionDeterminedBy}).`);
  },
});

/** The lifecycle of a data stream. */
export const SearchDataStreamLifecycle: Resource<SearchClient, Inputs, State> = {
  ...operations,
  properties: {
    ...sameTraits(["dataRetention", "frozenAfter"], { validate: durationRule, equals: equalDurations }),
    ...sameTraits(["downsamplings[*].after", "downsamplings[*].fixedInterval"], { equals: equalDurations }),
    name: { validate: objectNameRule, stable: true },
    downsamplings: { validate: { minItems: 1, maxItems: maximumRounds } },
    downsamplingMethod: { validate: { needs: ["downsamplings"] }, default: "aggregate" },
  },
  deleteBeforeReplace: true,
  validate: roundsTest,

  async previewCheck({ inputs, isUnknown }, context) {
    const { client } = context;
    const { name } = inputs;
    if (name === undefined || ["dataRetention", "downsamplings"].some(isUnknown)) return [];
    if (inputs.dataRetention !== undefined) {
      const current = await operations.read({ id: await idIn(client, name) }, context);
      if (current) warnOfShorterRetention(current.state, inputs.dataRetention, client);
    }
    const template = objectText({ lifecycle: objectText(declaredMembers(inputs)) });
    const rejections = await partRejections({ name, isStream: true }, template, client);
    return rejections.map((rejection) => ({ ...templateFailure(rejection), property: "" }));
  },
};

/** Logs that the stream will lose documents which it keeps now. */
function warnOfShorterRetention({ name, dataRetention: now }: State, next: string, client: SearchClient): void {
  if ((nanosecondsOf(next) ?? Infinity) >= (nanosecondsOf(now) ?? Infinity)) return;
  const change = `${next} in place of ${now ?? "no limit"}`;
  client.warnOnce(`The retention of the data stream "${name}" becomes shorter: ${change}. The server deletes older documents.`);
}

function declaredMembers(inputs: Partial<Inputs>): Record<string, string | undefined> {
  const { downsamplings, downsamplingMethod } = inputs;
  // An older server rejects even the default of a newer member.
  const sent = downsamplingMethod === "aggregate" ? members.filter((member) => member !== "downsamplingMethod") : members;
  const rounds = downsamplings?.map((round) => objectText(toRemote(round, ["after", "fixedInterval"])));
  return { ...toRemote(inputs, sent), downsampling: rounds && listText(rounds) };
}

function roundOf(remote: PlainMap): Search.DataStreamDownsamplingRound {
  const { after, fixedInterval } = fromRemote(remote, ["after", "fixedInterval"]);
  return { after: scalarText(after), fixedInterval: scalarText(fixedInterval) };
}
