// One-time operations: resources that run an action when they are created. Nothing is read, updated or deleted.
// See docs/modules/cloud.md#application-key-updates and docs/modules/cloud.md#service-updates.
import type { Resource } from "../../../contract/resource";
import type { ValueRule } from "../../../contract/rules";
import { ProviderError } from "../../../core/errors/errors";
import { mapMembers, type PlainMap } from "../../../core/values/value";
import type { ResourceInputs, ResourceTable } from "../../../kit/tables";
import type { CloudClient } from "../client";
import { idPart } from "../ids";
import { paramsOf } from "../mapping";
import { idOutput } from "./state";

/** An operation. Running it again with the same inputs has no further effect. */
interface Operation<Input extends string = string> {
  action: string;
  /** The input that is the ID. */
  idInput: Input;
  /** The rules of all inputs, which are the parameters. */
  rules: Readonly<Record<Input, ValueRule>>;
}

type Kind = "ApiGatewayUpdateApiAppKey" | "ApiGatewayUpdateService";

const text: ValueRule = { minLength: 1 };

const table: { readonly [Name in Kind]: Operation<keyof ResourceInputs<`quartet:cloud:${Name}`> & string> } = {
  ApiGatewayUpdateApiAppKey: { action: "UpdateApiAppKey", idInput: "apiAppId", rules: { apiAppId: idPart, apiAppKey: text } },
  ApiGatewayUpdateService: {
    action: "UpdateService",
    idInput: "serviceId",
    rules: { serviceId: idPart, versionName: text, environmentName: text },
  },
};

/** The resources by name. Every change replaces them, which runs the operation again. */
export const operations = mapMembers<Operation, Resource<CloudClient, PlainMap, PlainMap>>(table, oneTimeOperation) as unknown as Pick<
  ResourceTable<"cloud", CloudClient>,
  Kind
>;

function oneTimeOperation({ action, idInput, rules }: Operation, kind: string): Resource<CloudClient, PlainMap, PlainMap> {
  const names = Object.keys(rules);
  return {
    properties: mapMembers(rules, (validate) => ({ validate })),

    async create({ inputs, created }, { client }) {
      await client.write(action, paramsOf(inputs, names));
      const id = String(inputs[idInput]);
      created(id, { ...inputs, [idOutput(kind)]: id });
    },

    async read({ id, prior }) {
      const known = { [idInput]: id, ...prior?.inputs } as PlainMap;
      if (names.every((name) => known[name] !== undefined)) return { id, state: { ...known, [idOutput(kind)]: id } };
      const reason = "the operation runs once and leaves no object to read";
      throw new ProviderError(
        "invalid_argument",
        `Import failed: quartet:cloud:${kind} ${id}: ${reason}. Let the program create it, which runs it again.`,
      );
    },

    delete: async () => undefined,
  };
}
