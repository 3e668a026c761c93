/** What the programs of the resources of module search have in common. */
import { request } from "../../emulators/eventrouting/caller";
import type { Properties } from "../../support/structs";
import { endpointPlaceholder } from "../../upgrade/recording";
import type { Autonamed, Preparation, Program, Variant } from "../variant";

/** The connection of a resource. */
const connection: Properties = { endpoints: [endpointPlaceholder], username: "elastic", password: "example-password" };
/** The time limits of a resource. */
export const timeouts = { create: "2m", update: "90s", delete: "1m" };
/** A name that Pulumi generates. */
export const named: Autonamed = { property: "name", valid: /^[a-z0-9][a-z0-9._-]{0,199}$/ };
/** The name of the object of a kind on its server. */
export const objectName = "orphan";

/** A kind with a program, and another one that updates it. */
export interface Kind {
  title: string;
  type: string;
  inputs: Properties;
  news: Properties;
  /** Delete sends no write: what the resource has added stays. */
  stays?: true;
}

/** Creates an object of the cluster that the resource refers to. */
export const put = ({ handle }: Preparation, path: string, body?: object): void => {
  const { status, body: text } = handle(request(`PUT ${path}`, body, { authorization: undefined }));
  if (status >= 300) throw new Error(`PUT ${path}: HTTP ${status}: ${text}`);
};

/** Whether the cluster has the object. */
export const exists = ({ handle }: Preparation, path: string): boolean =>
  handle(request(`GET ${path}`, undefined, { authorization: undefined })).status !== 404;

/** The programs of a kind. Those with all inputs have the connection and the time limits. */
export const variant = (kind: string, title: string, { inputs, news }: Program, more: Partial<Variant> = {}): Variant => {
  const common: Properties = title.startsWith("all inputs") ? { timeouts, searchConnections: [connection] } : {};
  const program = { inputs: { ...common, ...inputs }, ...(news && { news: { ...common, ...news } }) };
  return { title, token: `quartet:search:${kind}`, program: () => program, ...more };
};

/** The variant on a cluster with the objects that its programs refer to. A release records all programs on one cluster. */
export const prepared = (one: Variant, prepare: (preparation: Preparation) => void): Variant => ({
  ...one,
  program(preparation) {
    prepare(preparation);
    return one.program(preparation);
  },
});

/** Creates the indices that the cluster does not have. */
export const putIndices = (preparation: Preparation, names: readonly string[]): void => {
  for (const name of names) if (!exists(preparation, `/${name}`)) put(preparation, `/${name}`);
};
