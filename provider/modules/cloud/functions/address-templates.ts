// The functions of IP address templates. The VPC service takes Offset and Limit as texts. See docs/modules/cloud.md#address-templates.
import type { PlainMap } from "../../../core/values/value";
import { cloudFunction, type KeyOf } from "./cloud-function";
import { elementsOf, hashOf } from "./outputs";
import { filtersOf, isGiven, limitedAttempts } from "./requests";
import type { ModuleFunction, OutputsOf } from "./types";

type Name = "getAddressTemplates" | "getAddressTemplateGroups";

interface TemplateDefinition<N extends Name> {
  action: string;
  /** The prefix of filter names. */
  prefix: string;
  rows: string;
  idMember: string;
  output: KeyOf<OutputsOf<N>>;
}

function templates<N extends Name>(name: N, definition: TemplateDefinition<N>): ModuleFunction<N> {
  const { action, prefix, rows, idMember, output } = definition;
  return cloudFunction(name, {
    async read(typed, client) {
      const inputs: PlainMap = typed;
      const params = filtersOf(inputs, { name: `${prefix}-name`, id: `${prefix}-id` });
      const found = await client.readPages(action, params, rows, { ...limitedAttempts, asText: true });
      const elements = elementsOf(client, name, output, found);
      const id = isGiven(inputs.id) ? inputs.id : hashOf(found.map((row) => row[idMember]));
      return { outputs: { id, [output]: elements }, file: { content: elements } };
    },
  });
}

/** The functions by name. */
export const addressTemplates = {
  getAddressTemplates: templates("getAddressTemplates", {
    action: "DescribeAddressTemplates",
    prefix: "address-template",
    rows: "AddressTemplateSet",
    idMember: "AddressTemplateId",
    output: "templateLists",
  }),
  getAddressTemplateGroups: templates("getAddressTemplateGroups", {
    action: "DescribeAddressTemplateGroups",
    prefix: "address-template-group",
    rows: "AddressTemplateGroupSet",
    idMember: "AddressTemplateGroupId",
    output: "groupLists",
  }),
};
