/** `/_security/_authenticate` and `/_security/user/_has_privileges`: who makes a request, and which of the listed privileges the user has. */
import { byName } from "../objects";
import { type Api, bodyOf, type Call, endpoint, type Run, type State } from "./api";
import { bad, rejectProblems, reply } from "./errors";
import { token } from "./json";
import { applicationProblems } from "./names";
import { contains, everyone, rejectUnknown } from "./privileges";
import { type Descriptor, readDescriptor } from "./role-descriptors";

const MEMBERS: Readonly<Record<string, string>> = { cluster: "cluster", index: "indices", application: "applications" };

/** Reads the body: parts of a role descriptor under other names. */
const read = (call: Call, state: State) => {
  const subject = `${call.identity.username}/has_privileges`;
  const failed = (why: string) => bad("parse_exception", `failed to parse privileges check [${subject}]. ${why}`);
  const node = bodyOf(call, "request body or source parameter");
  if (node.kind !== "object") throw failed(`expected an object but found [${token(node)}] instead`);
  const fields = node.fields.map((field) => {
    const name = MEMBERS[field.name];
    if (name === undefined) throw failed(`unexpected field [${field.name}]`);
    return { ...field, name };
  });
  if (fields.length === 0) throw failed("All privilege fields [cluster,index,applications] are missing");
  const wanted = readDescriptor(subject, { ...node, fields }, state);
  const unsupported = ["query", "field_security"].find((member) => wanted.indices.some((group) => group[member] !== undefined));
  if (unsupported) throw bad("parse_exception", `Field [${unsupported}] is not supported in a has_privileges request`);
  return wanted;
};

type Answers = Record<string, boolean>;

/** Several groups may name one object. */
const merged = (groups: readonly (readonly [object: string, answers: Answers])[]) => {
  const result: Record<string, Answers> = {};
  for (const [object, answers] of groups) result[object] = { ...result[object], ...answers };
  return result;
};

/** Index and application privileges are those of a superuser, or none. */
const check: Run<Descriptor> = ({ identity: { username, cluster: own } }, { version }, wanted) => {
  const { indices, applications } = wanted;
  const count = wanted.cluster.length + indices.length + applications.length;
  rejectProblems([
    ...applications.flatMap((group) => applicationProblems(group.application, false)),
    ...(count === 0 ? ["must specify at least one privilege"] : []),
  ]);
  rejectUnknown("cluster", wanted.cluster, version);
  rejectUnknown(
    "index",
    indices.flatMap(({ privileges }) => privileges),
    version,
  );
  const ofSuperuser = (names: readonly string[]): Answers => byName(names, () => own.includes("all"));
  const cluster = byName(wanted.cluster, (name) => contains("cluster", own, name));
  const index = merged(indices.flatMap(({ names, privileges }) => names.map((name) => [name, ofSuperuser(privileges)] as const)));
  const application: Record<string, Record<string, Answers>> = {};
  for (const { application: name, resources, privileges } of applications) {
    const before = Object.entries(application[name] ?? {});
    application[name] = merged([...before, ...resources.map((resource) => [resource, ofSuperuser(privileges)] as const)]);
  }
  const hasAll = !JSON.stringify([cluster, index, application]).includes(":false");
  return reply(200, { username, has_all_requested: hasAll, cluster, index, application });
};

/** The routes of both. */
export const hasPrivilegesApi: Api = [
  /** As `Authentication.toXContentFragment`: an API key has a realm of its own, not that of its owner. */
  endpoint(
    "GET /_security/_authenticate",
    ["cluster:admin/xpack/security/user/authenticate", everyone],
    ({ identity: { username, realm, roles = [], apiKey } }) => {
      const where = apiKey === undefined ? { name: realm, type: realm.replace(/^__?/, "") } : { name: "_es_api_key", type: "_es_api_key" };
      const kind = apiKey !== undefined ? "api_key" : username === "_anonymous" ? "anonymous" : "realm";
      const user = { username, roles: [...roles], full_name: null, email: null, metadata: {}, enabled: true };
      const key = apiKey === undefined ? {} : { api_key: { id: apiKey } };
      return reply(200, { ...user, authentication_realm: where, lookup_realm: where, authentication_type: kind, ...key });
    },
  ),
  endpoint("GET|POST /_security/user/_has_privileges", ["cluster:admin/xpack/security/user/has_privileges", everyone], check, read),
];
