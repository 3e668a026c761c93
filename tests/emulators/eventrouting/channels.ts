/** Channels and the connections that providers of events make to them. See docs/modules/eventrouting.md#getchannel and docs/modules/eventrouting.md#getchannelconnection. */
import type { JsonObject } from "../exchange";
import type { Kind } from "./collection";
import type { Violation } from "./errors";
import { invalid } from "./errors";
import { labelViolations } from "./labels";
import { snake } from "./shapes";
import type { Place, State } from "./state";
import { canonicalName } from "./state";

const STATES = ["STATE_UNSPECIFIED", "PENDING", "ACTIVE", "INACTIVE"];
const PROVIDER = /^projects\/[^/]+\/locations\/[^/]+\/providers\/[^/]+$/;
const KEY = /^projects\/[^/]+\/locations\/[^/]+\/keyRings\/[^/]+\/cryptoKeys\/[^/]+$/;
const CHANNEL = /^projects\/[^/]+\/locations\/[^/]+\/channels\/[^/]+$/;

const form = (object: JsonObject, [member, name]: readonly [string, string], pattern: RegExp): Violation[] => {
  const value = object[name];
  if (value === undefined || pattern.test(value as string)) return [];
  return [
    { field: `${member}.${snake(name)}`, description: `The request was invalid: ${snake(name)} is malformed: ${JSON.stringify(value)}` },
  ];
};

const rejectWith = (violations: Violation[]): void => {
  if (violations.length > 0) throw invalid(...violations);
};

const newChannel = (sent: JsonObject, { project, location, id }: Place, { marks }: State): JsonObject => {
  const pubsubTopic = `projects/${project}/topics/eventarc-channel-${location}-${id}-${parseInt(marks.hex(4), 16) % 1000}`;
  const waits = sent["provider"] !== undefined;
  return { ...sent, pubsubTopic, state: waits ? "PENDING" : "ACTIVE", ...(waits && { activationToken: marks.secret(27) }) };
};

/** The kind Channel. One with a provider waits until that provider connects; any other is active from the start. */
export const channels: Kind = {
  collection: "channels",
  noun: "Channel",
  member: "channel",
  idParam: "channelId",
  shapes: {
    name: "string",
    uid: "string",
    createTime: "timestamp",
    updateTime: "timestamp",
    provider: "string",
    pubsubTopic: "string",
    state: { oneOf: STATES },
    activationToken: "string",
    cryptoKeyName: "string",
    satisfiesPzs: "boolean",
    labels: { map: "string" },
  },
  outputOnly: ["uid", "createTime", "updateTime", "pubsubTopic", "state", "activationToken", "satisfiesPzs"],
  mutable: ["cryptoKeyName", "labels"],
  takes: { validateOnly: true, orderBy: true },
  check: (channel) =>
    rejectWith([
      ...form(channel, ["channel", "provider"], PROVIDER),
      ...form(channel, ["channel", "cryptoKeyName"], KEY),
      ...labelViolations(channel, "channel"),
    ]),
  initial: newChannel,
  appeared: ({ pubsubTopic }, { transports }) => void transports.add(pubsubTopic as string),
  disappeared: ({ pubsubTopic }, { transports }) => void transports.delete(pubsubTopic as string),
};

/** Brings a channel into another state; its token is gone once it was used. */
const turn = (state: State, { channel }: JsonObject, to: "ACTIVE" | "INACTIVE"): void => {
  const name = canonicalName(state, channel as string);
  const { activationToken: _, ...before } = state.objects.channels.get(name) ?? {};
  if ("name" in before) state.objects.channels.set(name, { ...before, state: to, updateTime: state.marks.stamp() });
};

/** The token is checked against a channel that this service has; those of other organisations are accepted. */
const newConnection = ({ activationToken, ...sent }: JsonObject, _: Place, state: State): JsonObject => {
  const channel = state.objects.channels.get(canonicalName(state, sent["channel"] as string));
  if (channel && channel["activationToken"] !== activationToken)
    rejectWith([
      { field: "channel_connection.activation_token", description: "The request was invalid: the activation token is not valid" },
    ]);
  return sent;
};

/** The kind ChannelConnection. It cannot be updated; without it the channel never receives again. */
export const channelConnections: Kind = {
  collection: "channelConnections",
  noun: "ChannelConnection",
  member: "channel_connection",
  idParam: "channelConnectionId",
  shapes: {
    name: "string",
    uid: "string",
    channel: "string",
    createTime: "timestamp",
    updateTime: "timestamp",
    activationToken: "string",
    labels: { map: "string" },
  },
  outputOnly: ["uid", "createTime", "updateTime"],
  takes: {},
  check(connection) {
    const { channel } = connection;
    const missing = { field: "channel_connection.channel", description: "The request was invalid: channel is required" };
    rejectWith([
      ...(channel === undefined ? [missing] : form(connection, ["channel_connection", "channel"], CHANNEL)),
      ...labelViolations(connection, "channel_connection"),
    ]);
  },
  initial: newConnection,
  appeared: (connection, state) => turn(state, connection, "ACTIVE"),
  disappeared: (connection, state) => turn(state, connection, "INACTIVE"),
};
