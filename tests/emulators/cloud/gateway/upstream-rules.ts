/** What the members of a back-end channel must be. */
import type { Json, JsonObject } from "../../exchange";
import { optional, rejectWith } from "./finding";

const checkRange = (value: Json | undefined, name: string, most: number): void => {
  if (value !== undefined && (Number(value) < 0 || Number(value) > most)) {
    rejectWith("InvalidParameterValue.RangeExceeded", `\`${name}\` must be from 0 to ${most}.`);
  }
};

const checkNode = ({ Host, Port, Weight }: JsonObject): void => {
  if (Host === "") rejectWith("InvalidParameter.FormatError", "`Host` of a node must not be empty.");
  checkRange(Port, "Port", 65_535);
  checkRange(Weight, "Weight", 100);
};

const thresholds = ["TcpFailureThreshold", "TimeoutThreshold", "HttpFailureThreshold"];

/** Rejects members that a channel cannot have. Omitted members are not validated, since a change may leave them out. */
export const checkUpstream = (given: JsonObject, schemes: readonly string[]): void => {
  if (given.Scheme !== undefined && !schemes.includes(given.Scheme as string)) {
    rejectWith("InvalidParameterValue.NotInOptions", `\`Scheme\` must be one of ${schemes.join(", ")}.`);
  }
  if (given.Algorithm !== undefined && !/^round[-_]robin$/i.test(given.Algorithm as string)) {
    rejectWith("InvalidParameterValue.NotInOptions", "`Algorithm` must be ROUND-ROBIN.");
  }
  if (given.UniqVpcId !== undefined && !/^vpc-\w+$/.test(given.UniqVpcId as string)) {
    rejectWith("InvalidParameterValue.InvalidVpcConfig", "`UniqVpcId` is not the id of a network.");
  }
  optional(given, "UpstreamType", ["IP_PORT", "K8S"]);
  checkRange(given.Retries, "Retries", 100);
  for (const node of (given.Nodes ?? []) as JsonObject[]) checkNode(node);
  const health = (given.HealthChecker ?? {}) as JsonObject;
  for (const name of thresholds) checkRange(health[name], name, 254);
};
