// Facts of the system about a running process: its memory and its open files.
import { readdirSync } from "node:fs";
import { execFileSync } from "node:child_process";

/** Resident memory in bytes. */
export function residentOf(pid: number): number {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) * 1024;
}

/** How many files, sockets and timers of the kernel it holds open; nothing where the system does not show. */
export function openFilesOf(pid: number): number | undefined {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return undefined;
  }
}
