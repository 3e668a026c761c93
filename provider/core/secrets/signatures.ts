// Hides signatures of requests in messages: servers and proxies quote the header of a signed request, or the query of a signed address. Pure.
import { secretPlaceholder } from "./redact";

/** `Credential=... Signature=...` behind the name of a signing method, such as `TC3-HMAC-SHA256`. */
const header = /([A-Z\d]-HMAC-SHA\d{1,3}\s{1,9})Credential=[^]{0,1000}?Signature=\w+/g;
/** Query parameters whose name is `sig` or ends with `signature`. */
const parameter = /(?<![\w-])((?:[\w-]*signature|sig)=)[^&;,\s"'<>]+/gi;

/** Returns the text without signatures. */
export function hideSignatures(text: string): string {
  return text.replace(header, `$1${secretPlaceholder}`).replace(parameter, `$1${secretPlaceholder}`);
}
