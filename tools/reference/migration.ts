/** The tables of docs/guides/migration.md: a row for each resource, with its name in other providers and an import ID. Pure. */
import type { SchemaFile } from "./schema-file";

const importCommand = /\$ pulumi import \S+ \S+ ('[^']*'|\S+)\n```$/;

/** The names of a resource in other providers, by module: the first cells of its row. */
const formerNames: Readonly<Record<string, (name: string) => string[]>> = {
  search: (name) => [`\`elasticstack_elasticsearch_${snakeCase(name.replace(/^Search/, ""))}\``],
  cloud: (name) => [`\`tencentcloud_${snakeCase(name)}\``],
  "eventrouting/v1": (name) => [`\`${name}\``, terraformEvents.has(name) ? `\`google_eventarc_${snakeCase(name)}\`` : "-"],
};

/** The resources of Eventarc that Google's Terraform provider has, too. */
const terraformEvents = new Set(["Channel", "Trigger"]);

/** Returns the text of the guide with the rows of the schema. */
export function withResourceTables(guide: string, schema: SchemaFile): string {
  return guide.replaceAll(/(<!-- resources of ([\w/]+) -->\n\n(?:\|.*\n){2})(?:\|.*\n)*/g, (_, head: string, module: string) => {
    const tokens = Object.keys(schema.resources ?? {}).filter((token) => token.startsWith(`quartet:${module}:`));
    return `${head}${tokens
      .sort()
      .map((token) => row(token, module, schema))
      .join("")}`;
  });
}

function row(token: string, module: string, schema: SchemaFile): string {
  const name = token.slice(token.lastIndexOf(":") + 1);
  const page = `../reference/${module}/${name}.md`;
  const id = importCommand.exec(schema.resources?.[token]?.description ?? "")?.[1]?.replaceAll("'", "");
  const importId = id === undefined ? `cannot be imported: see [its page](${page})` : `\`${id}\``;
  return `| ${[...formerNames[module]!(name), `[\`${name}\`](${page})`, importId].join(" | ")} |\n`;
}

function snakeCase(name: string): string {
  return name.replaceAll(/(?<=.)[A-Z]/g, "_$&").toLowerCase();
}
