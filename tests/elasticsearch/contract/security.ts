/** Contract of security: credentials, challenges, privileges. The identities are made on the node before, and given to the emulator as options. */
import { step } from "./step";
import type { Group, Step } from "./step";

const basic = (user: string, password: string): string => `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
const apiKey = (id: string, key: string): string => `ApiKey ${Buffer.from(`${id}:${key}`).toString("base64")}`;

/** A user or key as it was made: the header that proves it. */
export interface Identity {
  title: string;
  authorization: string;
}

/** Endpoints of every action. */
const ALL: Step[] = [
  step("GET /"),
  step("HEAD /"),
  step("GET /_index_template/x"),
  step("PUT /_index_template/x", { index_patterns: ["x"] }),
  step("DELETE /_index_template/x"),
  step("GET /_component_template/x"),
  step("PUT /_component_template/x", { template: {} }),
  step("DELETE /_component_template/x"),
  step("GET /_ingest/pipeline/x"),
  step("PUT /_ingest/pipeline/x", { processors: [] }),
  step("DELETE /_ingest/pipeline/x"),
  // What is checked before the privileges, and what after.
  step("GET /_nope/a/b/c/d/e"),
  step("POST /_ingest/pipeline/x"),
  step("GET /?foo=1"),
  step("PUT /_index_template/x?foo=1", { index_patterns: ["x"] }),
  step("PUT /_index_template/x", { indx_patterns: ["x"] }),
  step("PUT /_ingest/pipeline/x", { processorss: [] }),
  step("PUT /_ingest/pipeline/x", { processors: [] }, { "content-type": "text/plain" }),
  step("GET /_index_template/x", undefined, { accept: "application/vnd.elasticsearch+json;compatible-with=9" }),
];

const withHeader = (steps: readonly Step[], authorization: string): Step[] =>
  steps.map((step) => ({ ...step, headers: { ...step.headers, authorization } }));

/** Everything that an identity with all privileges may do. */
export const rights = ({ title, authorization }: Identity): Group => ({
  title,
  steps: withHeader(ALL, authorization).map((step) =>
    step.line === "GET /"
      ? { ...step, only: { depth: "type", reason: "name, UUID, hash and date of the build are each node's own" } }
      : step,
  ),
});

/** Credentials that are missing, malformed, wrong or unknown. `user` exists with another password, `id` with another key. */
export const rejections = (user: string, id: string): Group => ({
  title: "missing, malformed and wrong credentials",
  steps: [
    ...ALL,
    ...[
      basic(user, "wrong"),
      basic("unknown", "x"),
      "Basic !!!",
      `Basic ${Buffer.from("nocolon").toString("base64")}`,
      "Bearer abc",
      "ApiKey abc",
      "apikey xxx",
      apiKey("id", "key"),
      apiKey(id, "wrong"),
      "Foo abc",
      "Basic",
      "",
    ].flatMap((authorization) =>
      withHeader([step("GET /"), step("GET /_nope"), step("PUT /_ingest/pipeline/x", { processors: [] })], authorization),
    ),
  ],
});
