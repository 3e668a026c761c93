/**
 * Brings Elasticsearch onto this machine, once: Maven fetches the archive into a folder of its own, its SHA-1 is compared, what the tests need is
 * unpacked below the folder for temporary files, and the archive is removed again. Runs at the same time wait for each other.
 */
import { execFile, type ExecFileException } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, createReadStream, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { promisify, stripVTControlCharacters } from "node:util";
import { ElasticsearchUnavailable } from "./unavailable";

const POM = join(__dirname, "pom.xml");

/** SHA-1 of the archive that pom.xml names, as its repository published it on the day it was pinned. */
const SHA1 = "6349276c095a2079c299c364f1aad338262161ca";

/** Maven has so many milliseconds for 909 MB. */
const FETCH_LIMIT = 15 * 60_000;

/** The folder of this pom.xml and this user: another pom.xml is another folder. */
const folder = () => {
  const version = createHash("sha1").update(readFileSync(POM)).digest("hex").slice(0, 10);
  return join(tmpdir(), `quartet-elasticsearch-${version}-${process.getuid?.() ?? 0}`);
};

const alive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === "EPERM";
  }
};

/** Whether this process has the lock now. It is a file that names its owner; the lock of an ended owner is removed. */
const lock = (path: string) => {
  try {
    writeFileSync(path, String(process.pid), { flag: "wx" });
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause;
    if (existsSync(path) && !alive(Number(readFileSync(path, "utf8")))) remove(path);
    return false;
  }
};

/** The error lines of Maven, without colours and advice. */
const complaint = (logged: string) => {
  const lines = stripVTControlCharacters(logged).replaceAll(" -> [Help 1]", "").trim().split("\n");
  const errors = lines.filter((line) => /^\[ERROR\] \S/.test(line) && !/^\[ERROR\] (Re-run|For more|To see|\[Help)/.test(line));
  return (errors.length > 0 ? errors : lines).slice(0, 3).join("\n").slice(0, 1_000);
};

/** Runs a program to its end. Throws when it is missing, fails, takes longer than the limit, or is no longer wanted. */
const run = async (program: string, args: readonly string[], unwanted: AbortSignal) => {
  await promisify(execFile)(program, args, { timeout: FETCH_LIMIT, signal: unwanted, maxBuffer: Infinity }).catch(
    (cause: ExecFileException) => {
      const { code, signal, stdout = "", stderr = "" } = cause;
      throw new ElasticsearchUnavailable(`${program} ended with ${signal ?? code}: ${complaint(stdout + stderr) || cause.message}`, {
        cause,
      });
    },
  );
};

const sha1 = async (path: string) => {
  const hash = createHash("sha1");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
};

/** The archive and the digest that came with it must both be the pinned one. */
const check = async (repository: string) => {
  const files = readdirSync(repository, { recursive: true, encoding: "utf8" }).map((file) => join(repository, file));
  const archive = files.find((file) => file.endsWith(".zip"));
  if (!archive) throw new ElasticsearchUnavailable("Maven left no archive behind");
  const published = `${archive}.sha1`;
  const digest = existsSync(published) ? readFileSync(published, "utf8").trim().slice(0, 40) : "nothing";
  const found = await sha1(archive);
  if (found !== SHA1 || digest !== SHA1)
    throw new ElasticsearchUnavailable(`the archive is not the expected one: ${found}, published ${digest}, wanted ${SHA1}`);
};

const remove = (path: string) => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });

/** Removes what a run left that was killed while it fetched. */
const removeStages = (into: string) => {
  const mine = `${basename(into)}.stage-`;
  for (const name of readdirSync(dirname(into)).filter((each) => each.startsWith(mine))) remove(join(dirname(into), name));
};

const fetch = async (into: string, unwanted: AbortSignal) => {
  removeStages(into);
  const stage = `${into}.stage-${process.pid}`;
  try {
    mkdirSync(stage);
    chmodSync(stage, 0o755);
    const dist = join(stage, "dist");
    const repository = join(stage, "repository");
    process.stderr.write("fetching Elasticsearch with Maven, 909 MB, once\n");
    await run("mvn", ["-B", "-q", "-C", "-f", POM, `-Dmaven.repo.local=${repository}`, `-Ddist=${dist}`, "dependency:unpack"], unwanted);
    await check(repository);
    remove(into);
    renameSync(dist, into);
  } finally {
    remove(stage);
  }
};

const home = (dist: string) => {
  const inner = existsSync(dist) ? readdirSync(dist).find((name) => existsSync(join(dist, name, "elasticsearch", "lib"))) : undefined;
  return inner === undefined ? undefined : join(dist, inner, "elasticsearch");
};

/**
 * The home folder of an unpacked Elasticsearch 8.19.8, fetched when it is not there yet. Throws `ElasticsearchUnavailable`
 * when it cannot be had, or is no longer wanted while it is fetched.
 */
export const distribution = async (unwanted: AbortSignal): Promise<string> => {
  const dist = folder();
  const guard = `${dist}.lock`;
  const deadline = Date.now() + 2 * FETCH_LIMIT;
  for (;;) {
    const found = home(dist);
    if (found !== undefined) return found;
    if (unwanted.aborted) throw new ElasticsearchUnavailable("no longer wanted");
    if (Date.now() > deadline)
      throw new ElasticsearchUnavailable(`another run has been fetching for too long; remove ${guard} if there is none`);
    if (lock(guard)) await fetch(dist, unwanted).finally(() => remove(guard));
    else await pause(500);
  }
};
