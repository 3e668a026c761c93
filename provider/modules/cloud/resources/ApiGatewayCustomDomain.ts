// Custom domains of a service (cloud-resources.md 4.5). A domain is found by its name among those of the service.
import type { ReadResult, Resource } from "../../../core/contract";
import type { Cloud } from "../../../core/gen/types";
import { isObject } from "../../../core/json";
import type { ValueRule } from "../../../core/rules";
import type { Plain, PlainMap } from "../../../core/value";
import type { CloudClient } from "../client";
import { sameSet, sameWord } from "../equal-forms";
import { unlessRefused } from "../errors";
import { bindAnew } from "./binding";
import { changing } from "./changing";
import { ids, part } from "./ids";
import { stateOf } from "./state";
import { sentOf } from "./values";

type Inputs = Cloud.ApiGatewayCustomDomainInputs;
type State = Cloud.ApiGatewayCustomDomainState;

const form = ids(["serviceId", "subDomain"], "service-k3v9x2ab#api.example.com");
const gone = ["ResourceNotFound.InvalidService", "FailedOperation.ServiceNotExist", "FailedOperation.DomainNotBindService"];
/** What ModifySubDomain takes, beside the path mappings. */
const settings = ["isDefaultMapping", "isForcedHttps", "protocol", "netType", "certificateId"] as const;

/** Names of domains know no upper and lower case. */
const sameName = (left: Plain, right: Plain): boolean => String(left).toLowerCase() === String(right).toLowerCase();

const keyOf = (id: string): PlainMap => {
  const { serviceId, subDomain } = form.split(id);
  return { ServiceId: serviceId, SubDomain: subDomain };
};

/** `/path#environment` as the service writes it. */
const mappingsOf = ({ pathMappings = [] }: Inputs): PlainMap[] =>
  pathMappings.map((mapping) => {
    const [path = "", environment = ""] = mapping.split("#");
    return { Path: path, Environment: environment };
  });

async function find(id: string, client: CloudClient): Promise<PlainMap | undefined> {
  const { serviceId, subDomain } = form.split(id);
  const domains = await client.findPages("DescribeServiceSubDomains", { ServiceId: serviceId }, "DomainSet", gone);
  return domains?.find(({ DomainName }) => typeof DomainName === "string" && sameName(DomainName, subDomain));
}

/** The path mappings that count: the default mapping has some of its own, which are none of the program's. */
async function readMappings(id: string, client: CloudClient, standard: boolean): Promise<string[] | undefined> {
  const answer = await client.read("DescribeServiceSubDomainMappings", keyOf(id));
  const rows = isObject(answer) ? answer["PathMappingSet"] : undefined;
  if (standard || !Array.isArray(rows)) return undefined;
  const whole = ({ Path, Environment }: PlainMap): boolean => typeof Path === "string" && typeof Environment === "string";
  return rows
    .filter((row): row is PlainMap => isObject(row) && whole(row))
    .map(({ Path, Environment }) => `${String(Path)}#${String(Environment)}`);
}

/** The domain of the service that the custom domain points to: the service does not tell which was given; on import it is the one of its network. */
async function defaultDomain(id: string, client: CloudClient, { netType, given }: { netType: Plain; given: string | undefined }) {
  if (given !== undefined) return given;
  const service = await client.read("DescribeService", { ServiceId: form.split(id).serviceId });
  return (isObject(service) && service[sameWord(netType, "INNER") ? "InternalSubDomain" : "OuterSubDomain"]) || "";
}

function repeated(mappings: unknown): string | undefined {
  return Array.isArray(mappings) && new Set(mappings).size < mappings.length ? "a mapping is given twice" : undefined;
}

const mappingRule: ValueRule = {
  maxItems: 3,
  pattern: {
    matches: /^[^#]+#(test|prepub|release)$/,
    says: "expected <path>#<environment>, the environment being test, prepub or release",
  },
  test: repeated,
};

/** The domain, with its mappings. It may go between two of the questions: then it is gone. */
const read = (id: string, client: CloudClient, prior?: { inputs: Partial<Inputs> }): Promise<ReadResult<State> | undefined> =>
  unlessRefused(gone, async () => {
    const domain = await find(id, client);
    if (!domain) return undefined;
    const given = prior?.inputs.pathMappings ?? [];
    const own = {
      serviceId: form.split(id).serviceId,
      apiGatewayCustomDomainId: id,
      defaultDomain: await defaultDomain(id, client, { netType: domain["NetType"] ?? "", given: prior?.inputs.defaultDomain }),
      pathMappings: (await readMappings(id, client, domain["IsDefaultMapping"] === true && given.length === 0)) ?? null,
    };
    const names = { subDomain: "DomainName" };
    return { id, state: stateOf(client, "ApiGatewayCustomDomain", domain, { names, own, had: prior?.inputs }) };
  });

/** A custom domain. */
export const ApiGatewayCustomDomain: Resource<CloudClient, Inputs, State> = {
  properties: {
    serviceId: { validate: part },
    subDomain: { validate: part, equals: sameName },
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
              reason: "required where isDefaultMapping is false; give up to three of the form <path>#<environment>",
            },
          ]
        : [],
    ({ isForcedHttps, protocol }) =>
      isForcedHttps === true && protocol === "http"
        ? [{ property: "isForcedHttps", reason: "needs a protocol with HTTPS; set protocol to https or http&https" }]
        : [],
  ],
  deleteBeforeReplace: true,
  importId: { validate: form.check },

  async create({ inputs, created }, { client }) {
    const { serviceId, subDomain, defaultDomain: NetSubDomain } = inputs;
    const id = form.join({ serviceId, subDomain });
    const mappings = mappingsOf(inputs);
    const params = { ...keyOf(id), NetSubDomain, ...sentOf(inputs, settings), ...(mappings.length > 0 && { PathMappingSet: mappings }) };
    await bindAnew({ id, codes: ["FailedOperation.DomainAlreadyBindService"], look: () => find(id, client) }, () =>
      client.write("BindSubDomain", params),
    );
    created(id, { ...inputs, apiGatewayCustomDomainId: id, status: 0 });
    await client.until(`the domain ${id}`, () => find(id, client));
  },

  find: (inputs, { client }) => read(form.join(inputs), client, { inputs }),

  update: changing(gone, async ({ id, inputs, merged }, { client }) => {
    // Mappings that are not declared belong to the default mapping: the service keeps those by itself.
    await client.write("ModifySubDomain", { ...keyOf(id), ...sentOf(merged(), settings), PathMappingSet: mappingsOf(inputs) });
  }),

  read: ({ id, prior }, { client }) => read(id, client, prior),

  delete: ({ id }, { client }) => client.undo("UnBindSubDomain", keyOf(id), gone),
};
