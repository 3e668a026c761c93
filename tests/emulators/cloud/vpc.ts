/** The emulated address templates of service vpc: lists with filters, paged by texts. See docs/modules/cloud.md#address-templates. */
import type { Json, JsonObject } from "../exchange";
import type { Action, Actions } from "./api";
import { CloudFailure } from "./api";

/** The templates and groups of the account; tests add and take away. Each is a row exactly as it is returned. */
export interface AddressBook {
  templates: JsonObject[];
  groups: JsonObject[];
}

/** Which member of a row a filter compares: a text, or a list of which one must match. */
type Filters = Readonly<Record<string, string>>;

const decimal = (value: Json | undefined, usual: number, name: string): number => {
  const text = (value ?? String(usual)) as string;
  if (!/^\d+$/.test(text)) throw new CloudFailure("InvalidParameterValue.Malformed", `The value of \`${name}\` is not a number.`);
  return Number(text);
};

const fits = (row: JsonObject, { Name, Values }: { Name: string; Values: string[] }, filters: Filters): boolean => {
  const member = Object.hasOwn(filters, Name) ? filters[Name] : undefined;
  if (member === undefined) throw new CloudFailure("InvalidParameter.FilterInvalidKey", `The filter \`${Name}\` is not known.`);
  return [row[member]].flat().some((value) => Values.includes(value as string));
};

/** The fields by which rows and their members can be ordered; without an order they are unchanged. */
interface Order {
  field: Json | undefined;
  direction: Json | undefined;
}

const ordered = <T>(all: readonly T[], { field, direction = "ASC" }: Order, keyOf: (each: T, field: string) => Json | undefined): T[] => {
  if (!["ASC", "DESC"].includes(direction as string))
    throw new CloudFailure("InvalidParameterValue", "The direction of an order must be ASC or DESC.");
  if (field === undefined) return [...all];
  const texts = new Map(all.map((each) => [each, String(keyOf(each, field as string) ?? "")]));
  const upwards = [...all].sort((one, other) => (texts.get(one)! < texts.get(other)! ? -1 : 1));
  return direction === "DESC" ? upwards.reverse() : upwards;
};

/** The vendor calls the time of a change `UpdateTime` where it orders by it, and `UpdatedTime` where it shows it. */
const shownAs = (field: string): string => (field === "UpdateTime" ? "UpdatedTime" : field.trim());
const order = { OrderField: "string", OrderDirection: "string", MemberOrderField: "string", MemberOrderDirection: "string" } as const;

/** The list in a response, and the list of members in each of its rows. */
interface Lists {
  response: string;
  members: string;
}

const listing = (rows: () => JsonObject[], { response, members }: Lists, filters: Filters): Action => ({
  params: {
    Filters: [{ "Name!": "string", "Values!": ["string"] }],
    Offset: "string",
    Limit: "string",
    NeedMemberInfo: "boolean",
    ...order,
  },
  run(params) {
    const offset = decimal(params["Offset"], 0, "Offset");
    const limit = decimal(params["Limit"], 20, "Limit");
    if (limit < 1 || limit > 100) throw new CloudFailure("InvalidParameterValue.Range", "`Limit` must be from 1 to 100.");
    const expected = (params["Filters"] ?? []) as unknown as { Name: string; Values: string[] }[];
    // An unknown filter is rejected even when there are no rows.
    for (const filter of expected) fits({}, filter, filters);
    const found = rows().filter((row) => expected.every((filter) => fits(row, filter, filters)));
    const requested = { field: params["OrderField"], direction: params["OrderDirection"] };
    const inner = { field: params["MemberOrderField"], direction: params["MemberOrderDirection"] };
    const shown = ordered(found, requested, (row, field) => row[shownAs(field)]).slice(offset, offset + limit);
    const inOrder = (list: Json | undefined): Json =>
      Array.isArray(list) && inner.field !== "UpdateTime" ? ordered(list, inner, (member) => member) : (list ?? null);
    return { TotalCount: found.length, [response]: shown.map((row) => ({ ...row, [members]: inOrder(row[members]) })) };
  },
});

/** The two actions over an address book. */
export const vpcActions = (book: AddressBook): Actions => ({
  DescribeAddressTemplates: listing(
    () => book.templates,
    { response: "AddressTemplateSet", members: "AddressSet" },
    {
      "address-template-name": "AddressTemplateName",
      "address-template-id": "AddressTemplateId",
      "address-ip": "AddressSet",
    },
  ),
  DescribeAddressTemplateGroups: listing(
    () => book.groups,
    { response: "AddressTemplateGroupSet", members: "AddressTemplateIdSet" },
    {
      "address-template-group-name": "AddressTemplateGroupName",
      "address-template-group-id": "AddressTemplateGroupId",
    },
  ),
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
