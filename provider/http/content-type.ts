// What an answer says of its form. Pure.
import type { HttpResponse } from "./message";

/** The content type of an answer for messages about one that is not understood. */
export function contentTypeOf({ headers }: Pick<HttpResponse, "headers">): string {
  return headers["content-type"]?.slice(0, 100) || "without content type";
}
