/** The emulated Security Token Service: roles, MFA codes, and temporary keys for those who may have them. See docs/modules/cloud.md#sts. */
import type { JsonObject } from "../exchange";
import { Store } from "../store";
import type { Action, Actions } from "./api";
import { CloudFailure } from "./api";
import type { Keys, KeyIssuer, Principal } from "./keys";
import { identityOf } from "./keys";
import { checkPolicy } from "./policies";

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

/** State and switches of STS. */
export interface Sts {
  /** Roles by `RoleArn`; at first the three of the specification: deploy, saml and oidc of account 100000000001. */
  roles: Store<Role>;
  /** Codes that are good once, by serial number of the device. */
  codes: Map<string, Set<string>>;
  /** Assertions that are rejected as used up. */
  spentAssertions: Set<string>;
  /** Replaces members of the response of GetCallerIdentity, with null if need be. */
  identity: JsonObject;
  actions: Actions;
}

const failure = (code: string, message: string): CloudFailure => new CloudFailure(code, message);
const badParameter = (name: string): CloudFailure => failure("InvalidParameter.ParamError", `The parameter \`${name}\` is illegal.`);

/** Maximum lifetimes of temporary keys in seconds, and what none or 0 means. */
const lives = { role: { longest: 43_200, usual: 7200 }, session: { longest: 129_600, usual: 1800 } };

const durationOf = ({ DurationSeconds }: JsonObject, { longest, usual }: { longest: number; usual: number }): number => {
  const seconds = Number(DurationSeconds ?? 0);
  if (seconds < 0 || seconds > longest)
    throw failure("InvalidParameter.OverTimeError", `\`DurationSeconds\` must be from 0 to ${longest}.`);
  return seconds === 0 ? usual : seconds;
};

const ROLE = /^qcs::cam::uin\/(\d+):role(?:Name\/[\w+=,.@-]+|\/[\w+=,.@/-]+)$/;

const text = (params: JsonObject, name: string): string | undefined => params[name] as string | undefined;

interface Taken {
  role: Role;
  principal: Principal;
}

const takeRole = (sts: Sts, params: JsonObject): Taken => {
  const arn = text(params, "RoleArn") ?? "";
  const session = text(params, "RoleSessionName") ?? "";
  const account = ROLE.exec(arn)?.[1];
  if (account === undefined) throw badParameter("RoleArn");
  if (!/^[\w+=,.@-]{2,128}$/.test(session)) throw badParameter("RoleSessionName");
  const role = sts.roles.get(arn);
  if (!role) throw failure("ResourceNotFound.RoleNotFound", "The role does not exist.");
  const number = 4_611_686_018_427_000 + sts.roles.names().indexOf(arn);
  return { role, principal: { account, user: `${number}:${session}`, type: "CAMRole" } };
};

const checkMfa = (sts: Sts, params: JsonObject): void => {
  const serial = text(params, "SerialNumber");
  const code = text(params, "TokenCode");
  if (serial === undefined || code === undefined) throw badParameter(serial === undefined ? "SerialNumber" : "TokenCode");
  if (!/^qcs::cam:uin\/\d+::mfa\/softToken$/.test(serial))
    throw failure("FailedOperation.MFATypeNotSupported", "The type of this MFA device is not supported.");
  if (!/^\d{6}$/.test(code) || !sts.codes.get(serial)?.delete(code))
    throw failure("FailedOperation.CheckMFAError", "The MFA check has failed.");
};

const respond = (issuer: KeyIssuer, principal: Principal, life: { seconds: number; now: Date }): JsonObject => {
  const { credentials, life: reported } = issuer(principal, life.seconds, life.now);
  return { Credentials: credentials, ...reported };
};

const checkExternalId = ({ externalId }: Role, params: JsonObject): void => {
  const given = text(params, "ExternalId");
  if (given !== undefined && !/^[\w+=,.@:/-]{2,128}$/.test(given)) throw badParameter("ExternalId");
  if (externalId !== undefined && externalId !== given)
    throw failure("UnauthorizedOperation", "The role may not be assumed: its external ID is another one.");
};

const roleParams = { "RoleArn!": "string", "RoleSessionName!": "string", DurationSeconds: "integer" } as const;

