// Custom domains of a service (cloud-resources.md 4.5). A domain is found by its name among those of the service.
import type { Known, Resource } from "../../../core/contract";
import type { Cloud } from "../../../core/gen/types";
import { isObject } from "../../../core/json";
import type { Plain, PlainMap } from "../../../core/value";
import type { CloudClient } from "../client";
import { sameSet, sameWord } from "../equal-forms";
import { unlessRefused } from "../errors";
import { bindAnew } from "./binding";
import { changing } from "./changing";
import { ids, part } from "./ids";
import { stateOf } from "./state";
import { anyChanged, sentOf } from "./values";

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
async function defaultDomain(id: string, client: CloudClient, { netType, known }: { netType: Plain; known?: Known<Inputs> | undefined }) {
  if (known?.inputs.defaultDomain !== undefined) return known.inputs.defaultDomain;
  const service = await client.read("DescribeService", { ServiceId: form.split(id).serviceId });
  return (isObject(service) && service[sameWord(netType, "INNER") ? "InternalSubDomain" : "OuterSubDomain"]) || "";
}

function repeated(mappings: unknown): string | undefined {
  return Array.isArray(mappings) && new Set(mappings).size < mappings.length ? "a mapping is given twice" : undefined;
}

/** A custom domain. */
export const ApiGatewayCustomDomain: Resource<CloudClient, Inputs, State> = {
  rules: {
    properties: {
      serviceId: part,
      subDomain: part,
      defaultDomain: { minLength: 1 },
      pathMappings: {
        maxItems: 3,
        pattern: {
          matches: /^[^#]+#(test|prepub|release)$/,
          says: "expected <path>#<environment>, the environment being test, prepub or release",
        },
        test: repeated,
      },
    },
    test: [
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
  },
  same: { pathMappings: sameSet, subDomain: sameName, protocol: sameWord, netType: sameWord },
  serverDefaults: { certificateId: "", pathMappings: [] },
  filled: ["certificateId", "pathMappings"],
  stables: ["apiGatewayCustomDomainId"],
  deleteBeforeReplace: true,
  checkId: form.check,
  // All is written by create; it remains to wait until it shows.
  birth: (inputs) => inputs,

  async create(inputs, client) {
    const { serviceId, subDomain, defaultDomain: NetSubDomain } = inputs;
    const id = form.join({ serviceId, subDomain });
    const mappings = mappingsOf(inputs);
    const params = { ...keyOf(id), NetSubDomain, ...sentOf(inputs, settings), ...(mappings.length > 0 && { PathMappingSet: mappings }) };
    await bindAnew({ id, codes: ["FailedOperation.DomainAlreadyBindService"], look: () => find(id, client) }, () =>
      client.write("BindSubDomain", params),
    );
    return { id, outputs: { apiGatewayCustomDomainId: id, status: 0 } };
  },

  async recover({ serviceId, subDomain }, client) {
    const id = form.join({ serviceId, subDomain });
    return (await find(id, client)) && id;
  },

  apply: changing(gone, async (id, inputs, previous, client) => {
    if (!anyChanged(inputs, previous, [...settings, "pathMappings"])) await client.until(`the domain ${id}`, () => find(id, client));
    else await client.write("ModifySubDomain", { ...keyOf(id), ...sentOf(inputs, settings), PathMappingSet: mappingsOf(inputs) });
  }),

  // The domain may go between two of the questions: then it is gone.
  read: (id, client, known) =>
    unlessRefused(gone, async () => {
      const domain = await find(id, client);
      if (!domain) return undefined;
      const given = known?.inputs.pathMappings ?? [];
      const own = {
        serviceId: form.split(id).serviceId,
        apiGatewayCustomDomainId: id,
        defaultDomain: await defaultDomain(id, client, { netType: domain["NetType"] ?? "", known }),
        pathMappings: (await readMappings(id, client, domain["IsDefaultMapping"] === true && given.length === 0)) ?? null,
      };
      const names = { subDomain: "DomainName" };
      return { id, state: stateOf(client, "ApiGatewayCustomDomain", domain, { names, own, had: known?.inputs }) };
    }),

  delete: (id, client) => client.undo("UnBindSubDomain", keyOf(id), gone),
};
