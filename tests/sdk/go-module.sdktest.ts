/** The Go module, as a program of another module uses it. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../package.json";
import { describePart } from "./parts";
import { programIn } from "./readme";
import { filesIn, run, temporary } from "./running";
import { root } from "./toolchain";

const sdk = join(root, "sdk", "go");

describePart("go", "the Go module", (go) => {
  const folder = temporary();
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("contains license and README", () => {
    expect(filesIn(sdk)).toEqual(expect.arrayContaining(["LICENSE", "README.md", "go.mod"]));
  });

  it("builds the program of its README", () => {
    const module = "github.com/quartet-dev/pulumi-quartet/sdk/go";
    writeFileSync(join(folder, "main.go"), programIn(join(sdk, "README.md"), "go"));
    writeFileSync(join(folder, "go.mod"), `module first\n\ngo 1.25\n\nrequire ${module} v${version}\n\nreplace ${module} => ${sdk}\n`);
    const env = { GOFLAGS: "-mod=mod", GOWORK: "off", CGO_ENABLED: "0" };
    expect(() => run([go, "mod", "tidy"], { cwd: folder, env })).not.toThrow();
    expect(run([go, "vet", "./..."], { cwd: folder, env })).toBe("");
  });
});
