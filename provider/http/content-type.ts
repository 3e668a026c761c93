// The content type of a response, for messages. Pure.
import type { HttpResponse } from "./message";

/** Returns the content type of a response that is not of the expected form; a long one, which a server may have filled with anything, by its length. */
export function contentTypeOf({ headers }: Pick<HttpResponse, "headers">): string {
  const type = headers["content-type"] ?? "";
  if (type === "") return "without content type";
  return type.length > 100 ? `content type of ${type.length} characters` : type;
}
