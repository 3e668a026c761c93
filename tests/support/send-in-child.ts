// One request by a transport in a process of its own, which has to end by itself although the connection is kept.
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import type { TlsSettings } from "../../provider/contract/http";
import { guardMs } from "./waiting";

/** What the process does: a GET of the URL, with the environment of the transport (not of the process). */
interface Errand {
  url: string;
  tls?: TlsSettings;
  env: Record<string, string>;
}

/** What it reports: the body, the open connections afterwards, and the network modules that were loaded before the request. */
export interface Report {
  body: string;
  open: number;
  loadedBefore: string[];
}

const run = promisify(execFile);

/** Runs the errand with the transport bundled as the plugin bundles it; fails when the process does not end in time. */
export async function sendInChild({ url, tls, env }: Errand): Promise<Report> {
  const root = path.resolve(__dirname, "../..");
  const bundling = ["provider/http/send.ts", "--bundle", "--platform=node", "--format=cjs", "--target=node20"];
  const { stdout: bundle } = await run(path.join(root, "node_modules/.bin/esbuild"), bundling, { cwd: root, maxBuffer: 2 ** 24 });
  const program = `
    const before = process.moduleLoadList.length;
    ${bundle}
    const send = module.exports.createSend({ env: ${JSON.stringify(env)} });
    const network = /NativeModule (internal\\/)?_?(http|https|tls|net|dns|zlib|crypto)/;
    const loadedBefore = process.moduleLoadList.slice(before).filter((name) => network.test(name));
    send({ method: "GET", headers: {}, signal: new AbortController().signal, ...${JSON.stringify({ url, tls })} })
      .then((response) => console.log(JSON.stringify({ body: response.body.toString(), open: send.stats.open, loadedBefore })));
  `;
  const { stdout } = await run(process.execPath, ["-e", program], { timeout: guardMs });
  return JSON.parse(stdout) as Report;
}
