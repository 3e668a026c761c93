/** The version of Node.js that the plugin needs. See docs/guides/plugin-archives.md#archives. */
import { injectionAtStart } from "../support/injector";
import { runPlugin } from "../support/plugin";

test.each(["18.20.8", "20.14.0", "21.7.3", "22.1.0"])(
  "under Node.js %s the process ends at once and names the version that it needs",
  async (version) => {
    const env = injectionAtStart(`Object.defineProperty(process.versions, "node", { value: "${version}" });`);
    const { code, stdout, stderr } = await runPlugin({ env });
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toBe(
      `pulumi-resource-quartet: start failed: Node.js ${version}: version 20.15, 22.2 or newer is required. Update Node.js.\n`,
    );
  },
);
