/** A sample of a resource of module cloud: its inputs and their changes. */
import type { Properties } from "../../support/structs";
import type { Variant } from "../variant";
import { prepare, type Prerequisites } from "./prerequisites";

/** Inputs that may refer to the prerequisites. */
export type Inputs = (prerequisites: Prerequisites) => Properties;

/** A resource in enough parts that each of its remote calls is made. */
export interface CloudSample extends Variant {
  inputs: Inputs;
  /** A change in place; absent where every input replaces. */
  news?: Inputs;
  /** A change that replaces; absent where none does. */
  replacing?: Inputs;
  /** The service generates the ID, so that an object whose create has no response cannot be identified. */
  nameless?: true;
  /** An operation that is done once; it leaves no object, and its delete sends no request. */
  operation?: true;
}

/** Inputs, or those that a program changes; null removes one. */
export type Given = Properties | Inputs;

/** A sample whose other programs are stated as changes of its inputs. */
export interface SampleRow extends Pick<CloudSample, "title" | "nameless" | "operation"> {
  kind: string;
  inputs: Given;
  news?: Given;
  replacing?: Given;
}

/** What the samples of a kind have in common. */
interface KindTraits extends Pick<Variant, "cannotImport" | "dependent"> {
  /** The id for import where it is not that of the resource. */
  importId?(prerequisites: Prerequisites, id: string): string;
}

const traitsOf: Readonly<Record<string, KindTraits>> = {
  ApiGatewayApi: { importId: ({ serviceId }, id) => `${serviceId}#${id}` },
  // The mappings of the default mapping are the service's own.
  ApiGatewayCustomDomain: { dependent: { pathMappings: ["isDefaultMapping"] } },
  ApiGatewayImportOpenApi: { cannotImport: true },
  ApiGatewayUpdateApiAppKey: { cannotImport: true },
  ApiGatewayUpdateService: { cannotImport: true },
};

const inputsOf = (given: Given) => (typeof given === "function" ? given : () => given);

/** Returns the sample of a row. */
export function sampleOf({ kind, inputs: given, news: change, replacing: replacement, ...row }: SampleRow): CloudSample {
  const inputs = inputsOf(given);
  const changed = (by: Given | undefined): Inputs | undefined => by && ((before) => ({ ...inputs(before), ...inputsOf(by)(before) }));
  const news = changed(change);
  const { importId, ...traits } = traitsOf[kind] ?? {};
  return {
    ...row,
    ...traits,
    token: `quartet:cloud:${kind}`,
    inputs,
    news,
    replacing: changed(replacement),
    program({ handle, now }) {
      const prerequisites = prepare({ handle, calls: [] }, { now });
      return {
        inputs: inputs(prerequisites),
        news: news?.(prerequisites),
        importId: importId && ((id) => importId(prerequisites, id)),
      };
    },
  };
}
