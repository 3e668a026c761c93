// Channels and their connections in a stack. See docs/modules/eventrouting.md#channels, docs/modules/eventrouting.md#channel-connections and docs/modules/eventrouting.md#import.
import { hasSecret } from "../../../../../provider/core/values/value";
import { callerOf } from "../../../../emulators/eventrouting/caller";
import { emulatorFixture, eventStack, home, expectNoDrift, expectRejected } from "../support";

const location = "us-central1";
const cryptoKeyName = `${home}/keyRings/events/cryptoKeys/main`;

describe("a channel", () => {
  const program = { channelId: "partner-in", provider: "partner", cryptoKeyName };

  test("is created without a wait for its activation; its token is a secret", async () => {
    const { stack, lines, requests } = eventStack("Channel");
    await stack.up(program);
    const expected = { name: `${home}/channels/partner-in`, provider: `${home}/providers/partner`, cryptoKeyName };
    expect(lines()).toEqual(["POST channels?channelId=partner-in"]);
    expect(requests[0]!.body).toEqual(expected);
    expect(stack.outputs).toMatchObject({ ...program, ...expected, project: "demo-project", location, state: "PENDING", labels: {} });
    const { activationToken } = stack.stored!.state;
    expect(hasSecret(activationToken!)).toBe(true);
    // A change of an unknown token would replace the connection.
    expect(await stack.previewUp({ ...program, labels: { a: "b" } })).toMatchObject({ activationToken });
  });

  test("a token that is not in the result of the operation is read", async () => {
    const fixture = emulatorFixture();
    const send: typeof fixture.send = async (request) => {
      const { body, ...response } = await fixture.send(request);
      return { ...response, body: request.method === "GET" ? body : body.replace("activationToken", "other") };
    };
    const { stack, lines } = eventStack("Channel", { ...fixture, send });
    await stack.up(program);
    expect(lines()).toEqual(["POST channels?channelId=partner-in", "GET channels/partner-in"]);
    expect(stack.outputs).toMatchObject({ activationToken: expect.stringMatching(/./) });
  });

  test.each(["main", "projects/p/locations/l/keyRings/r", `${cryptoKeyName}/cryptoKeyVersions/1`])(
    "a key called %s is rejected before a request",
    async (key) => expectRejected("Channel", { ...program, cryptoKeyName: key }, /^cryptoKeyName \| expected projects\//),
  );
});

describe("a connection", () => {
  const name = "projects/partner-project/locations/us-central1/channelConnections/link";
  const channel = `${home}/channels/partner-in`;

  /** A pending channel, and a program that connects it. */
  function setup() {
    const fixture = emulatorFixture();
    callerOf(fixture.emulator)("POST channels?channelId=partner-in", { provider: `${home}/providers/partner` });
    const record = () => fixture.emulator.objects.channels.get(channel)!;
    const activationToken = String(record()["activationToken"]);
    const program = { channelConnectionId: "link", project: "partner-project", channel, activationToken };
    return Object.assign(eventStack("ChannelConnection", fixture), { program, activationToken, record });
  }

  test("is created; the token stays in the state, as a secret, and is never compared", async () => {
    const { stack, program, activationToken, requests, lines, record } = setup();
    await stack.up(program);
    expect(lines()).toEqual(["POST channelConnections?channelConnectionId=link"]);
    expect(requests[0]!.body).toEqual({ name, channel, activationToken });
    await expectNoDrift(stack);
    expect(stack.outputs).toMatchObject({ ...program, name, location });
    const { state, inputs } = stack.stored!;
    expect([state, inputs].map((values) => hasSecret(values["activationToken"]!))).toEqual([true, true]);
    expect(record()).toMatchObject({ state: "ACTIVE" });
    await stack.destroy();
    expect(record()).toMatchObject({ state: "INACTIVE" });
  });

  test("stays when the channel no longer returns its used token; another token replaces", async () => {
    const { stack, program, activationToken } = setup();
    await stack.up(program);
    expect(await stack.up({ ...program, activationToken: "" })).toBe("same");
    expect(stack.outputs).toMatchObject({ activationToken });
    expect(await stack.preview({ ...program, activationToken: "another" })).toEqual(["activationToken!"]);
  });

  test("a token that the service rejects is not shown", async () => {
    const { stack, program } = setup();
    const message = expect.not.stringContaining("not-the-token");
    await expect(stack.up({ ...program, activationToken: "not-the-token" })).rejects.toMatchObject({ message });
  });
});
