/** The instance metadata service: temporary keys of the role that is bound to the machine. See docs/modules/cloud.md#instance-metadata. */
import type { EmulatorReply, EmulatorRequest, JsonObject } from "../exchange";
import { exampleKeys, type KeyIssuer } from "./keys";

/** The name under which every instance finds the service. */
export const METADATA_HOST = "metadata.tencentyun.com";

/** Where roles are listed, and each found under its name. */
const FOLDER = "/latest/meta-data/cam/security-credentials/";

/** One role that is bound to the machine. */
interface BoundRole {
  /** Default 100000000001. */
  account?: string;
  /** Life of the keys in seconds; default 7200. */
  seconds?: number;
  /** Another value than `Success`: then no keys are in the response. */
  code?: string;
}

const plain = (status: number, body: string): EmulatorReply => ({ status, headers: { "content-type": "text/plain" }, body });

const keysOf = (role: BoundRole & { name: string }, issuer: KeyIssuer, now: Date): JsonObject => {
  const { name, account = exampleKeys.account, seconds = 7200, code = "Success" } = role;
  if (code !== "Success") return { Code: code };
  const { credentials, life } = issuer({ account, user: `4611686018427999:${name}`, type: "CAMRole" }, seconds, now);
  const { Token, ...pair } = credentials;
  return { ...pair, ...life, Token, Code: code };
};

/** Whether a path is one of the metadata service, for those who reach it by an address. */
export const isMetadataPath = (path: string): boolean => path.startsWith("/latest/meta-data/");

/** The service with no role bound; its keys are known to the emulator from then on. */
export const createMetadata = (issuer: KeyIssuer) => {
  /** Bound roles by their name in the path. */
  const roles = new Map<string, BoundRole>();
  const handle = ({ method, path }: EmulatorRequest, now: Date): EmulatorReply => {
    if (method !== "GET") return plain(405, "Method Not Allowed");
    if (path === FOLDER) return plain(200, [...roles.keys()].join("\n"));
    const name = path.startsWith(FOLDER) ? path.slice(FOLDER.length) : "";
    const role = roles.get(name);
    if (!role) return plain(404, "Not Found");
    return plain(200, JSON.stringify(keysOf({ ...role, name }, issuer, now)));
  };
  return { roles, handle };
};
