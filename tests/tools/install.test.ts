/** Installing the plugin where the CLI finds it. See docs/protocol.md#installation. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { installPlugin } from "../../tools/install";
import { folder, program, remove, write } from "./files";

let root: string;
let plugins: string;
let built: string;

beforeEach(() => {
  root = folder();
  plugins = join(root, "home", "plugins");
  built = join(root, "provider", "bin");
  write(join(root, "package.json"), '{ "version": "1.2.3" }');
  program(built, "pulumi-resource-quartet", "exit 0");
});

const install = () => installPlugin(root, join(root, "home"));

it("copies all of provider/bin into the folder of the version, executable bit included, and leaves other plugins and no half ones", () => {
  write(join(built, "deep", "bundle.js"), "1");
  program(join(plugins, "resource-quartet-v1.2.2"), "pulumi-resource-quartet", "exit 0");
  program(join(plugins, "resource-quartet-v1.2.3"), "left-over", "exit 0");
  write(join(plugins, "resource-quartet-v1.2.3.partial"), "");
  const installed = join(plugins, "resource-quartet-v1.2.3");
  expect(install()).toBe(installed);
  expect(readdirSync(plugins).sort()).toEqual(["resource-quartet-v1.2.2", "resource-quartet-v1.2.3"]);
  expect(readdirSync(installed).sort()).toEqual(["deep", "pulumi-resource-quartet"]);
  expect(readFileSync(join(installed, "deep", "bundle.js"), "utf8")).toBe("1");
  expect(statSync(join(installed, "pulumi-resource-quartet")).mode & 0o111).toBe(0o111);
});

it("names the command to run if the plugin is not built", () => {
  remove(built);
  expect(install).toThrow("provider/bin: the plugin is not built. Run `npm run build`.");
});
