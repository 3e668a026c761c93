// Custom domains of a service. A domain is found by its name among those of the service. See docs/modules/cloud.md#custom-domains.
import type { ReadResult, Resource } from "../../../contract/resource";
import type { Cloud } from "../../../core/gen/types";
import { isObject } from "../../../core/json/json";
import { isBlank, scalarText } from "../../../core/values/records";
import type { ValueRule } from "../../../contract/rules";
import type { Plain, PlainMap } from "../../../core/values/value";
import type { CloudClient } from "../client";
import { equalDomainNames, equalSets, equalWords } from "../equality";
import { unlessGone } from "../gone";
import type { RemoteDomain, RemoteMappings } from "../remote";
import { duplicateViolation, idPart, verifyPlace } from "../ids";
import { contentsOf, listWithin } from "./listing";
import { domains, services } from "../collections";
import { paramsOf } from "../mapping";
import { resultOf } from "./state";

type Inputs = Cloud.ApiGatewayCustomDomainInputs;
type State = Cloud.ApiGatewayCustomDomainState;

const { ids, gone } = domains;
/** The inputs of ModifySubDomain besides the path mappings. */
const settingKeys = ["isDefaultMapping", "isForcedHttps", "protocol", "netType", "certificateId"] as const;

const keyOf = (id: string): PlainMap => paramsOf(ids.split(id), ids.names);

/** Returns the mappings `/path#environment` in the form of the service. */
const mappingsOf = ({ pathMappings = [] }: Inputs): PlainMap[] =>
  pathMappings.map((mapping) => {
    const [path = "", environment = ""] = mapping.split("#");
    return { Path: path, Environment: environment };
  });

/** Returns the path mappings; undefined for the default mapping, whose mappings belong to the service. */
async function readMappings(id: string, client: CloudClient, isDefault: boolean): Promise<string[] | undefined> {
  const action = "DescribeServiceSubDomainMappings";
  const { IsDefaultMapping, PathMappingSet: rows }: RemoteMappings = await client.readMembers(action, keyOf(id));
  const isRow = (row: Plain): row is PlainMap => isObject(row) && typeof row.Path === "string" && typeof row.Environment === "string";
  const mappings = rows ?? [];
  const isExpected = Array.isArray(mappings) && mappings.every(isRow) && (mappings === rows || typeof IsDefaultMapping === "boolean");
  if (!isExpected) throw await client.unexpectedResponse(action);
  return isDefault || mappings !== rows
    ? undefined
    : mappings.map(({ Path, Environment }) => `${scalarText(Path)}#${scalarText(Environment)}`);
}

/** Returns the domain of the service that the custom domain points to. The service does not return it; an import takes the one of its network. */
async function defaultDomain(id: string, client: CloudClient, { netType, given }: { netType: Plain; given: string | undefined }) {
  if (given !== undefined) return given;
  const service = await client.object("DescribeService", { ServiceId: ids.split(id).serviceId });
  return scalarText(service[equalWords(netType, "INNER") ? "InternalSubDomain" : "OuterSubDomain"]);
}

const mappingRule: ValueRule = {
  maxItems: 3,
  pattern: {
    matches: /^[^#]+#(test|prepub|release)$/,
    reason: "expected <path>#<environment>, the environment being test, prepub or release",
  },
  test: (mappings) => duplicateViolation(mappings, "a mapping"),
};

/** Returns the domain with its mappings. */
async function domainResult(
  client: CloudClient,
  id: string,
  domain: RemoteDomain,
  priorInputs: Partial<Inputs> = {},
): Promise<ReadResult<State>> {
  const isOwn = domain.IsDefaultMapping !== true || (priorInputs.pathMappings ?? []).length > 0;
  const own = {
    serviceId: ids.split(id).serviceId,
    defaultDomain: await defaultDomain(id, client, { netType: domain.NetType ?? "", given: priorInputs.defaultDomain }),
    pathMappings: (await readMappings(id, client, !isOwn)) ?? null,
  };
  const remote = { ...domain, SubDomain: domain.DomainName ?? null };
  return resultOf(client, { kind: "ApiGatewayCustomDomain", id }, remote, { own, priorInputs });
}

/** A custom domain. */
export const ApiGatewayCustomDomain: Resource<CloudClient, Inputs, State> = {
  properties: {
    serviceId: { validate: idPart },
    subDomain: { validate: idPart, equals: equalDomainNames },
    defaultDomain: { validate: { minLength: 1 } },
    pathMappings: { validate: mappingRule, equals: equalSets, default: [], computed: true },
    protocol: { equals: equalWords },
    netType: { equals: equalWords },
    certificateId: { default: "", computed: true },
    apiGatewayCustomDomainId: { stable: true },
  },
  validate: [
    ({ isDefaultMapping, pathMappings }) =>
      isDefaultMapping === false && !(Array.isArray(pathMappings) && pathMappings.length > 0)
        ? [
            {
              property: "pathMappings",
              reason: "required where isDefaultMapping is false. Set up to three of the form <path>#<environment>.",
            },
          ]
        : [],
    ({ isForcedHttps, protocol }) =>
      isForcedHttps === true && equalWords(protocol, "http")
        ? [{ property: "isForcedHttps", reason: "requires a protocol with HTTPS. Set protocol to https or http&https." }]
        : [],
  ],
  deleteBeforeReplace: true,
  importId: ids,
  identity: { inputs: ids.names, id: (inputs) => ids.join(inputs) },
  verifyPlace,

  async create({ inputs, created }, { client }) {
    const { serviceId, subDomain, defaultDomain: NetSubDomain } = inputs;
    const id = ids.join({ serviceId, subDomain });
    const mappings = mappingsOf(inputs);
    const params = {
      ...keyOf(id),
      NetSubDomain,
      ...paramsOf(inputs, settingKeys),
      ...(mappings.length > 0 && { PathMappingSet: mappings }),
    };
    await client.write("BindSubDomain", params);
    created(id, { ...inputs, apiGatewayCustomDomainId: id, status: 0 });
    return domainResult(client, id, await client.waitUntil(`domain ${id}`, () => domains.findAlone(id, client)), inputs);
  },

  async update({ id, inputs, changed, merged }, { client }) {
    const next = await merged();
    // Without the parameter, the service keeps the certificate.
    const isRemoved = changed.has("certificateId") && isBlank(inputs.certificateId);
    // Mappings that are not declared belong to the default mapping; the service keeps them.
    const PathMappingSet = inputs.pathMappings === undefined ? [] : mappingsOf(next);
    await client.write("ModifySubDomain", {
      ...keyOf(id),
      ...paramsOf(next, settingKeys),
      ...(isRemoved && { CertificateId: "" }),
      PathMappingSet,
    });
  },

  // A domain that is deleted between two requests does not exist.
  read: ({ id, prior }, context) =>
    unlessGone("domain", async () => {
      const domain = await domains.find(id, context);
      return domain && domainResult(context.client, id, domain, prior?.inputs);
    }),

  delete: ({ id }, { client }) => client.remove("UnBindSubDomain", keyOf(id), gone),

  list: listWithin(services, contentsOf(domains, "DomainName")),
};
