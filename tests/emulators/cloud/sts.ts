/** The emulated Security Token Service: roles, MFA codes, and temporary keys for those who may have them. See docs/modules/cloud.md#sts. */
import type { JsonObject } from "../exchange";
import { parsed } from "../objects";
import { Store } from "../store";
import { type Action, type Actions, reject, Rule, type Shapes, strings, text } from "./api";
import { identityOf, type KeyIssuer, type Keys, type Principal } from "./keys";

/** The requirements of a role. */
export interface Role {
  externalId?: string;
  /** Then AssumeRole needs a serial number and a code. */
  mfa?: boolean;
  /** The identity provider that AssumeRoleWithSAML must name. */
  principalArn?: string;
  /** The identity provider that AssumeRoleWithWebIdentity must name. */
  providerId?: string;
}

const PARAM = "InvalidParameter.ParamError";
const wrong = (name: string) => reject(PARAM, `The parameter \`${name}\` is illegal.`);

/** A lifetime of temporary keys in seconds. */
const duration = (longest: number) =>
  new Rule(
    "integer",
    (value) => Number(value) >= 0 && Number(value) <= longest,
    "InvalidParameter.OverTimeError",
    `must be from 0 to ${longest}`,
  );

/** Without a duration, and for 0, it is the usual one. */
const durationOf = ({ DurationSeconds }: JsonObject, usual: number) => Number(DurationSeconds ?? 0) || usual;

interface Taken {
  role: Role;
  principal: Principal;
}

const takeRole = (sts: Sts, params: JsonObject): Taken => {
  const arn = String(params.RoleArn);
  const role = sts.roles.get(arn);
  if (!role) return reject("ResourceNotFound.RoleNotFound", "The role does not exist.");
  const number = 4_611_686_018_427_000 + sts.roles.names().indexOf(arn);
  const user = `${number}:${String(params.RoleSessionName)}`;
  return { role, principal: { account: /\d+/.exec(arn)![0], user, type: "CAMRole" } };
};

const untrusted = () => reject("UnauthorizedOperation", "The role does not trust this identity provider.");

const checkMfa = (sts: Sts, { SerialNumber, TokenCode }: JsonObject) => {
  if (SerialNumber === undefined) wrong("SerialNumber");
  if (TokenCode === undefined) wrong("TokenCode");
  if (!/^qcs::cam:uin\/\d+::mfa\/softToken$/.test(String(SerialNumber)))
    reject("FailedOperation.MFATypeNotSupported", "The type of this MFA device is not supported.");
  if (!/^\d{6}$/.test(String(TokenCode)) || !sts.codes.get(String(SerialNumber))?.delete(String(TokenCode)))
    reject("FailedOperation.CheckMFAError", "The MFA check has failed.");
};

const respond = ({ issuer }: Sts, principal: Principal, life: { seconds: number; now: Date }): JsonObject => {
  const { credentials, life: reported } = issuer(principal, life.seconds, life.now);
  return { Credentials: credentials, ...reported };
};

const roleParams: Shapes = {
  "RoleArn!": text(/^qcs::cam::uin\/(\d+):role(?:Name\/[\w+=,.@-]+|\/[\w+=,.@/-]+)$/, PARAM),
  "RoleSessionName!": text(/^[\w+=,.@-]{2,128}$/, PARAM),
  DurationSeconds: duration(43_200),
};

const wrongPolicy = (reason: string) => reject("InvalidParameter.StrategyInvalid", `The policy is illegal: ${reason}.`);

