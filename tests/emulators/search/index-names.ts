/** What the server rejects in names of indices, of aliases, and of whatever becomes part of one. */
import { FORBIDDEN_TEXT } from "./aliases";

/** The most bytes that a name may have. */
const MOST = 255;

/** What is wrong with a name, in the server's text after the name; nothing when it is valid. Capitals are not checked. */
export const indexNameProblem = (name: string): string | undefined => {
  if (/[ "*,/<>?\\|]/.test(name)) return `must not contain the following characters ${FORBIDDEN_TEXT}`;
  if (name === "") return "must not be empty";
  if (name.includes("#")) return "must not contain '#'";
  if (name.includes(":")) return "must not contain ':'";
  if (/^[_\-+]/.test(name)) return "must not start with '_', '-', or '+'";
  const bytes = Buffer.byteLength(name);
  if (bytes > MOST) return `index name is too long, (${bytes} > ${MOST})`;
  return name === "." || name === ".." ? "must not be '.' or '..'" : undefined;
};
