/** Who can get a token: service accounts with keys made at run time, persons, and federated identities. See docs/modules/eventrouting.md#credential-json. */
import type { KeyObject } from "node:crypto";
import { generateKeyPairSync } from "node:crypto";
import { Store } from "../store";

/** A service account. */
export interface ServiceAccount {
  /** Public keys by key id; requested when a signature is checked. */
  keys: () => ReadonlyMap<string, KeyObject>;
  /** Who may make tokens of it, by name of the principal. */
  tokenCreators: Set<string>;
  disabled?: boolean;
}

/** A program in whose name persons log in. */
export interface OauthClient {
  secret: string;
  /** Emails by refresh token; a token that is taken away was revoked. */
  refreshTokens: Map<string, string>;
}

/** A provider of workload identities, as a credential file names it by its audience. */
export interface IdentityPool {
  subjectTokenType: string;
  /** Subjects by subject token. */
  subjects: Map<string, string>;
  /** What a GET of `/subject-token` requires and returns; without it the path is unknown. */
  source?: { headers: Record<string, string>; body: string };
}

/** All who can get a token. */
export interface Accounts {
  /** By email; at first `events@demo-project.iam.gserviceaccount.com` with the key of `exampleKey`. */
  services: Store<ServiceAccount>;
  /** By client id; at first one of `exampleUser`. */
  clients: Store<OauthClient>;
  /** By audience; at first the one of `examplePool`. */
  pools: Store<IdentityPool>;
}

/** A key pair of a service account. */
export interface SigningKey {
  id: string;
  /** PEM, PKCS #8. */
  privateKey: string;
  publicKey: KeyObject;
}

/** Makes a key pair, which takes some tenths of a second. */
export const makeKey = (id: string): SigningKey => {
  const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return { id, privateKey: pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString(), publicKey: pair.publicKey };
};

/** The public halves by key id, for an account. */
export const publicKeys = (keys: readonly SigningKey[]): Map<string, KeyObject> =>
  new Map(keys.map(({ id, publicKey }) => [id, publicKey]));

let example: SigningKey | undefined;

/** The key of the example account; one for each process, made when it is first requested. */
export const exampleKey = (): SigningKey => (example ??= makeKey("0123456789abcdef0123456789abcdef01234567"));

/** The example service account. */
export const exampleAccount = "events@demo-project.iam.gserviceaccount.com";

/** The example person, as a log-in with the vendor's command-line tool leaves it in a file. */
export const exampleUser = {
  type: "authorized_user",
  client_id: "764086051850-example.apps.googleusercontent.com",
  client_secret: "client-secret-example",
  refresh_token: "1//refresh-token-example",
} as const;

/** Email of the example person. */
export const exampleEmail = "ana@example.com";

/** The example pool of workload identities, and a subject token that it takes. */
export const examplePool = {
  audience: "//iam.googleapis.com/projects/481516234200/locations/global/workloadIdentityPools/ci/providers/oidc",
  subjectTokenType: "urn:ietf:params:oauth:token-type:jwt",
  subjectToken: "eyJhbGciOiJSUzI1NiJ9.e30.c3ViamVjdA",
  subject: "principal://iam.googleapis.com/projects/481516234200/locations/global/workloadIdentityPools/ci/subject/build",
} as const;

/** The example service account, person and pool. */
export const createAccounts = (): Accounts => {
  const accounts: Accounts = { services: new Store(), clients: new Store(), pools: new Store() };
  accounts.services.set(exampleAccount, { keys: () => publicKeys([exampleKey()]), tokenCreators: new Set() });
  const { client_id: id, client_secret: secret, refresh_token: token } = exampleUser;
  accounts.clients.set(id, { secret, refreshTokens: new Map([[token, exampleEmail]]) });
  const { audience, subjectTokenType, subjectToken, subject } = examplePool;
  accounts.pools.set(audience, { subjectTokenType, subjects: new Map([[subjectToken, subject]]) });
  return accounts;
};
