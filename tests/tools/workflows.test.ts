/** What the workflows may do, that their commands exist, and which dependencies are updated. tests/cli/workflows checks their form with actionlint. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { scripts } from "../../package.json";
import { platforms } from "../../tools/dist/node";
import { read, repository } from "./files";

interface Job {
  "timeout-minutes"?: number;
  strategy?: { matrix: Record<string, unknown> };
  environment?: string;
  permissions?: Record<string, string>;
  steps: { uses?: string; run?: string; with?: Record<string, unknown> }[];
}
interface Workflow {
  permissions: object;
  jobs: Record<string, Job>;
}

const folder = ".github/workflows";
const files = readdirSync(join(repository, folder));
const text = (file: string) => read(`${folder}/${file}`);
const workflow = (file: string) => load(text(file)) as Workflow;
const jobs = files.flatMap((file) => Object.entries(workflow(file).jobs).map(([name, job]) => ({ file, name, job })));
const targets = new Set([...read("Makefile").matchAll(/^([a-z-]+):/gm)].map(([, name]) => name));

it("the tests are the steps of .ci/run", () => {
  const steps = [...read(".ci/run").matchAll(/^step \d+ (\S+)( > .* &)?$/gm)].map(([, target]) => target!);
  const { test } = workflow("test.yml").jobs;
  expect(test?.strategy?.matrix["target"]).toEqual(steps);
  expect(test?.steps.at(-1)?.run).toBe(".ci/run ${{ matrix.target }}");
  expect(steps.filter((target) => !targets.has(target))).toEqual([]);
});

it("every action is pinned to a commit, the same in all workflows, with its version in a comment", () => {
  const uses = new Set(files.flatMap((file) => text(file).match(/(?<=uses: ).*/g) ?? []));
  expect([...uses].filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
  expect(new Set([...uses].map((action) => action.split("@")[0])).size).toBe(uses.size);
  expect(uses.size).toBeGreaterThan(3);
});

it("jobs can read the repository only, except for those of a release", () => {
  expect(files.map((file) => workflow(file).permissions)).toEqual(files.map(() => ({ contents: "read" })));
  expect(jobs.filter(({ job }) => job.permissions).map(({ file, name }) => `${file} ${name}`)).toEqual([
    "release.yml archives",
    "release.yml npm",
    "release.yml pypi",
    "release.yml nuget",
  ]);
});

it("no checkout leaves its credentials behind, and every job has a time limit", () => {
  const checkouts = jobs.flatMap(({ job }) => job.steps).filter(({ uses }) => uses?.startsWith("actions/checkout@"));
  expect(checkouts.map((step) => step.with?.["persist-credentials"])).toEqual(checkouts.map(() => false));
  expect(jobs.filter(({ job }) => job["timeout-minutes"] === undefined)).toEqual([]);
});

it("every make target and every npm script exists", () => {
  const commands = jobs.flatMap(({ job }) => job.steps.flatMap(({ run }) => run?.split("\n") ?? []));
  const used = commands.flatMap((command) => /^make (.+)$/.exec(command)?.[1]?.split(" ") ?? []);
  expect(used.length).toBeGreaterThan(2);
  expect(used.filter((name) => !targets.has(name))).toEqual([]);
  const run = commands.flatMap((command) => /^npm run (\S+)/.exec(command)?.[1] ?? []);
  expect(run.filter((name) => !(name in scripts))).toEqual([]);
});

it("a release attests its archives and its packages", () => {
  const { archives, npm, pypi, nuget, maven } = workflow("release.yml").jobs;
  const attested = archives?.steps.filter(({ uses }) => uses?.startsWith("actions/attest-build-provenance@")).map((step) => step.with);
  expect(attested).toEqual([{ "subject-checksums": "dist/SHA256SUMS" }, { "subject-path": expect.any(String) as string }]);
  for (const registry of ["npm", "python", "maven", "nuget"]) expect(attested?.[1]?.["subject-path"]).toContain(`dist/${registry}/`);
  expect(npm?.steps.some(({ run }) => run?.includes("npm publish") && run.includes("--provenance"))).toBe(true);
  for (const job of [pypi, nuget]) expect(job?.permissions?.["id-token"]).toBe("write");
  for (const job of [npm, pypi, nuget, maven]) expect(job?.environment).toBeDefined();
});

it("every archive for a platform is started on it", () => {
  const { start } = workflow("build.yml").jobs;
  const started = start?.strategy?.matrix["include"] as { archive: string }[] | undefined;
  expect(started?.map(({ archive }) => archive).sort()).toEqual(platforms.map(({ os, arch }) => `${os}-${arch}`).sort());
});

it("only the job for Maven Central, which has no trusted publishers, reads secrets", () => {
  const reading = jobs.filter(({ job }) => JSON.stringify(job).includes("secrets.")).map(({ file, name }) => `${file} ${name}`);
  expect(reading).toEqual(["release.yml maven"]);
});

it("updates of dependencies leave out those that stay behind for a reason", () => {
  const { updates } = load(read(".github/dependabot.yml")) as {
    updates: { "package-ecosystem": string; ignore?: { "dependency-name": string }[] }[];
  };
  const rows = read("docs/decisions/dependency-versions.md").matchAll(/^\| `(\S+)` \|/gm);
  const [npm] = updates.filter((update) => update["package-ecosystem"] === "npm");
  expect(npm?.ignore?.map((each) => each["dependency-name"])).toEqual([...rows].map(([, name]) => name));
});
