/** `/_security/user/_has_privileges`: which of the listed privileges a user has. */
import type { EmulatorReply } from "../exchange";
import type { Route } from "../router";
import type { Call, Endpoint, State } from "./api";
import { applicationProblems } from "./application-names";
import { bad, numbered, reply } from "./errors";
import type { Node } from "./json";
import { parseJson, token } from "./json";
import { contains, unknownPrivilege } from "./privilege-names";
import { action, everyone } from "./privileges";
import type { Descriptor } from "./role-descriptors";
import { readDescriptor } from "./role-descriptors";

const MEMBERS: Readonly<Record<string, string>> = { cluster: "cluster", index: "indices", application: "applications" };

/** Reads the body: parts of a role descriptor under other names. */
const read = (body: string, username: string, state: State): Descriptor => {
  if (body === "") throw bad("parse_exception", "request body or source parameter is required");
  const subject = `failed to parse privileges check [${username}/has_privileges]`;
  const node: Node = parseJson(body);
  if (node.kind !== "object") throw bad("parse_exception", `${subject}. expected an object but found [${token(node)}] instead`);
  const fields = node.fields.map((field) => {
    const name = MEMBERS[field.name];
    if (name === undefined) throw bad("parse_exception", `${subject}. unexpected field [${field.name}]`);
    return { ...field, name };
  });
  if (fields.length === 0) throw bad("parse_exception", `${subject}. All privilege fields [cluster,index,applications] are missing`);
  const wanted = readDescriptor(`${username}/has_privileges`, { ...node, fields }, state);
  const unsupported = ["query", "field_security"].find((member) => wanted.indices.some((group) => group[member] !== undefined));
  if (unsupported) throw bad("parse_exception", `Field [${unsupported}] is not supported in a has_privileges request`);
  return wanted;
};

type Answers = Record<string, boolean>;

const answersOf = (names: readonly string[], has: (name: string) => boolean): Answers =>
  Object.fromEntries(names.map((name) => [name, has(name)]));

/** Several groups may name one object. */
const merged = (groups: readonly (readonly [object: string, answers: Answers])[]): Record<string, Answers> => {
  const result: Record<string, Answers> = {};
  for (const [object, answers] of groups) result[object] = { ...result[object], ...answers };
  return result;
};

const rejectUnknown = ({ cluster, indices, applications }: Descriptor, version: string): void => {
  const problems = applications.flatMap(({ application }) => applicationProblems(application, false));
  if (cluster.length + indices.length + applications.length === 0) problems.push("must specify at least one privilege");
  if (problems.length > 0) throw bad("action_request_validation_exception", numbered(problems));
  const ofIndices = indices.flatMap(({ privileges }) => privileges);
  const unknown = unknownPrivilege("cluster", cluster, version) ?? unknownPrivilege("index", ofIndices, version);
  if (unknown) throw unknown;
};

/** Index and application privileges are those of a superuser, or none. */
const check = (wanted: Descriptor, { identity }: Call, { version }: State): EmulatorReply => {
  rejectUnknown(wanted, version);
  const isSuperuser = (): boolean => identity.cluster.includes("all");
  const cluster = answersOf(wanted.cluster, (name) => contains("cluster", identity.cluster, name));
  const index = merged(
    wanted.indices.flatMap(({ names, privileges }) => names.map((name) => [name, answersOf(privileges, isSuperuser)] as const)),
  );
  const applications = [...new Set(wanted.applications.map((group) => group.application))].map((application) => {
    const groups = wanted.applications.filter((group) => group.application === application);
    const ofResources = groups.flatMap(({ resources, privileges }) =>
      resources.map((resource) => [resource, answersOf(privileges, isSuperuser)] as const),
    );
    return [application, merged(ofResources)] as const;
  });
  const application = Object.fromEntries(applications);
  const hasAll = !JSON.stringify([cluster, index, application]).includes(":false");
  return reply(200, { username: identity.username, has_all_requested: hasAll, cluster, index, application });
};

/** The routes of the check. */
export const hasPrivilegesApi = (state: State): Route<Endpoint>[] => {
  const handler: Endpoint = {
    query: {},
    takesBody: true,
    prepare: (call) => {
      const wanted = read(call.body, call.identity.username, state);
      return { action: action("cluster:admin/xpack/security/user/has_privileges", everyone), run: () => check(wanted, call, state) };
    },
  };
  return ["GET", "POST"].map((method) => ({ method, path: "/_security/user/_has_privileges", handler }));
};
