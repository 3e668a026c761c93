/** The emulator run alone, as the demo runs it: prints its address, responds, and stops on a signal. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

it.each(["SIGTERM", "SIGINT"] as const)("prints its address and stops on %s", async (signal) => {
  const args = ["--import", "tsx", join(__dirname, "main.ts"), "9.1.0"];
  const child = spawn(process.execPath, args, { cwd: resolve(__dirname, "..", ".."), stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const [, url = ""] = /^ready (http:\/\/127\.0\.0\.1:\d+)$/.exec(line) ?? [];
  expect(await (await fetch(url)).json()).toMatchObject({ version: { number: "9.1.0" } });
  child.kill(signal);
  expect(await ended).toEqual([0, null]);
});
