/** Extracts the relevant lines of the CLI's output: changes, outputs, counts. */

const noise = [
  /^\s*$/,
  /^@ /,
  /^(Previewing|Updating|Refreshing|Importing|Destroying|Duration|The resources in the stack|If you want to remove)/,
  /pulumi:pulumi:Stack/,
  /^\s+\[(urn|id)=/,
  / (creating|updating|deleting|importing|refreshing) \(\d/,
  /^Please copy the following code/,
];

/** Returns the relevant lines of one run, with shortened type names. */
export function relevantLines(output: string): string[] {
  const lines = output.split("\n").filter((line) => !noise.some((pattern) => pattern.test(line)));
  return lines.map((line) =>
    line
      .replace(/quartet:(search|cloud|eventrouting\/v1):/, "")
      .replace(/ \(\d+(\.\d+)?s\)/, "")
      .replace(/ (deleted|\*\*deleting failed\*\*) .*/, " $1") // The CLI repeats what follows among the diagnostics.
      .trimEnd(),
  );
}
