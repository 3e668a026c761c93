/** Channels and the connections that providers of events make to them. See docs/modules/eventrouting.md#getchannel and docs/modules/eventrouting.md#getchannelconnection. */
import type { JsonObject } from "../exchange";
import type { Kind } from "./collection";
import { checkRules, form } from "./rules";
import { canonicalName, type Place, type State } from "./state";

const STATES = ["STATE_UNSPECIFIED", "PENDING", "ACTIVE", "INACTIVE"];
const PROVIDER = /^projects\/[^/]+\/locations\/[^/]+\/providers\/[^/]+$/;
const KEY = /^projects\/[^/]+\/locations\/[^/]+\/keyRings\/[^/]+\/cryptoKeys\/[^/]+$/;
const CHANNEL = /^projects\/[^/]+\/locations\/[^/]+\/channels\/[^/]+$/;

const newChannel = (sent: JsonObject, { project, location, id }: Place, { marks }: State): JsonObject => {
  const pubsubTopic = `projects/${project}/topics/eventarc-channel-${location}-${id}-${parseInt(marks.hex(4), 16) % 1000}`;
  const waits = sent.provider !== undefined;
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
  takes: ["orderBy"],
  check: (channel) => checkRules("channel", channel, [form(channel, "provider", PROVIDER), form(channel, "cryptoKeyName", KEY)]),
  initial: newChannel,
  appeared: ({ pubsubTopic }, { transports }) => void transports.add(pubsubTopic as string),
  disappeared: ({ pubsubTopic }, { transports }) => void transports.delete(pubsubTopic as string),
};

/** Brings a channel into another state; its token is gone once it was used. */
const turn = (state: State, { channel }: JsonObject, to: "ACTIVE" | "INACTIVE") => {
  const name = canonicalName(state, channel as string);
  const { activationToken: _, ...before } = state.objects.channels.get(name) ?? {};
  if ("name" in before) state.objects.channels.set(name, { ...before, state: to, updateTime: state.marks.stamp() });
};

/** The token is checked against a channel that this service has; those of other organisations are accepted. */
const newConnection = ({ activationToken, ...sent }: JsonObject, _: Place, state: State): JsonObject => {
  const channel = state.objects.channels.get(canonicalName(state, sent.channel as string));
  const isWrong = channel !== undefined && channel.activationToken !== activationToken;
  checkRules("channel_connection", {}, [[isWrong, "activation_token", "the activation token is not valid"]]);
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
  takes: [],
  check: (connection) =>
    checkRules("channel_connection", connection, [
      [connection.channel === undefined, "channel", "channel is required"],
      form(connection, "channel", CHANNEL),
    ]),
  initial: newConnection,
  appeared: (connection, state) => turn(state, connection, "ACTIVE"),
  disappeared: (connection, state) => turn(state, connection, "INACTIVE"),
};
