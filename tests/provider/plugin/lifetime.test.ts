// The end of the process with a clock of its own: signals, the grace of running calls, and the guard against an engine that is gone (protocol 1.8, 1.9).
import type { Requests } from "../../../provider/plugin/requests";
import type { Engine } from "../../../provider/plugin/engine";
import type * as LifetimeModule from "../../../provider/plugin/lifetime";

type Module = typeof LifetimeModule;

const parent = process.ppid;
let exit: jest.SpyInstance;
let lives: jest.Mock<Promise<boolean>>;
let cancel: jest.Mock;
let close: jest.Mock;
let becomeIdle: () => void;
let ours: Module;
let lifetime: LifetimeModule.Lifetime;

beforeEach(() => {
  jest.useFakeTimers();
  jest.isolateModules(() => (ours = jest.requireActual<Module>("../../../provider/plugin/lifetime")));
  exit = jest.spyOn(process, "exit").mockImplementation((() => {}) as never);
  [lives, cancel, close] = [jest.fn(async () => true), jest.fn(), jest.fn()];
  const idle = new Promise<void>((resolve) => (becomeIdle = resolve));
  const [calls, engine] = [
    { cancel, idle: () => idle },
    { lives, close: jest.fn() },
  ];
  lifetime = { calls: calls as unknown as Requests, engine: engine as unknown as Engine, close };
});
afterEach(() => {
  jest.useRealTimers();
  exit.mockRestore();
  Object.defineProperty(process, "ppid", { value: parent, configurable: true });
});

const seconds = (count: number): Promise<void> => jest.advanceTimersByTimeAsync(count * 1000);

describe("stop", () => {
  it("cancels at once, and exits with status 0 when the last call has ended", async () => {
    ours.stop(lifetime);
    expect(cancel).toHaveBeenCalledTimes(1);
    await seconds(20);
    expect(exit).not.toHaveBeenCalled();
    becomeIdle();
    await seconds(0.1);
    expect(close).toHaveBeenCalledTimes(1);
    expect(exit).toHaveBeenCalledWith(0);
  });

  it("waits for a call that does not end no longer than a write may take", async () => {
    ours.stop(lifetime);
    await seconds(21);
    expect(exit).not.toHaveBeenCalled();
    await seconds(5);
    expect(exit).toHaveBeenCalledWith(0);
  });

  it("is the same when it is said twice", async () => {
    ours.stop(lifetime);
    ours.stop(lifetime);
    expect(cancel).toHaveBeenCalledTimes(1);
  });
});

describe("the guard", () => {
  it("looks at a healthy engine every 30 s and lets the process be (case 18)", async () => {
    ours.exitWhenEngineIsGone(lifetime);
    await seconds(29);
    expect(lives).not.toHaveBeenCalled();
    await seconds(600);
    expect(lives.mock.calls.length).toBeGreaterThanOrEqual(17);
    expect(lives.mock.calls.length).toBeLessThanOrEqual(21);
    expect(cancel).not.toHaveBeenCalled();
  });

  it("stops the process after two looks in a row without an answer (cases 6, 17)", async () => {
    lives.mockResolvedValue(false);
    ours.exitWhenEngineIsGone(lifetime);
    await seconds(34);
    expect(cancel).not.toHaveBeenCalled();
    await seconds(2);
    expect(lives).toHaveBeenCalledTimes(2);
    expect(cancel).toHaveBeenCalledTimes(1);
    becomeIdle();
    await seconds(1);
    expect(exit).toHaveBeenCalledWith(0);
  });

  it("forgives one look without an answer", async () => {
    lives.mockResolvedValueOnce(false);
    ours.exitWhenEngineIsGone(lifetime);
    await seconds(600);
    expect(cancel).not.toHaveBeenCalled();
  });

  it("looks within seconds when the parent process has changed, and stops when the engine is gone with it", async () => {
    lives.mockResolvedValue(false);
    ours.exitWhenEngineIsGone(lifetime);
    await seconds(6);
    expect(lives).not.toHaveBeenCalled();
    Object.defineProperty(process, "ppid", { value: 1, configurable: true });
    await seconds(11);
    expect(cancel).toHaveBeenCalledTimes(1);
  });

  it("stays when the parent process has changed and the engine still answers: a launcher may end early", async () => {
    ours.exitWhenEngineIsGone(lifetime);
    Object.defineProperty(process, "ppid", { value: 1, configurable: true });
    await seconds(120);
    expect(lives).toHaveBeenCalled();
    expect(cancel).not.toHaveBeenCalled();
  });
});
