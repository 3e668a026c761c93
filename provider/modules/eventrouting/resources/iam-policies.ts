// The whole access policy of an object (eventrouting.md 11.1): one resource for each kind of objects. It is taken over as it stands and left as it is when the resource goes.
import type { LegacyResource as Resource } from "../../../core/legacy-contract";
import type { Resources } from "../../../core/gen/types";
import type { PlainMap } from "../../../core/value";
import type { EventClient } from "../client";
import { segment } from "../lookups/answer";
import { collections, idBreach, nameOf, partsOf, type Collection } from "../names";
import type { Subject } from "../operations";
import { hasCondition, policyIn, sameAudits, sameBindings, type Policy } from "../policies";
import { policyOf } from "../records";
import { readPolicy, standingPolicy, untilSettled, writePolicy } from "./access";
import { complete } from "./place";

type Kind = "Trigger" | "Channel" | "ChannelConnection";
type Token<K extends Kind> = `quartet:eventrouting/v1:${K}IamPolicy`;
type Inputs<K extends Kind> = Resources[Token<K>]["inputs"];
type State<K extends Kind> = Resources[Token<K>]["state"];

/** What the service has answered to the write of an operation: the policy as it stands, so that nobody asks for it again (11.1). */
const answers = new WeakMap<EventClient, PlainMap>();

function policyResource<K extends Kind>(kind: K, collection: Collection): Resource<EventClient, Inputs<K>, State<K>> {
  const [key, asker] = [collections[collection], `${kind}IamPolicy`];
  const nameIn = ({ project, location, [key]: id }: PlainMap): string =>
    nameOf(collection, { project: String(project), location: String(location), id: String(id) });
  const version = {
    test: (value: unknown) => ([0, 1, 3].includes(value as number) ? undefined : `expected 0, 1 or 3; got ${String(value)}`),
  };
  const made: Resource<EventClient, PlainMap, PlainMap> = {
    rules: { properties: { [key]: segment, location: segment, project: segment, version } },
    complete: (known, about) => {
      const { inputs, failures } = complete(collection, known as PlainMap, about);
      const { name: _name, ...place } = inputs;
      return { inputs: place, failures };
    },
    same: { bindings: sameBindings, auditConfigs: sameAudits },
    serverDefaults: { bindings: [] },
    // How the policy is to be written, when it is; the service tells an etag and a version of its own.
    local: ["etag", "version"],
    filled: ["auditConfigs", "etag", "version", "project", "location"],
    asServed: ["etag", "version"],
    leaves: ({ auditConfigs }) => (Array.isArray(auditConfigs) && auditConfigs.length === 0 ? ["auditConfigs"] : []),
    stables: [key, "project", "location"],
    checkId: (id) => idBreach(collection, id),
    create: async (inputs, client) => {
      const name = nameIn(inputs);
      await write(client, { name, asker }, inputs);
      return name;
    },
    recover: (inputs, client) => recover(client, { name: nameIn(inputs), asker }, inputs),
    apply: (id, inputs, _previous, client) => write(client, { name: id, asker }, inputs),
    async read(asked, client, known) {
      const { project, location, id } = partsOf(collection, asked)!;
      const name = nameOf(collection, { project, location, id });
      const remote = answers.get(client) ?? (await readPolicy(client, { name, asker }));
      // The service does not tell the mask. One that takes in more has to be written although nothing else changes.
      const mask = known?.standing["updateMask"];
      const told = { project, location, [key]: id, ...(mask !== undefined && { updateMask: mask }) };
      return remote && { id: name, state: { ...policyOf(client.schema, remote), ...told } };
    },
    delete: async (id, client) =>
      client.operation.log("warning", `${asker}: the policy of ${id} stays as it is; nothing is taken away from the service`),
  };
  return made as unknown as Resource<EventClient, Inputs<K>, State<K>>;
}

/** Puts the wished policy in the place of the one that stands there. With an etag of the program's own, a change by somebody else is its failure. */
async function write(client: EventClient, subject: Subject, inputs: PlainMap): Promise<void> {
  const round = async (): Promise<void> => {
    const standing = policyIn(await standingPolicy(client, subject));
    const answer = await writePolicy(client, subject, bodyOf(inputs, standing));
    if (answer["etag"]) answers.set(client, answer);
  };
  await untilSettled(client, subject.name, round, inputs["etag"] ? 1 : undefined);
}

function bodyOf(inputs: PlainMap, standing: Policy): PlainMap {
  const { auditConfigs, updateMask, bindings = [] } = inputs;
  // To take the last condition out of a policy needs version 3, too.
  const conditional = hasCondition(standing) || hasCondition(policyIn({ bindings }));
  const version = conditional ? 3 : inputs["version"];
  // What the service writes without a mask; audit settings it takes only with one that names them.
  const usual = auditConfigs === undefined ? "bindings,etag" : "bindings,etag,auditConfigs";
  const etag = inputs["etag"] || standing.etag;
  const policy: PlainMap = {
    ...(version !== undefined && { version }),
    ...(etag && { etag }),
    bindings,
    ...(auditConfigs !== undefined && { auditConfigs }),
  };
  return { policy, updateMask: updateMask || usual };
}

/** After a write whose answer was lost: the id, when the policy is as it was to become. */
async function recover(client: EventClient, subject: Subject, inputs: PlainMap): Promise<string | undefined> {
  const remote = await readPolicy(client, subject);
  const { bindings = [], auditConfigs } = inputs;
  const audited = auditConfigs === undefined || sameAudits(auditConfigs, remote?.["auditConfigs"] ?? []);
  return remote && audited && sameBindings(bindings, remote["bindings"] ?? []) ? subject.name : undefined;
}

/** Policies, by kind of object. */
export const iamPolicies = {
  TriggerIamPolicy: policyResource("Trigger", "triggers"),
  ChannelIamPolicy: policyResource("Channel", "channels"),
  ChannelConnectionIamPolicy: policyResource("ChannelConnection", "channelConnections"),
};
