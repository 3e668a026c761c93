// A method of the provider resource with the real CLI: the generated SDK calls it, and the result is secret.
import type { Cli, Stack } from "../support/cli";
import { openCli } from "../support/cli";

const program = `
import * as pulumi from "@pulumi/pulumi";
import * as quartet from "pulumi-quartet";

const own = new quartet.Provider("own", { secretId: "AKIDdemo", secretKey: "word-of-secrets", region: "ap-shanghai" });
const returned = own.terraformConfig();

export const settings = returned.result;
export const keys = pulumi.unsecret(returned.result.apply((map) => Object.keys(map).sort().join(",")));
export const length = pulumi.unsecret(returned.result.apply((map) => map["secret_key"].length));
`;

let cli: Cli;
let stack: Stack;

beforeAll(async () => {
  cli = await openCli();
  stack = await cli.stack("methods", {}, "nodejs");
  stack.typescript(program);
});
afterAll(() => cli?.workspace.remove());

test("30: terraformConfig returns its result in a preview and in an update; the result is not printed", async () => {
  expect(await stack.ok("preview")).toContain("settings");
  stack.environment["PULUMI_NODEJS_TRANSPILE_ONLY"] = "true"; // The type check has run before.
  expect(await stack.up()).not.toContain("word-of-secrets");
  expect(await stack.outputs()).toMatchObject({ keys: "protocol,region,secret_id,secret_key", length: "word-of-secrets".length });
  expect(await stack.ok("stack", "export")).not.toContain("word-of-secrets");
});
