// The two lookups of IP address templates (cloud-lookups.md 8.1, 8.2). The VPC service takes Offset and Limit as texts; an id that was given is echoed.
import type { ProviderFunction } from "../../../core/contract";
import type { PlainMap } from "../../../core/value";
import type { CloudClient } from "../client";
import { brief, concluded, elements, filters, given, hash, kept, type InputsOf, type OutputsOf } from "./results";

type Name = "getAddressTemplates" | "getAddressTemplateGroups";

interface Kind<N extends Name> {
  action: string;
  /** Begin of the names of filters. */
  prefix: string;
  rows: string;
  idMember: string;
  output: keyof OutputsOf<N> & string;
}

function addresses<N extends Name>(name: N, kind: Kind<N>): ProviderFunction<CloudClient, InputsOf<N>, OutputsOf<N>> {
  const { action, prefix, rows, idMember, output } = kind;
  return {
    cacheable: kept,
    async read(typed, { client }) {
      const inputs = typed as PlainMap;
      const wanted = filters(inputs, { name: `${prefix}-name`, id: `${prefix}-id` });
      const found = await client.readPages(action, wanted, rows, { ...brief, asText: true });
      const content = elements(client, name, output, found);
      const id = given(inputs["id"]) ? inputs["id"] : hash(found.map((row) => row[idMember]));
      return concluded(client, inputs, { id, [output]: content }, { content });
    },
  };
}

/** Lists templates of IP addresses. */
export const getAddressTemplates = addresses("getAddressTemplates", {
  action: "DescribeAddressTemplates",
  prefix: "address-template",
  rows: "AddressTemplateSet",
  idMember: "AddressTemplateId",
  output: "templateLists",
});

/** Lists groups of templates of IP addresses. */
export const getAddressTemplateGroups = addresses("getAddressTemplateGroups", {
  action: "DescribeAddressTemplateGroups",
  prefix: "address-template-group",
  rows: "AddressTemplateGroupSet",
  idMember: "AddressTemplateGroupId",
  output: "groupLists",
});
