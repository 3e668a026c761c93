// Custom domains of a service. A domain is found by its name among those of the service. See docs/modules/cloud.md#custom-domains.
import type { ReadResult, Resource } from "../../../core/contract";
import type { Cloud } from "../../../core/gen/types";
import { isObject } from "../../../core/json";
import { objectOf, scalarText } from "../../../core/records";
import type { ValueRule } from "../../../core/rules";
import type { Plain, PlainMap } from "../../../core/value";
import type { CloudClient } from "../client";
import { sameSet, sameWord } from "../equality";
import { goneCodes, unlessGone, withGoneHint } from "../gone";
import type { RemoteDomain, RemoteMappings } from "../remote";
import { createBinding } from "./attachment";
import { duplicateViolation, idFormat, idPart } from "./ids";
import { listIn, textIn } from "./listing";
import { paramsOf } from "./params";
import { stateOf } from "./state";

type Inputs = Cloud.ApiGatewayCustomDomainInputs;
type State = Cloud.ApiGatewayCustomDomainState;

const ids = idFormat(["serviceId", "subDomain"], "service-k3v9x2ab#api.example.com");
const gone = goneCodes("domain");
/** The inputs of ModifySubDomain besides the path mappings. */
const settingKeys = ["isDefaultMapping", "isForcedHttps", "protocol", "netType", "certificateId"] as const;

/** Domain names are case-insensitive. */
const sameName = (left: Plain, right: Plain): boolean => String(left).toLowerCase() === String(right).toLowerCase();

const keyOf = (id: string): PlainMap => {
  const { serviceId, subDomain } = ids.split(id);
  return { ServiceId: serviceId, SubDomain: subDomain };
};

/** Returns the mappings `/path#environment` in the form of the service. */
const mappingsOf = ({ pathMappings = [] }: Inputs): PlainMap[] =>
  pathMappings.map((mapping) => {
    const [path = "", environment = ""] = mapping.split("#");
    return { Path: path, Environment: environment };
  });

async function find(id: string, client: CloudClient): Promise<RemoteDomain | undefined> {
  const { serviceId, subDomain } = ids.split(id);
  const domains = await client.findPages("DescribeServiceSubDomains", { ServiceId: serviceId }, "DomainSet", gone);
  return domains?.find(({ DomainName }) => typeof DomainName === "string" && sameName(DomainName, subDomain));
}

/** Returns the path mappings; undefined for the default mapping, whose mappings belong to the service. */
async function readMappings(id: string, client: CloudClient, isDefault: boolean): Promise<string[] | undefined> {
  const result = await client.read("DescribeServiceSubDomainMappings", keyOf(id));
  const { PathMappingSet: rows }: RemoteMappings = objectOf(result);
  if (isDefault || !Array.isArray(rows)) return undefined;
  const isComplete = ({ Path, Environment }: PlainMap): boolean => typeof Path === "string" && typeof Environment === "string";
  return rows
    .filter((row): row is PlainMap => isObject(row) && isComplete(row))
    .map(({ Path, Environment }) => `${String(Path)}#${String(Environment)}`);
}

/** Returns the domain of the service that the custom domain points to. The service does not return it; an import takes the one of its network. */
async function defaultDomain(id: string, client: CloudClient, { netType, given }: { netType: Plain; given: string | undefined }) {
  if (given !== undefined) return given;
  const service = await client.read("DescribeService", { ServiceId: ids.split(id).serviceId });
  return scalarText(objectOf(service)[sameWord(netType, "INNER") ? "InternalSubDomain" : "OuterSubDomain"]);
}

const mappingRule: ValueRule = {
  maxItems: 3,
  pattern: {
    matches: /^[^#]+#(test|prepub|release)$/,
    reason: "expected <path>#<environment>, the environment being test, prepub or release",
  },
  test: (mappings) => duplicateViolation(mappings, "a mapping"),
};

/** Returns the domain with its mappings; undefined when it does not exist, also when it is deleted between two requests. */
const read = (id: string, client: CloudClient, prior?: { inputs: Partial<Inputs> }): Promise<ReadResult<State> | undefined> =>
  unlessGone("domain", async () => {
    const domain = await find(id, client);
    if (!domain) return undefined;
    const given = prior?.inputs.pathMappings ?? [];
    const own = {
      serviceId: ids.split(id).serviceId,
      apiGatewayCustomDomainId: id,
      defaultDomain: await defaultDomain(id, client, { netType: domain.NetType ?? "", given: prior?.inputs.defaultDomain }),
      pathMappings: (await readMappings(id, client, domain.IsDefaultMapping === true && given.length === 0)) ?? null,
    };
    const names = { subDomain: "DomainName" };
    return { id, state: stateOf(client, "ApiGatewayCustomDomain", domain, { names, own, priorInputs: prior?.inputs }) };
  });

/** A custom domain. */
export const ApiGatewayCustomDomain: Resource<CloudClient, Inputs, State> = {
  properties: {
    serviceId: { validate: idPart },
    subDomain: { validate: idPart, equals: sameName },
    defaultDomain: { validate: { minLength: 1 } },
    pathMappings: { validate: mappingRule, equals: sameSet, default: [], computed: true },
    protocol: { equals: sameWord },
    netType: { equals: sameWord },
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
      isForcedHttps === true && protocol === "http"
        ? [{ property: "isForcedHttps", reason: "requires a protocol with HTTPS. Set protocol to https or http&https." }]
        : [],
  ],
  deleteBeforeReplace: true,
  importId: { validate: ids.validate },

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
    await createBinding({ id, boundCodes: ["FailedOperation.DomainAlreadyBindService"], find: () => find(id, client) }, () =>
      client.write("BindSubDomain", params),
    );
    created(id, { ...inputs, apiGatewayCustomDomainId: id, status: 0 });
    await client.waitUntilVisible(`domain ${id}`, () => find(id, client));
  },

  find: (inputs, { client }) => read(ids.join(inputs), client, { inputs }),

  update: withGoneHint("domain", async ({ id, inputs, merged }, { client }) => {
    const next = merged();
    // Mappings that are not declared belong to the default mapping; the service keeps them.
    const PathMappingSet = inputs.pathMappings === undefined ? [] : mappingsOf(next);
    await client.write("ModifySubDomain", { ...keyOf(id), ...paramsOf(next, settingKeys), PathMappingSet });
  }),

  read: ({ id, prior }, { client }) => read(id, client, prior),

  delete: ({ id }, { client }) => client.deleteIgnoringMissing("UnBindSubDomain", keyOf(id), gone),

  list: listIn("service", async function* ({ id: serviceId, rowsOf }) {
    const action = "DescribeServiceSubDomains";
    for await (const row of rowsOf(action, { ServiceId: serviceId }, "DomainSet")) {
      const subDomain = textIn(row, "DomainName", action);
      yield { id: ids.join({ serviceId, subDomain }), name: subDomain };
    }
  }),
};
