// Writes a folder as a .tar.gz whose bytes depend on its content only.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { create } from "tar";

/** The time of every entry: archives of the same content are equal whenever they are built. */
const entryTime = new Date("2000-01-01T00:00:00.000Z");

/** Writes the archive: entries in the order of their names, without owners, with one time. */
export async function writeArchive(folder: string, file: string): Promise<void> {
  const options = { gzip: { level: 9 }, portable: true, noDirRecurse: true, mtime: entryTime, cwd: folder, file } as const;
  await create(options, filesIn(folder));
}

/** Returns the paths of all files below the folder, sorted. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll("\\", "/"),
    )
    .sort();
}

/** Returns the SHA-256 hash of a file in hexadecimal digits, as `sha256sum` prints it. */
export function sha256(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}
