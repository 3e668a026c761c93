/** actionlint accepts the workflows. */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { buildGo } from "../../tools/go";

jest.setTimeout(300_000);

const root = join(__dirname, "..", "..");
const folder = join(".github", "workflows");

test("actionlint finds no mistake in the workflows", async () => {
  const module = join(root, "tools", "actionlint");
  const build = {
    bin: join(root, ".tools", "bin"),
    environment: process.env,
    log: (line: string) => void process.stderr.write(`${line}\n`),
  };
  const program = await buildGo({ module }, build);
  const files = readdirSync(join(root, folder)).map((file) => join(folder, file));
  const { status, stdout, stderr } = spawnSync(program, ["-no-color", ...files], { cwd: root, encoding: "utf8" });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "", stderr: "" });
});
