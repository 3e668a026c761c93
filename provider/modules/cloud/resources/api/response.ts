// An API as DescribeApi returns it, for the outputs of two resources. Pure. See docs/modules/cloud.md#api-definition.
import { rowsOf } from "../../../../core/values/records";
import type { PlainMap } from "../../../../core/values/value";
import type { RemoteApi, RemoteErrorCode } from "../../remote";
import { trimParts } from "../state";

/** Returns the response without the empty members of its parts, and without the converted code of a response that is not converted. */
export function trimApi({ ResponseErrorCodes, ...api }: RemoteApi): PlainMap {
  const codes: RemoteErrorCode[] = rowsOf(ResponseErrorCodes);
  const used = codes.map(({ ConvertedCode = null, ...code }) => ({
    ...code,
    ConvertedCode: ConvertedCode === 0 && code.NeedConvert !== true ? null : ConvertedCode,
  }));
  return trimParts({ ...api, ResponseErrorCodes: used });
}
