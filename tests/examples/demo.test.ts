// The demo as a user runs it: it prints all steps, and cleans up also after failures.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { instead } from "../emulators/faults";
import { cleanEnvironment } from "../../tools/workspace";
import { openSearch, storedObjects, type Search } from "../support/search";

jest.setTimeout(600_000); // The demo runs the CLI many times.

const root = join(__dirname, "..", "..");

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

let temporary: string;
let search: Search | undefined;

beforeEach(() => void (temporary = realpathSync(mkdtempSync(join(tmpdir(), "quartet-demo-test-")))));
afterEach(async () => {
  await search?.stop();
  search = undefined;
  rmSync(temporary, { recursive: true, force: true });
});

/** Runs the demo in a new temporary folder; `then` runs once when the output matches. */
function demo(environment: Record<string, string> = {}, at?: { text: RegExp; signal: NodeJS.Signals }): Promise<Ended> {
  const base = cleanEnvironment(process.env);
  const env = { ...base, ENDPOINT: "", ...environment, TMPDIR: temporary, TEMP: temporary, TMP: temporary };
  const child = spawn(process.execPath, ["--import", "tsx", "examples/demo/main.ts"], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  let sent = false;
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    if (!at || sent || !at.text.test(stdout)) return;
    sent = true;
    child.kill(at.signal);
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}

/** Returns the files in the temporary folder, without the loader's cache. */
const leftFiles = () => readdirSync(temporary).filter((name) => !/^(tsx-|node-compile-cache)/.test(name));

/** Returns the processes that were started with that temporary folder, where the system reports it. */
function leftProcesses() {
  if (!existsSync("/proc/self/environ")) return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((id) => readProcess(id, "environ").includes(`TMPDIR=${temporary}\0`))
    .map((id) => readProcess(id, "cmdline").replaceAll("\0", " "));
}

function readProcess(id: string, file: string) {
  try {
    return readFileSync(join("/proc", id, file), "utf8");
  } catch {
    return ""; // The process has ended since.
  }
}

function expectNothingLeft() {
  expect(leftFiles()).toEqual([]);
  expect(leftProcesses()).toEqual([]);
}

describe("the demo on the embedded emulator", () => {
  it("prints every step with the output of the CLI, and the next steps", async () => {
    const { code, stdout, stderr } = await demo();
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const lines = [
      "SearchIngestPipeline parse created",
      "SearchDataStream access created",
      "+ 9 created",
      "9 unchanged",
      '~ dataRetention: "7d" => "14d"',
      '~ dataRetention: "14d" => "1d"',
      "SearchDataStreamLifecycle retention updated",
      "= 1 imported",
      "10 unchanged",
      "SearchDataStream access **deleting failed**\n",
      "it contains 1 document (3.6 KB)",
      "SearchDataStream access deleted\n",
      "- 7 deleted",
      "the server holds nothing of it any more",
      "Tencent Cloud: an API gateway",
      "ApiGatewayCustomDomain address created",
      "partnerSecret   : [secret]",
      "+ 16 created",
      "16 unchanged",
      "~ releaseLimit: 500 => 800",
      "ApiGatewayService orders updated",
      "~ maxRequestNumPreSec: 50 => 1000",
      "ApiGatewayUsagePlan partners updated",
      "- 16 deleted",
      "All four modules",
      "Trigger trigger created",
      'deliversTo   : "https://service-',
      "+ 9 created",
      "9 unchanged",
      '~ stage: "test" => "live"',
      "Trigger trigger updated",
      "- 9 deleted",
      "Where to go next",
    ];
    let from = 0;
    const places = lines.map((text) => (from = stdout.indexOf(text, from)));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
    expectNothingLeft();
  });

  it.each<[string, RegExp, NodeJS.Signals, number]>([
    ["Ctrl-C during up", /\$ pulumi up/, "SIGINT", 130],
    ["SIGTERM during refresh", /\$ pulumi refresh/, "SIGTERM", 143],
    ["Ctrl-C in the second act", /ApiGatewayService orders created|server {3}the embedded Tencent/, "SIGINT", 130],
  ])("%s: ends, and nothing is left", async (_moment, text, signal, status) => {
    const { code, stdout } = await demo({}, { text, signal });
    expect(code).toBe(status);
    expect(stdout).toContain("stopping, and removing what was made");
    expect(stdout).not.toContain("Where to go next");
    expectNothingLeft();
  });
});

describe("the demo on a cluster of the user", () => {
  const password = "demo-password-2HsD";
  const secured = async (version = "9.2.1") =>
    (search = await openSearch({ version, security: { users: { elastic: { password, cluster: ["all"] } } } }));
  const credentials = { ELASTICSEARCH_USERNAME: "elastic", ELASTICSEARCH_PASSWORD: password };

  /** Objects of another user, with names that a careless demo would change. */
  function furnish({ emulator }: Search) {
    for (const name of ["access", "parse", "old", "shop-parse", "quartet-demo"])
      emulator.pipelines.set(name, { processors: [{ drop: {} }] });
  }

  it("does the same with its credentials, changes nothing else, and never prints the password", async () => {
    const { url, emulator, requests } = await secured();
    furnish(search!);
    const before = storedObjects(emulator);
    const foreign = { TENCENTCLOUD_SECRET_ID: "AKIDofSomebodyElse", TENCENTCLOUD_REGION: "ap-nowhere", TENCENTCLOUD_DOMAIN: "localhost:9" };
    const { code, stdout, stderr } = await demo({ ...credentials, ...foreign, ENDPOINT: url });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(`your Elasticsearch 9.2.1, ${url}`);
    expect(stdout).toMatch(/the embedded Tencent Cloud emulator[^]*- 16 deleted/);
    expect(stdout + stderr).not.toContain(password);
    expect(storedObjects(emulator)).toEqual(before);
    const touched = requests.filter(({ method }) => method !== "GET").map(({ path, body }) => (path === "/_aliases" ? body : path));
    expect(touched.filter((text) => !/quartet-demo-[0-9a-f]{4}-/.test(text))).toEqual([]);
    expectNothingLeft();
  });

  it.each([
    ["9.2.1", "SearchDataStream access created"],
    [
      "8.18.0",
      "left out examples/log-platform-yaml, because options of data streams need Elasticsearch 8.19, and this is 8.18.0; in its place: examples/search-logs-yaml",
    ],
  ])("deletes what it created on %s when it is interrupted", async (version, line) => {
    const { url, emulator } = await secured(version);
    furnish(search!);
    const before = storedObjects(emulator);
    const interruption = { text: /\$ pulumi import/, signal: "SIGINT" } as const;
    const { code, stdout } = await demo({ ...credentials, ELASTICSEARCH_ENDPOINTS: url }, interruption);
    expect([code, stdout]).toEqual([130, expect.stringContaining(line)]);
    expect(storedObjects(emulator)).toEqual(before);
    expectNothingLeft();
  });

  it("deletes what it created when a step fails, and prints the output of the CLI", async () => {
    const { url, emulator, faults } = await secured();
    const rejection = { error: { type: "illegal_argument_exception", reason: "no room for templates" }, status: 400 };
    const reply = { status: 400, headers: { "content-type": "application/json" }, body: JSON.stringify(rejection) };
    faults.add({ match: ({ method, path }) => method === "PUT" && path.startsWith("/_index_template/"), fault: instead(reply) });
    const { code, stdout, stderr } = await demo({ ...credentials, ENDPOINT: url });
    expect(code).toBe(1);
    expect(stderr).toContain("illegal_argument_exception: no room for templates");
    expect(stderr).toContain("the CLI ended with status");
    expect(stdout).not.toContain("Where to go next");
    expect(storedObjects(emulator)).toEqual({});
    expectNothingLeft();
  });

  it("reports an ENDPOINT that cannot be reached", async () => {
    const { code, stderr } = await demo({ ENDPOINT: "http://127.0.0.1:9" });
    expect([code, stderr]).toEqual([1, expect.stringMatching(/the server of ENDPOINT cannot be used: .*ECONNREFUSED/)]);
    expectNothingLeft();
  });
});
