/** Channels and connections: states, the token that joins them, and what may change. */
import type { JsonObject } from "../exchange";
import { callerOf, fieldsOf, home, rejection } from "./caller";
import type { EventEmulator } from "./index";
import { createEventEmulator } from "./index";

let emulator: EventEmulator;
let request: ReturnType<typeof callerOf>;
const provider = `${home}/providers/partner`;
const channel = `${home}/channels/partner-in`;
const cryptoKeyName = `${home}/keyRings/events/cryptoKeys/main`;
const partner = "/v1/projects/partner-project/locations/us-central1/channelConnections";

beforeEach(() => {
  emulator = createEventEmulator();
  emulator.operations.usual = { pending: 0 };
  request = callerOf(emulator);
});

const create = (body: JsonObject = {}): ReturnType<typeof request> => request("POST channels?channelId=partner-in", { provider, ...body });
const get = (): JsonObject => request("GET channels/partner-in").body;
const connect = (body: JsonObject): ReturnType<typeof request> => request(`POST ${partner}?channelConnectionId=demo-link`, body);

describe("a channel", () => {
  it("waits for its provider, with a token", () => {
    expect(create({ name: channel, cryptoKeyName, labels: { a: "" } })).toMatchObject({
      status: 200,
      body: { response: { "@type": "type.googleapis.com/google.cloud.eventarc.v1.Channel" } },
    });
    expect(get()).toEqual({
      name: channel,
      uid: expect.any(String) as string,
      createTime: expect.any(String) as string,
      updateTime: expect.any(String) as string,
      provider,
      cryptoKeyName,
      labels: { a: "" },
      pubsubTopic: expect.stringMatching(/^projects\/demo-project\/topics\/eventarc-channel-us-central1-partner-in-\d+$/) as string,
      state: "PENDING",
      activationToken: expect.stringMatching(/^\w{27}$/) as string,
    });
  });

  it("is active at once without a provider", () => {
    create({ provider: "" });
    expect(get()).toMatchObject({ state: "ACTIVE" });
    expect(get()).not.toHaveProperty("activationToken");
  });

  it("rejects reserved names, and labels in capitals", () => {
    expect(fieldsOf(create({ provider: "partner" }))).toEqual(["channel.provider"]);
    expect(fieldsOf(create({ cryptoKeyName: "main" }))).toEqual(["channel.crypto_key_name"]);
    expect(fieldsOf(create({ labels: { A: "" } }))).toEqual(["channel.labels"]);
    expect(fieldsOf(request("POST channels?channelId=A", {}))).toEqual(["channel_id"]);
    expect(fieldsOf(create({ state: "OPEN" }))).toEqual(["channel.state"]);
  });

  it("changes key and labels, nothing else", () => {
    create({ cryptoKeyName, labels: { a: "b" } });
    const patch = (mask: string, body: JsonObject): ReturnType<typeof request> =>
      request(`PATCH channels/partner-in?updateMask=${mask}`, body);
    expect(patch("cryptoKeyName", { name: channel }).status).toBe(200);
    expect(get()).not.toHaveProperty("cryptoKeyName");
    expect(get()).toMatchObject({ labels: { a: "b" }, state: "PENDING" });
    for (const mask of ["provider", "state", "activationToken", "etag"]) expect(fieldsOf(patch(mask, {}))).toEqual(["update_mask"]);
    expect(request("PATCH channels/other?updateMask=labels", {})).toMatchObject(rejection(404, "NOT_FOUND"));
  });

  it("is deleted with its topic", () => {
    create();
    expect(emulator.transports.size).toBe(1);
    expect(request("DELETE channels/partner-in").status).toBe(200);
    expect(emulator.transports.size).toBe(0);
    expect(request("DELETE channels/partner-in")).toMatchObject(rejection(404, "NOT_FOUND"));
  });
});

describe("a connection", () => {
  it("activates its channel, and deactivates it when it is deleted", () => {
    create();
    const activationToken = String(get()["activationToken"]);
    expect(connect({ channel, activationToken }).status).toBe(200);
    expect(request(`GET ${partner}/demo-link`).body).toEqual({
      name: `${partner.slice(4)}/demo-link`,
      uid: expect.any(String) as string,
      createTime: expect.any(String) as string,
      updateTime: expect.any(String) as string,
      channel,
    });
    expect(get()).toMatchObject({ state: "ACTIVE" });
    expect(get()).not.toHaveProperty("activationToken");
    expect(request(`DELETE ${partner}/demo-link`).status).toBe(200);
    expect(get()).toMatchObject({ state: "INACTIVE" });
  });

  it("needs the token of a known channel", () => {
    create();
    for (const body of [{ channel }, { channel, activationToken: "other" }] as JsonObject[])
      expect(fieldsOf(connect(body))).toEqual(["channel_connection.activation_token"]);
    expect(get()).toMatchObject({ state: "PENDING" });
    expect(connect({ channel: channel.replace("partner-in", "elsewhere"), activationToken: "other" }).status).toBe(200);
  });

  it("rejects a channel that is missing or malformed", () => {
    expect(fieldsOf(connect({}))).toEqual(["channel_connection.channel"]);
    for (const wrong of ["partner-in", channel.replace("/locations/", "/location/")])
      expect(fieldsOf(connect({ channel: wrong, activationToken: "a" }))).toEqual(["channel_connection.channel"]);
  });
});