/** Encoders differ in the marks !'()*, which mean the same encoded or not. */
const decodedPolicy = (policy: string) => {
  if (!/^(?:[A-Za-z0-9\-_.~+!'()*]|%[0-9A-Fa-f]{2})*$/.test(policy)) return wrongPolicy("it is not URL-encoded");
  try {
    return decodeURIComponent(policy.replaceAll("+", "%20"));
  } catch {
    return wrongPolicy("it is not URL-encoded");
  }
};

interface Statement {
  effect?: unknown;
}

/**
 * @param policy As sent; absent is fine.
 * @throws CloudFailure `InvalidParameter.StrategyInvalid`: not encoded, no JSON, or no policy of version 2.0 with statements.
 */
const checkPolicy = (policy: string | undefined): void => {
  if (policy === undefined) return;
  const document = parsed(decodedPolicy(policy)) as { version?: unknown; statement?: unknown } | null | undefined;
  if (document === undefined) return wrongPolicy("it is not JSON");
  if (document?.version !== "2.0") return wrongPolicy("its version is not 2.0");
  const statements = [document.statement ?? []].flat() as (Statement | null)[];
  if (statements.length === 0 || statements.some((each) => each?.effect !== "allow" && each?.effect !== "deny"))
    wrongPolicy("it has no statements, or one without effect");
};

/** An action that gives out the keys of a role, unless `check` rejects the call. */
const assuming = (sts: Sts, params: Shapes, check: (role: Role, params: JsonObject) => void): Action => ({
  params: { ...roleParams, ...params },
  run(given, { now }) {
    const { role, principal } = takeRole(sts, given);
    check(role, given);
    return respond(sts, principal, { seconds: durationOf(given, 7200), now });
  },
});

const assumeRole = (sts: Sts) => {
  const params = {
    ...strings("Policy", "SourceIdentity", "SerialNumber", "TokenCode"),
    ExternalId: text(/^[\w+=,.@:/-]{2,128}$/, PARAM),
    Tags: [strings("Key!", "Value!")] as const,
  };
  return assuming(sts, params, ({ externalId, mfa }, given) => {
    checkPolicy(given.Policy as string | undefined);
    if (externalId !== undefined && externalId !== given.ExternalId)
      reject("UnauthorizedOperation", "The role may not be assumed: its external ID is another one.");
    if (mfa || given.SerialNumber !== undefined || given.TokenCode !== undefined) checkMfa(sts, given);
  });
};

const BASE64 = /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$|^(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)$/;
const decoded = (assertion: unknown) => Buffer.from(String(assertion), "base64").toString();

const assumeRoleWithSaml = (sts: Sts) => {
  const params = {
    "SAMLAssertion!": new Rule(text(BASE64, PARAM), (assertion) => decoded(assertion).startsWith("<"), PARAM, "must be XML"),
    "PrincipalArn!": text(/^qcs::cam::uin\/\d+:saml-provider\/[\w.-]+$/, PARAM),
  };
  return assuming(sts, params, ({ principalArn }, { SAMLAssertion, PrincipalArn }) => {
    if (sts.spentAssertions.has(String(SAMLAssertion))) wrong("SAMLAssertion");
    if (principalArn !== PrincipalArn) untrusted();
  });
};

const assumeRoleWithWebIdentity = (sts: Sts) => {
  const params = {
    "ProviderId!": "string",
    "WebIdentityToken!": text(/^[\w-]+\.[\w-]+\.[\w-]+$/, "InvalidParameter.WebIdentityTokenError"),
  } as const;
  return assuming(sts, params, ({ providerId }, { ProviderId }) => {
    if (providerId !== ProviderId) untrusted();
  });
};

const getSessionToken = (sts: Sts): Action => ({
  params: { ...strings("SerialNumber", "TokenCode"), DurationSeconds: duration(129_600) },
  run(params, { now, secretId, account }) {
    checkMfa(sts, params);
    const { user, type } = sts.keys.get(secretId) ?? {};
    return respond(sts, { account, user, type }, { seconds: durationOf(params, 1800), now });
  },
});

const exampleRoles: Record<string, Role> = {
  "qcs::cam::uin/100000000001:roleName/deploy": {},
  "qcs::cam::uin/100000000001:roleName/saml": { principalArn: "qcs::cam::uin/100000000001:saml-provider/idp" },
  "qcs::cam::uin/100000000001:roleName/oidc": { providerId: "OIDC" },
};

/** Creates state and switches of STS. */
const createState = (keys: Keys, issuer: KeyIssuer) => {
  /** Roles by `RoleArn`; at first the three of the specification: deploy, saml and oidc of account 100000000001. */
  const roles = new Store<Role>();
  for (const [arn, role] of Object.entries(exampleRoles)) roles.set(arn, role);
  return {
    keys,
    issuer,
    roles,
    /** Codes that are good once, by serial number of the device. */
    codes: new Map<string, Set<string>>(),
    /** Assertions that are rejected as used up. */
    spentAssertions: new Set<string>(),
    /** Replaces members of the response of GetCallerIdentity, with null if need be. */
    identity: {} as JsonObject,
  };
};

type Sts = ReturnType<typeof createState>;

/** STS over the keys of the emulator: what it gives out, the signature accepts. */
export const createSts = (keys: Keys, issuer: KeyIssuer) => {
  const sts = createState(keys, issuer);
  const actions: Actions = {
    AssumeRole: assumeRole(sts),
    AssumeRoleWithSAML: assumeRoleWithSaml(sts),
    AssumeRoleWithWebIdentity: assumeRoleWithWebIdentity(sts),
    GetSessionToken: getSessionToken(sts),
    GetCallerIdentity: {
      params: {},
      run: (_params, { account, secretId }) => ({ ...identityOf(keys.get(secretId) ?? { account }), ...sts.identity }),
    },
  };
  return Object.assign(sts, { actions });
};
