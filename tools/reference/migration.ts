/**
 * The generated parts of docs/guides/migration.md: a row for each resource, with its name in other providers and an import ID, and what Terraform providers have that
 * quartet does not. Pure.
 */
import { mappedTypes } from "../terraform/mapping";
import { terraformProviders, type TerraformProvider } from "../terraform/names";
import type { SchemaFile } from "./schema-file";

const importCommand = /\$ pulumi import \S+ \S+ ('[^']*'|\S+)\n```$/;

/** Returns the text of the guide with the tables and lists for the schema. */
export function withGeneratedParts(guide: string, schema: SchemaFile): string {
  const rows = (module: string): string => {
    const tokens = Object.keys(schema.resources ?? {}).filter((token) => token.startsWith(`quartet:${module}:`));
    return tokens
      .sort()
      .map((token) => row(token, module, schema))
      .join("");
  };
  return guide
    .replaceAll(/(<!-- resources of ([\w/]+) -->\n\n(?:\|.*\n){2})(?:\|.*\n)*/g, (_, head: string, module: string) => head + rows(module))
    .replace(/(<!-- arguments of another form -->\n\n)(?:\|.*\n)*/, (_, head: string) => head + reshapedTable(schema))
    .replace(/(<!-- types without a counterpart -->\n\n)(?:\|.*\n)*/, (_, head: string) => head + missingTable(schema));
}

/** Returns the Terraform types of all resources that the schema has, by token. */
function terraformTypes(schema: SchemaFile): Map<string, string> {
  const mapped = terraformProviders.flatMap((provider) => mappedTypes(provider, "resources", schema).mapped);
  return new Map(mapped.map(({ token, type }) => [token, type]));
}

function reshapedTable(schema: SchemaFile): string {
  const rows = [...terraformTypes(schema)].flatMap(([token, type]) => {
    const name = token.slice(token.lastIndexOf(":") + 1);
    const inputs = schema.resources?.[token]?.inputProperties ?? {};
    const reshaped = terraformProviders.flatMap((provider) => provider.reshaped[name] ?? []).filter((property) => property in inputs);
    return reshaped.length === 0 ? [] : [`| \`${type}\` | ${reshaped.map((property) => `\`${property}\``).join(", ")} |\n`];
  });
  return ["| Terraform | Inputs of quartet in their place |\n", "|---|---|\n", ...rows.sort()].join("");
}

function missingTable(schema: SchemaFile): string {
  const rows = terraformProviders.map((provider) => {
    const cells = (["resources", "dataSources"] as const).map((kind) => missingTypes(provider, kind, schema));
    return `| \`${provider.name}\` | ${cells.join(" | ")} | ${provider.others ?? "-"} |\n`;
  });
  return ["| Terraform provider | Resources | Data sources | Also |\n", "|---|---|---|---|\n", ...rows].join("");
}

function missingTypes(provider: TerraformProvider, kind: "resources" | "dataSources", schema: SchemaFile): string {
  const { mapped, others } = mappedTypes(provider, kind, schema);
  if (others.length === 0) return "-";
  const list = others.map((type) => `\`${type.slice(provider.prefix.length)}\``).join(", ");
  return `${others.length} of ${mapped.length + others.length} \`${provider.prefix}*\`: ${list}`;
}

function row(token: string, module: string, schema: SchemaFile): string {
  const name = token.slice(token.lastIndexOf(":") + 1);
  const page = `../reference/${module}/${name}.md`;
  const id = importCommand.exec(schema.resources?.[token]?.description ?? "")?.[1]?.replaceAll("'", "");
  const importId = id === undefined ? `cannot be imported: see [its page](${page})` : `\`${id}\``;
  const type = terraformTypes(schema).get(token);
  const terraform = type === undefined ? "-" : `\`${type}\``;
  const former = module === "eventrouting/v1" ? [`\`${name}\``, terraform] : [terraform];
  return `| ${[...former, `[\`${name}\`](${page})`, importId].join(" | ")} |\n`;
}