const assumeRole = (sts: Sts, issuer: KeyIssuer): Action => ({
  params: {
    ...roleParams,
    Policy: "string",
    ExternalId: "string",
    SourceIdentity: "string",
    SerialNumber: "string",
    TokenCode: "string",
    Tags: [{ "Key!": "string", "Value!": "string" }],
  },
  run(params, { now }) {
    const { role, principal } = takeRole(sts, params);
    const seconds = durationOf(params, lives.role);
    checkPolicy(text(params, "Policy"));
    checkExternalId(role, params);
    if (role.mfa || params["SerialNumber"] !== undefined || params["TokenCode"] !== undefined) checkMfa(sts, params);
    return respond(issuer, principal, { seconds, now });
  },
});

const BASE64 = /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$|^(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)$/;

const assumeRoleWithSaml = (sts: Sts, issuer: KeyIssuer): Action => ({
  params: { ...roleParams, "SAMLAssertion!": "string", "PrincipalArn!": "string" },
  run(params, { now }) {
    const assertion = text(params, "SAMLAssertion") ?? "";
    const provider = text(params, "PrincipalArn") ?? "";
    const { role, principal } = takeRole(sts, params);
    const seconds = durationOf(params, lives.role);
    if (!BASE64.test(assertion) || !Buffer.from(assertion, "base64").toString().startsWith("<")) throw badParameter("SAMLAssertion");
    if (sts.spentAssertions.has(assertion)) throw badParameter("SAMLAssertion");
    if (!/^qcs::cam::uin\/\d+:saml-provider\/[\w.-]+$/.test(provider)) throw badParameter("PrincipalArn");
    if (role.principalArn !== provider) throw failure("UnauthorizedOperation", "The role does not trust this identity provider.");
    return respond(issuer, principal, { seconds, now });
  },
});

const assumeRoleWithWebIdentity = (sts: Sts, issuer: KeyIssuer): Action => ({
  params: { ...roleParams, "ProviderId!": "string", "WebIdentityToken!": "string" },
  run(params, { now }) {
    const token = text(params, "WebIdentityToken") ?? "";
    const { role, principal } = takeRole(sts, params);
    const seconds = durationOf(params, lives.role);
    if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token))
      throw failure("InvalidParameter.WebIdentityTokenError", "The web identity token is illegal.");
    if (role.providerId !== text(params, "ProviderId"))
      throw failure("UnauthorizedOperation", "The role does not trust this identity provider.");
    return respond(issuer, principal, { seconds, now });
  },
});

const getSessionToken = (sts: Sts, issuer: KeyIssuer, keys: Keys): Action => ({
  params: { SerialNumber: "string", TokenCode: "string", DurationSeconds: "integer" },
  run(params, { now, secretId, account }) {
    const seconds = durationOf(params, lives.session);
    checkMfa(sts, params);
    const { user, type } = keys.get(secretId) ?? {};
    return respond(issuer, { account, user, type }, { seconds, now });
  },
});

const getCallerIdentity = (sts: Sts, keys: Keys): Action => ({
  params: {},
  run: (_params, { account, secretId }) => ({ ...identityOf(keys.get(secretId) ?? { account }), ...sts.identity }),
});

const exampleRoles: Record<string, Role> = {
  "qcs::cam::uin/100000000001:roleName/deploy": {},
  "qcs::cam::uin/100000000001:roleName/saml": { principalArn: "qcs::cam::uin/100000000001:saml-provider/idp" },
  "qcs::cam::uin/100000000001:roleName/oidc": { providerId: "OIDC" },
};

/** STS over the keys of the emulator: what it gives out, the signature accepts. */
export const createSts = (keys: Keys, issuer: KeyIssuer): Sts => {
  const roles = new Store<Role>();
  for (const [arn, role] of Object.entries(exampleRoles)) roles.set(arn, role);
  const sts: Sts = { roles, codes: new Map(), spentAssertions: new Set(), identity: {}, actions: {} };
  sts.actions = {
    AssumeRole: assumeRole(sts, issuer),
    AssumeRoleWithSAML: assumeRoleWithSaml(sts, issuer),
    AssumeRoleWithWebIdentity: assumeRoleWithWebIdentity(sts, issuer),
    GetSessionToken: getSessionToken(sts, issuer, keys),
    GetCallerIdentity: getCallerIdentity(sts, keys),
  };
  return sts;
};
