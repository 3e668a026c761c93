/** The emulated address templates of service vpc: lists with filters, paged by texts. See docs/modules/cloud.md#address-templates. */
import type { JsonObject } from "../exchange";
import { type Action, type Actions, reject, Rule, text } from "./api";

/** The templates and groups of the account; tests add and take away. Each is a row exactly as it is returned. */
interface AddressBook {
  templates: JsonObject[];
  groups: JsonObject[];
}

/** Which member of a row a filter compares: a text, or a list of which one must match. */
type Filters = Readonly<Record<string, string>>;

const decimal = text(/^\d+$/, "InvalidParameterValue.Malformed");
const limit = new Rule(
  decimal,
  (value) => Number(value) >= 1 && Number(value) <= 100,
  "InvalidParameterValue.Range",
  "must be from 1 to 100",
);

const fits = (row: JsonObject, { Name, Values }: { Name: string; Values: string[] }, filters: Filters) => {
  const member = Object.hasOwn(filters, Name) ? filters[Name] : undefined;
  if (member === undefined) reject("InvalidParameter.FilterInvalidKey", `The filter \`${Name}\` is not known.`);
  return [row[member]].flat().some((value) => Values.includes(value as string));
};

/** A list; `response` is its name in the response. */
const listing = (rows: () => JsonObject[], response: string, filters: Filters): Action => ({
  params: {
    Filters: [{ "Name!": "string", "Values!": ["string"] }],
    Offset: decimal,
    Limit: limit,
  },
  run(params) {
    const [offset, limit] = [params.Offset ?? 0, params.Limit ?? 20].map(Number) as [number, number];
    const expected = (params.Filters ?? []) as unknown as { Name: string; Values: string[] }[];
    // An unknown filter is rejected even when there are no rows.
    for (const filter of expected) fits({}, filter, filters);
    const found = rows().filter((row) => expected.every((filter) => fits(row, filter, filters)));
    return { TotalCount: found.length, [response]: found.slice(offset, offset + limit) };
  },
});

/** The two actions over an address book. */
export const vpcActions = (book: AddressBook): Actions => ({
  DescribeAddressTemplates: listing(() => book.templates, "AddressTemplateSet", {
    "address-template-name": "AddressTemplateName",
    "address-template-id": "AddressTemplateId",
    "address-ip": "AddressSet",
  }),
  DescribeAddressTemplateGroups: listing(() => book.groups, "AddressTemplateGroupSet", {
    "address-template-group-name": "AddressTemplateGroupName",
    "address-template-group-id": "AddressTemplateGroupId",
  }),
});

const TIME = "2023-11-14 22:13:20";

const template = (name: string, id: string, addresses: string[]): JsonObject => ({
  AddressTemplateName: name,
  AddressTemplateId: id,
  AddressSet: addresses,
  CreatedTime: TIME,
  UpdatedTime: TIME,
  AddressExtraSet: addresses.slice(0, 1).map((Address) => ({ Address, Description: "gateway", UpdatedTime: TIME })),
  TagSet: [],
});

const group = (name: string, id: string, templates: string[] | null): JsonObject => ({
  AddressTemplateGroupName: name,
  AddressTemplateGroupId: id,
  AddressTemplateIdSet: templates,
  CreatedTime: TIME,
  UpdatedTime: TIME,
  AddressTemplateSet: [],
  TagSet: [],
});

/** An address book with three templates (two of one name) and two groups (one of them empty). */
export const exampleBook = (): AddressBook => ({
  templates: [
    template("vpn-users", "ipm-mdunqeb6", ["10.0.0.1", "10.0.1.0/24", "10.0.0.10-10.0.0.20"]),
    template("办公网络", "ipm-dk1f9a2c", ["192.0.2.0/24"]),
    template("vpn-users", "ipm-3c8qe7rz", ["2001:db8::/32"]),
  ],
  groups: [group("office", "ipmg-dih8xdbq", ["ipm-mdunqeb6", "ipm-dk1f9a2c"]), group("empty", "ipmg-2uw6ujo6", null)],
});
