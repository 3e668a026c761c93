/** The IAM credentials service: tokens of a service account for those who may make them. See docs/modules/eventrouting.md#impersonation. */
import type { EmulatorRequest, JsonObject } from "../exchange";
import { errorInfo, EventFailure, invalid, noSuchMethod, rejection, reply, wrong } from "./errors";
import { readQuery } from "./query";
import { demandJson, readMessage } from "./shapes";
import { endpoint, type Identity, type TokenCall, type TokenHandler } from "./token-calls";
import { authenticate } from "./tokens";

const PATH = /^\/v1\/projects\/-\/serviceAccounts\/([^/]+):generateAccessToken$/;
const DELEGATE = /^projects\/-\/serviceAccounts\/([^/\s]+)$/;
const SERVICE = "iamcredentials.googleapis.com";

/** Whether a path is one of the service. */
export const isImpersonationPath = (path: string): boolean => /^\/v1\/projects\/[^/]+\/serviceAccounts\//.test(path);

const lifetimeOf = (text: unknown): number => {
  if (text === undefined) return 3600;
  const seconds = Number(/^(\d+(?:\.\d{1,9})?)s$/.exec(String(text))?.[1]);
  if (Number.isNaN(seconds))
    throw wrong("lifetime", `Invalid value at 'lifetime' (type.googleapis.com/google.protobuf.Duration), ${JSON.stringify(text)}`);
  if (seconds <= 0 || seconds > 3600) throw wrong("lifetime", "The token lifetime must be positive and at most 3600 seconds.");
  return seconds;
};

const emailsOf = (delegates: readonly string[]): string[] =>
  delegates.map((delegate, index) => {
    const email = DELEGATE.exec(delegate)?.[1];
    if (email === undefined)
      throw invalid({
        field: `delegates[${index}]`,
        description: `Invalid form for delegate: ${delegate}. It must be projects/-/serviceAccounts/{email}.`,
      });
    return email;
  });

/** Each account of the chain must be allowed to create tokens of the next one; the response does not reveal whether the account exists. */
const checkChain = ({ accounts }: Identity, [from = "", ...chain]: readonly string[]): void => {
  let caller = from;
  for (const email of chain) {
    const account = accounts.services.get(email);
    if (!account || account.disabled === true || !account.tokenCreators.has(caller))
      throw new EventFailure(
        "PERMISSION_DENIED",
        "Permission 'iam.serviceAccounts.getAccessToken' denied on resource (or it may not exist).",
        [errorInfo("IAM_PERMISSION_DENIED", "iam.googleapis.com", { permission: "iam.serviceAccounts.getAccessToken" })],
      );
    caller = email;
  }
};

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw wrong("name", "Invalid form for name.");
  }
};

const run = (identity: Identity, request: EmulatorRequest, call: TokenCall): JsonObject => {
  const target = PATH.exec(request.path)?.[1];
  if (target === undefined) throw new EventFailure("NOT_FOUND", "Requested entity was not found.");
  const method = "google.iam.credentials.v1.IAMCredentials.GenerateAccessToken";
  const principal = authenticate(request, identity.tokens, { service: SERVICE, method });
  readQuery(request.query, {});
  demandJson(request);
  const body = readMessage(request.body, { delegates: ["string"], scope: ["string"], lifetime: "string" }, "");
  call.params = { target: decoded(target), ...body };
  const scopes = (body["scope"] ?? []) as string[];
  if (scopes.length === 0) throw wrong("scope", "scope must contain at least one value.");
  const seconds = lifetimeOf(body["lifetime"]);
  const email = decoded(target);
  checkChain(identity, [principal.name, ...emailsOf((body["delegates"] ?? []) as string[]), email]);
  Object.assign(call, { principal: email, scopes });
  const accessToken = identity.tokens.issue({ name: email, kind: "serviceAccount" }, scopes, seconds);
  const expires = new Date(identity.now().getTime() + seconds * 1000);
  return { accessToken, expireTime: expires.toISOString().replace(/\.\d+Z$/, "Z") };
};

const generate = endpoint("impersonation", (identity, request, call) => {
  try {
    return reply(200, run(identity, request, call));
  } catch (failure) {
    if (!(failure instanceof EventFailure)) throw failure;
    return rejection(failure, "0");
  }
});

/** `POST /v1/projects/-/serviceAccounts/{email}:generateAccessToken`. */
export const generateAccessToken: TokenHandler = (identity, request) =>
  request.method === "POST" ? generate(identity, request) : noSuchMethod(request.method, request.path);
