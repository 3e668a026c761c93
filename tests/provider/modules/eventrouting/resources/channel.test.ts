// Channels and their connections in a stack. See docs/modules/eventrouting.md#channels, docs/modules/eventrouting.md#channel-connections and docs/modules/eventrouting.md#import.
import { toPlainMap, hasSecret } from "../../../../../provider/core/values/value";
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
    const fixture = setup();
    await fixture.stack.up(program);
    expect(fixture.lines()).toEqual(["POST channels?channelId=partner-in"]);
    expect(fixture.requests[0]!.body).toEqual({ name, provider, cryptoKeyName });
    expect(fixture.stack.stored!.id).toBe(name);
    expect(fixture.stack.outputs).toMatchObject({ ...program, ...place, provider, name, state: "PENDING", labels: {} });
    expect(hasSecret(fixture.stack.stored!.outputs["activationToken"]!)).toBe(true);
    expect(await fixture.stack.up({ ...program, provider })).toBe("same");
    expect(await fixture.stack.refresh()).toEqual([]);
  });

  test.each(["main", "projects/p/locations/l/keyRings/r", `${cryptoKeyName}/cryptoKeyVersions/1`])(
    "a key called %s is rejected before a request",
    async (key) => {
      const fixture = setup();
      await expect(fixture.stack.up({ ...program, cryptoKeyName: key })).rejects.toThrow(/^cryptoKeyName \| expected projects\//);
      expect(fixture.requests).toEqual([]);
      expect(await fixture.stack.up({ channelId: "partner-in", cryptoKeyName: "" })).toBe("create");
    },
  );
});

describe("a connection", () => {
  const name = "projects/partner-project/locations/us-central1/channelConnections/link";

  /** A pending channel, and a program that connects it. */
  function setup() {
    const fixture = emulatorFixture();
    callerOf(fixture.emulator)("POST channels?channelId=partner-in", { provider: `${home}/providers/partner` });
    const channel = fixture.emulator.objects.channels.get(`${home}/channels/partner-in`)!;
    const activationToken = String(channel["activationToken"]);
    const program = { channelConnectionId: "link", project: "partner-project", channel: `${home}/channels/partner-in`, activationToken };
    return Object.assign(eventStack("ChannelConnection", fixture), { program, activationToken });
  }

  test("is created; the token stays in the state, as a secret, and is never compared", async () => {
    const { stack, program, activationToken, requests, lines, emulator } = setup();
    await stack.up(program);
    expect(lines()).toEqual(["POST channelConnections?channelConnectionId=link"]);
    expect(requests[0]!.body).toEqual({ name, channel: program.channel, activationToken });
    expect(stack.outputs).toMatchObject({ ...program, name, location: "us-central1", activationToken });
    expect(hasSecret(stack.stored!.outputs["activationToken"]!)).toBe(true);
    expect(hasSecret(stack.stored!.inputs["activationToken"]!)).toBe(true);
    expect(await stack.refresh()).toEqual([]);
    expect(await stack.up(program)).toBe("same");
    expect(toPlainMap(stack.stored!.outputs)["activationToken"]).toBe(activationToken);
    expect(emulator.objects.channels.get(program.channel)).toMatchObject({ state: "ACTIVE" });
    await stack.destroy();
    expect(emulator.objects.channels.get(program.channel)).toMatchObject({ state: "INACTIVE" });
  });

  test("a short channel name is of the same location", async () => {
    const { stack, program, requests } = setup();
    await stack.up({ ...program, project: "demo-project", channel: "partner-in" });
    expect(requests[0]!.body).toMatchObject({ channel: program.channel });
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
    expect(stack.stored).toBeUndefined();
  });
});
