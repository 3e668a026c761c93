/** The kinds of the life of data, and of security, for cases that hold for every one of them. */
import type { HttpRequest, HttpResponse, Send } from "../../../../../provider/contract/http";
import { fromJson } from "../../../../../provider/plugin/codec";
import type { SearchVariant } from "../../../../samples/search/parts";
import { searchVariants } from "../../../../samples/search/resources";
import { recordedStack } from "../resources/stack-fixture";
import { caseServer, hasModules, ofSecurity, secureServer, superuser } from "./server";

/** A kind: its name, a program, and another one that updates it. */
export interface Kind extends Pick<SearchVariant, "before"> {
  kind: string;
  programs: { inputs: object; news: object };
}

const ofIndices = /Search(?:ClusterSettings|Index(?:|Alias|AliasMember|Mappings|Settings)|StoredScript|TemplateCustomization)$/;
const ofModules = /Search(?:DataStream|DataStreamLifecycle|DataStreamOptions|IndexLifecyclePolicy)$/;

const kindsOf = (...names: RegExp[]): Kind[] =>
  searchVariants
    .map(({ token, title, before, programs }) => ({
      kind: token.split(":")[2]!,
      title,
      before,
      programs: fromJson(programs) as Kind["programs"],
    }))
    .filter(({ kind, title }) => title === "minimal" && names.some((each) => each.test(kind)));

/** The kinds of the life of data that the server has. */
export const kinds = kindsOf(ofIndices, ...(hasModules ? [ofModules] : []));

/** Kinds without an object of their own: parts of others, those whose ID the server assigns, and an operation. */
const withoutOwn = /Search(?:ApiKey|BuiltinUser|ClusterSettings|Connector|IndexMappings|IndexSettings|SnapshotRestore)$/;

/** The kinds that the server has whose objects have a name of the program. */
export const namedKinds = kindsOf(
  ...(hasModules
    ? [/./]
    : [ofIndices, ofSecurity, /Search(?:IngestPipeline|IndexTemplate|ComponentTemplate|Snapshot|SnapshotRepository)$/]),
).filter(({ kind }) => !withoutOwn.test(kind));

/** The kinds of security, which live on a server with security. */
export const securityKinds = kindsOf(ofSecurity);

/** What the network makes of a request: its response, or another one. */
export type Disturbance = (request: HttpRequest, respond: () => Promise<HttpResponse>) => Promise<HttpResponse>;

const pass: Disturbance = (_request, respond) => respond();

/** A stack of the kind, on a server with what it refers to. */
export async function kindFixture({ kind, before }: Kind) {
  const isSecure = ofSecurity.test(kind);
  const server = isSecure ? secureServer() : caseServer();
  for (const [request, body] of Object.entries(before)) await server.call(request, body);
  const network: { disturb?: Disturbance } = {};
  const send: Send = async (request) => (network.disturb ?? pass)(request, async () => server.send(request));
  return {
    ...server,
    ...recordedStack(kind, send, { ELASTICSEARCH_ENDPOINTS: server.url, ...(isSecure && superuser) }),
    network,
  };
}
