/** The keys that the emulated cloud has: fixed ones, and temporary ones that STS and the instance metadata give out. */
import { createHash } from "node:crypto";
import type { JsonObject } from "../exchange";
import { Store } from "../store";

/** The owner of a key, as GetCallerIdentity returns it. Absent members follow from the account. */
export interface Principal {
  /** Number of the main account. */
  account: string;
  /** Number of the user, or `<role id>:<session name>`; default: the account itself. */
  user?: string;
  /** `root`, `CAMUser` or `CAMRole`; default `root`, or `CAMUser` when there is another user. */
  type?: string;
}

/** One pair of keys. */
export interface Key extends Principal {
  secretKey: string;
  /** Then X-TC-Token must be this text. */
  token?: string;
  /** End of life in milliseconds since 1970. */
  expires?: number;
}

/** Keys by secret id; tests add, change and take away. */
export type Keys = Store<Key>;

/** The fixed pair of keys that the emulator accepts by default: the example keys of the specification. */
export const exampleKeys = {
  secretId: "AKIDEXAMPLE00000000000000000000000",
  secretKey: "SecretKeyExample0000000000000000",
  account: "100000000001",
} as const;

/** A time as STS and metadata write it: without milliseconds. */
export const isoSeconds = (time: Date): string => time.toISOString().replace(/\.\d+Z$/, "Z");

/** The lifetime of temporary keys as both sources state it. */
interface Life {
  ExpiredTime: number;
  Expiration: string;
}

/** Temporary keys as both sources spell them. */
interface IssuedKeys {
  credentials: { Token: string; TmpSecretId: string; TmpSecretKey: string };
  life: Life;
}

/** Makes temporary keys that the emulator has from then on. */
export type KeyIssuer = (principal: Principal, seconds: number, now: Date) => IssuedKeys;

const text = (kind: string, count: number) => createHash("sha256").update(`${kind} ${count}`).digest("hex");

/** Keys follow from a count, so that two runs give the same ones and no two are equal. */
export const createKeyIssuer = (keys: Keys): KeyIssuer => {
  let count = 0;
  return (principal, seconds, now) => {
    count += 1;
    const credentials = {
      Token: `token${text("token", count)}${text("token tail", count)}`,
      TmpSecretId: `AKIDtmp${text("id", count).slice(0, 57)}`,
      TmpSecretKey: `tmp${text("key", count).slice(0, 41)}`,
    };
    const ExpiredTime = Math.floor(now.getTime() / 1000) + seconds;
    keys.set(credentials.TmpSecretId, {
      ...principal,
      secretKey: credentials.TmpSecretKey,
      token: credentials.Token,
      expires: ExpiredTime * 1000,
    });
    return { credentials, life: { ExpiredTime, Expiration: isoSeconds(new Date(ExpiredTime * 1000)) } };
  };
};

/** What GetCallerIdentity returns for a key. */
export const identityOf = ({ account, user = account, type }: Principal): JsonObject => {
  const kind = type ?? (user === account ? "root" : "CAMUser");
  const arn = kind === "CAMRole" ? `qcs::sts:${account}:assumed-role/${user.replace(":", "/")}` : `qcs::cam::uin/${account}:uin/${user}`;
  return { Arn: arn, AccountId: account, UserId: user, PrincipalId: user, Type: kind };
};

/** The store of keys, the example pair in it unless others are given. */
export const createKeys = (given?: Readonly<Record<string, Key>>): Keys => {
  const keys = new Store<Key>();
  const { secretId, ...example } = exampleKeys;
  for (const [id, key] of Object.entries(given ?? { [secretId]: example })) keys.set(id, key);
  return keys;
};
