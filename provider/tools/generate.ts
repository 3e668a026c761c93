// Generates all generated files: messages from the .proto facts, the version of package.json in all files that repeat it, the formatted schema with its examples, types, reference and SDKs from it. Afterwards `git diff` shows nothing in a clean tree.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { root } from "./drift";

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { cwd: root, stdio: "inherit" });
}

const tsx = join(root, "node_modules", ".bin", "tsx");
const buf = join(root, "node_modules", ".bin", "buf");
run(buf, "generate", "provider/plugin/proto", "--template", "provider/plugin/proto/buf.gen.yaml");
run(tsx, "tools/release/version.ts");
run(tsx, "provider/tools/format-schema.ts");
run(tsx, "provider/tools/generate-examples.ts");
run(tsx, "provider/tools/generate-types.ts");
run(tsx, "tools/reference/main.ts");
run("go", "-C", "tools/sdkgen", "run", ".", "-schema", "../../schema.json", "-license", "../../LICENSE", "-out", "../../sdk");
