// Channels and their connections in a stack. See docs/modules/eventrouting.md#channels, docs/modules/eventrouting.md#channel-connections and docs/modules/eventrouting.md#import.
import { toPlainMap, hasSecret } from "../../../../../provider/core/value";
import { callerOf } from "../../../../emulators/eventrouting/caller";
import { emulatorFixture, eventStack, home } from "../support";

const place = { project: "demo-project", location: "us-central1" };
const cryptoKeyName = `${home}/keyRings/events/cryptoKeys/main`;

describe("a channel", () => {
  const program = { channelId: "partner-in", provider: "partner", cryptoKeyName };
  const name = `${home}/channels/partner-in`;
  const provider = `${home}/providers/partner`;
  const setup = () => eventStack("Channel");

  test("is created without a wait for its activation; its token is a secret", async () => {
    const made = setup();
    await made.stack.up(program);
    expect(made.lines()).toEqual(["POST channels?channelId=partner-in", "GET channels/partner-in"]);
    expect(made.requests[0]!.body).toEqual({ name, provider, cryptoKeyName });
    expect(made.stack.kept!.id).toBe(name);
    expect(made.stack.outputs).toMatchObject({ ...program, ...place, provider, name, state: "PENDING", labels: {} });
    expect(hasSecret(made.stack.kept!.outputs["activationToken"]!)).toBe(true);
    expect(await made.stack.up({ ...program, provider })).toBe("same");
    expect(await made.stack.refresh()).toEqual([]);
  });

  test.each([
    ["labels", { ...program, labels: { a: "b" } }, { labels: { a: "b" } }],
    ["another key", { ...program, cryptoKeyName: `${cryptoKeyName}2` }, { cryptoKeyName: `${cryptoKeyName}2` }],
    ["no key", { channelId: "partner-in", provider: "partner" }, { cryptoKeyName: undefined }],
  ])("changes: %s", async (_, news, body) => {
    const made = setup();
    await made.stack.up(program);
    expect(await made.stack.up(news)).toBe("update");
    const { line, body: sent } = made.requests.at(-2)!;
    expect(line).toBe(`PATCH /v1/${name}?updateMask=${Object.keys(body).join(",")}`);
    expect(sent).toEqual({ name, ...JSON.parse(JSON.stringify(body)) });
    expect(await made.stack.refresh()).toEqual([]);
    expect(await made.stack.up(news)).toBe("same");
  });

  test.each(["main", "projects/p/locations/l/keyRings/r", `${cryptoKeyName}/cryptoKeyVersions/1`])(
    "a key called %s is rejected before a request",
    async (key) => {
      const made = setup();
      await expect(made.stack.up({ ...program, cryptoKeyName: key })).rejects.toThrow(/^cryptoKeyName \| expected projects\//);
      expect(made.requests).toEqual([]);
      expect(await made.stack.up({ channelId: "partner-in", cryptoKeyName: "" })).toBe("create");
    },
  );

  test.each([
    ["channelId", { ...program, channelId: "other" }],
    ["location", { ...program, location: "us-east1" }],
    ["project", { ...program, project: "partner-project" }],
    ["provider", { ...program, provider: "other" }],
  ])("is replaced for another %s", async (key, news) => {
    const made = setup();
    await made.stack.up(program);
    expect(await made.stack.preview(news)).toContain(`${key}!`);
    expect(await made.stack.up(news)).toBe("delete first");
  });

  test("is imported with its provider and key, and removed without allowMissing", async () => {
    const made = setup();
    await made.stack.up(program);
    await made.stack.import(name);
    expect(made.stack.inputs).toEqual({ ...program, ...place, name, provider });
    expect(await made.stack.up(program)).toBe("same");
    made.lines();
    const { kept } = made.stack;
    await made.stack.destroy();
    made.stack.kept = kept;
    await made.stack.destroy();
    expect(made.lines()).toEqual(["DELETE channels/partner-in", "DELETE channels/partner-in"]);
  });
});

describe("a connection", () => {
  const name = "projects/partner-project/locations/us-central1/channelConnections/link";

  /** A pending channel, and a program that connects it. */
  function setup() {
    const made = emulatorFixture();
    callerOf(made.emulator)("POST channels?channelId=partner-in", { provider: `${home}/providers/partner` });
    const channel = made.emulator.objects.channels.get(`${home}/channels/partner-in`)!;
    const activationToken = String(channel["activationToken"]);
    const program = { channelConnectionId: "link", project: "partner-project", channel: `${home}/channels/partner-in`, activationToken };
    return Object.assign(eventStack("ChannelConnection", made), { program, activationToken });
  }

  test("is created; the token stays in the state, as a secret, and is never compared", async () => {
    const { stack, program, activationToken, requests, lines, emulator } = setup();
    await stack.up(program);
    expect(lines()).toEqual(["POST channelConnections?channelConnectionId=link", "GET channelConnections/link"]);
    expect(requests[0]!.body).toEqual({ name, channel: program.channel, activationToken });
    expect(stack.outputs).toMatchObject({ ...program, name, location: "us-central1", activationToken });
    expect(hasSecret(stack.kept!.outputs["activationToken"]!)).toBe(true);
    expect(hasSecret(stack.kept!.inputs["activationToken"]!)).toBe(true);
    expect(await stack.refresh()).toEqual([]);
    expect(await stack.up(program)).toBe("same");
    expect(toPlainMap(stack.kept!.outputs)["activationToken"]).toBe(activationToken);
    expect(emulator.objects.channels.get(program.channel)).toMatchObject({ state: "ACTIVE" });
    await stack.destroy();
    expect(emulator.objects.channels.get(program.channel)).toMatchObject({ state: "INACTIVE" });
  });

  test.each([
    ["activationToken", { activationToken: "another-token" }],
    ["channel", { channel: `${home}/channels/other` }],
    ["labels", { labels: { a: "b" } }],
    ["channelConnectionId", { channelConnectionId: "other" }],
    ["location", { location: "us-east1" }],
    ["project", { project: "demo-project" }],
  ])("is replaced for another %s", async (key, change) => {
    const { stack, program } = setup();
    await stack.up(program);
    expect(await stack.preview({ ...program, ...change })).toContainEqual(expect.stringMatching(new RegExp(`^${key}.*!$`)));
  });

  test("a short channel name is of the same location", async () => {
    const { stack, program, requests } = setup();
    await stack.up({ ...program, project: "demo-project", channel: "partner-in" });
    expect(requests[0]!.body).toMatchObject({ channel: program.channel });
  });

  test("an import has no token; the first program with one replaces", async () => {
    const { stack, program } = setup();
    await stack.up(program);
    await stack.import(name);
    expect(stack.inputs).toEqual({
      channelConnectionId: "link",
      project: "partner-project",
      location: "us-central1",
      name,
      channel: program.channel,
    });
    expect(stack.outputs["activationToken"]).toBe("");
    const { activationToken: _, ...without } = program;
    expect(await stack.up(without)).toBe("same");
    expect(await stack.preview(program)).toEqual(["activationToken!"]);
  });

  test("stays when the channel no longer returns its used token; another token replaces", async () => {
    const { stack, program, activationToken } = setup();
    await stack.up(program);
    expect(await stack.preview({ ...program, activationToken: "" })).toEqual([]);
    expect(await stack.up({ ...program, activationToken: "" })).toBe("same");
    expect(stack.outputs).toMatchObject({ activationToken });
    expect(await stack.preview({ ...program, activationToken: "another" })).toEqual(["activationToken!"]);
  });

  test("a token that the service rejects is not shown", async () => {
    const { stack, program } = setup();
    await expect(stack.up({ ...program, activationToken: "not-the-token" })).rejects.toThrow(
      expect.objectContaining({ message: expect.not.stringContaining("not-the-token") as string }) as Error,
    );
    expect(stack.kept).toBeUndefined();
  });
});
