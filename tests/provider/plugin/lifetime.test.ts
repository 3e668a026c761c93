// The end of the process in virtual time: signals, the grace period of running requests, and the health check of the engine.
// See docs/protocol.md#cancel and docs/protocol.md#engine-liveness.
import type { Requests } from "../../../provider/plugin/requests";
import type { Engine } from "../../../provider/plugin/engine";
import type * as LifetimeModule from "../../../provider/plugin/lifetime";

type Module = typeof LifetimeModule;

const parent = process.ppid;
let exit: jest.SpyInstance;
let isAlive: jest.Mock<Promise<boolean>>;
let flush: jest.Mock<Promise<void>>;
let cancel: jest.Mock;
let close: jest.Mock<Promise<void>>;
let becomeIdle: () => void;
let lifetimeModule: Module;
let lifetime: LifetimeModule.Lifetime;

beforeEach(() => {
  jest.useFakeTimers();
  jest.isolateModules(() => (lifetimeModule = jest.requireActual<Module>("../../../provider/plugin/lifetime")));
  exit = jest.spyOn(process, "exit").mockImplementation((() => {}) as never);
  [isAlive, cancel, close, flush] = [jest.fn(async () => true), jest.fn(), jest.fn(async () => {}), jest.fn(async () => {})];
  const idle = new Promise<void>((resolve) => (becomeIdle = resolve));
  const requests = { cancel, idle: () => idle };
  const engine = { isAlive, flush };
  lifetime = { requests: requests as unknown as Requests, engine: engine as unknown as Engine, close };
});
afterEach(() => {
  jest.useRealTimers();
  exit.mockRestore();
  Object.defineProperty(process, "ppid", { value: parent, configurable: true });
});

const seconds = (count: number) => jest.advanceTimersByTimeAsync(count * 1000);

it.each(["a request", "the connections", "the log lines"])("stop waits for the end of %s, at most for the grace period", async (what) => {
  if (what !== "a request") {
    (what === "the connections" ? close : flush).mockReturnValue(new Promise(() => {}));
    becomeIdle();
  }
  lifetimeModule.stop(lifetime);
  await seconds(21);
  expect(exit).not.toHaveBeenCalled();
  await seconds(5);
  expect(exit).toHaveBeenCalledWith(0);
});

it("stop has the same effect twice, and exits when closing fails", async () => {
  close.mockRejectedValue(new Error("failed to close"));
  for (let i = 0; i < 2; i++) lifetimeModule.stop(lifetime);
  expect(cancel).toHaveBeenCalledTimes(1);
  becomeIdle();
  await seconds(0);
  expect(exit).toHaveBeenCalledWith(0);
});

it("the guard checks the engine every 30 s and keeps the process, also after one check without a response (case 18)", async () => {
  isAlive.mockResolvedValueOnce(false);
  lifetimeModule.exitWhenEngineIsGone(lifetime);
  await seconds(29);
  expect(isAlive).not.toHaveBeenCalled();
  await seconds(600);
  expect(isAlive.mock.calls.length).toBeGreaterThanOrEqual(17);
  expect(isAlive.mock.calls.length).toBeLessThanOrEqual(21);
  expect(cancel).not.toHaveBeenCalled();
});

it("the guard stops the process after two checks in a row without a response (cases 6, 17)", async () => {
  isAlive.mockResolvedValue(false);
  lifetimeModule.exitWhenEngineIsGone(lifetime);
  await seconds(34);
  expect(cancel).not.toHaveBeenCalled();
  await seconds(2);
  expect(isAlive).toHaveBeenCalledTimes(2);
  expect(cancel).toHaveBeenCalledTimes(1);
  becomeIdle();
  await seconds(1);
  expect(exit).toHaveBeenCalledWith(0);
});

it.each([
  [false, 1],
  [true, 0], // A launcher may end early.
])(
  "the guard checks within seconds when the parent process has changed, and stops if the engine has ended (responds: %s)",
  async (responds, stops) => {
    isAlive.mockResolvedValue(responds);
    lifetimeModule.exitWhenEngineIsGone(lifetime);
    await seconds(6);
    expect(isAlive).not.toHaveBeenCalled();
    Object.defineProperty(process, "ppid", { value: 1, configurable: true });
    await seconds(11);
    expect(isAlive).toHaveBeenCalled();
    expect(cancel).toHaveBeenCalledTimes(stops);
  },
);
