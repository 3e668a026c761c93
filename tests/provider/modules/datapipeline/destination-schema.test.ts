// The destination schema of a connection. See docs/modules/datapipeline.md#destination-schema.
import { destinationSchema } from "../../../../provider/modules/datapipeline/destination-schema";
import {
  nameServices,
  prefixServices,
  tableGroupServices,
  tableServices,
} from "../../../../provider/modules/datapipeline/destination-services";
import { line, success } from "./support";

test.each([
  ["postgres", "orders", {}, { prefix: "orders" }],
  ["db2luw", "hr.people", {}, { prefix: "hr.people" }],
  ["salesforce", "crm.dropped", {}, { name: "crm" }],
  ["google_sheets", "finance", {}, { name: "finance" }],
  ["google_sheets", "finance.budget.2024", {}, { name: "finance", table: "budget.2024" }],
  ["share_point", "files.reports", {}, { name: "files", tableGroupName: "reports" }],
  ["s3", "lake.raw", { table_group_name: "raw", table: "raw" }, { name: "lake", tableGroupName: "raw" }],
  ["s3", "lake.raw", { table: "raw", table_group_name: null }, { name: "lake", table: "raw" }],
  ["s3", "lake.raw", {}, { name: "lake", table: "raw", tableGroupName: "raw" }],
  ["s3", "lake.raw", { table: 7, table_group_name: true }, { name: "lake", table: "raw", tableGroupName: "raw" }],
  ["stardust_cloud", "", {}, {}],
  ["constructor", "a.b", {}, { name: "a", table: "b" }],
])("%s: %s with %j", (service, schema, config, parts) => expect(destinationSchema(service, schema, config)).toEqual(parts));

const both = ["azure_blob_storage", "box", "dropbox", "email", "ftp", "gcs", "google_drive", "s3", "sftp", "workday"];

test("the lists are as long as they were, and ten services stand in two of them", () => {
  expect([prefixServices, tableServices, tableGroupServices].map(({ size }) => size)).toEqual([57, 73, 13]);
  expect([...tableServices].filter((service) => tableGroupServices.has(service)).sort()).toEqual(both);
  expect(nameServices.has("salesforce")).toBe(true);
});

test("the config of a connection distinguishes a table from a group of tables", async () => {
  const record = { id: "x", service: "s3", schema: "lake.raw", config: { table: "raw" } };
  const found = await line([success(record)]).lookUp("getConnection", { id: "x" });
  expect(found["destinationSchema"]).toEqual({ name: "lake", table: "raw" });
});
