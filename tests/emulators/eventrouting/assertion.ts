/** Signs assertions for the tests of the OAuth endpoint; written from the specification, apart from the check. */
import { createSign } from "node:crypto";
import type { JsonObject } from "../exchange";
import { exampleAccount, exampleKey } from "./accounts";
import type { SigningKey } from "./accounts";
import { CLOUD_PLATFORM } from "./tokens";

const part = (value: JsonObject): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** The claims of a good assertion at a time. */
export const goodClaims = (now: Date): JsonObject => {
  const iat = Math.floor(now.getTime() / 1000);
  return { iss: exampleAccount, scope: CLOUD_PLATFORM, aud: "https://oauth2.googleapis.com/token", exp: iat + 3600, iat };
};

/** What of a signature can be other than usual. */
export interface Signing {
  key?: SigningKey;
  header?: JsonObject;
}

/** A signed assertion. */
export const assertion = (claims: JsonObject, { key = exampleKey(), header = { alg: "RS256" } }: Signing = {}): string => {
  const signed = `${part(header)}.${part(claims)}`;
  return `${signed}.${createSign("RSA-SHA256").update(signed).sign(key.privateKey, "base64url")}`;
};
