// Calls that fail: the status, and the details in the trailer as the engine reads them with the official classes. See docs/protocol.md#status-codes.
import type { ServiceError } from "@grpc/grpc-js";
import { ConfigureErrorMissingKeys, ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { fromStruct, type Properties } from "./structs";
import { checkWire } from "./wire-checker";

/** Partial state of a resource that exists. */
interface InitFailed {
  id: string;
  properties: Properties;
  reasons: string[];
}

/** How a call failed. */
export interface Failed {
  code: number;
  message: string;
  initFailed?: InitFailed;
  missingKeys?: string[];
}

/** The failure of a call; fails when the call succeeds, and when details do not agree with the status that they travel with. */
export async function failureOf(call: Promise<unknown>): Promise<Failed> {
  const error = await call.then(
    (result) => Promise.reject(new Error(`the call succeeded: ${JSON.stringify(result)?.slice(0, 500)}`)),
    (error: ServiceError) => error,
  );
  if (typeof error.code !== "number") throw error;
  return { code: error.code, message: error.details, ...detailsOf(error) };
}

/** What the trailer of a failed call holds; fails when it contradicts the status. */
export function detailsOf({ code, details: message, metadata }: ServiceError): Partial<Failed> {
  const [bytes] = metadata.get("grpc-status-details-bin");
  if (bytes === undefined) return {};
  const status = Status.deserializeBinary(bytes as Buffer);
  if (status.getCode() !== code || status.getMessage() !== message)
    throw new Error(`the details say ${status.getCode()} ${status.getMessage()}, the status says ${code} ${message}`);
  return Object.assign({}, ...status.getDetailsList().map((any) => detail(any.getTypeUrl(), any.getValue_asU8())));
}

function detail(typeUrl: string, bytes: Uint8Array): Partial<Failed> {
  switch (typeUrl) {
    case "type.googleapis.com/pulumirpc.ErrorResourceInitFailed": {
      checkWire("ErrorResourceInitFailed", bytes);
      const failed = ErrorResourceInitFailed.deserializeBinary(bytes);
      return { initFailed: { id: failed.getId(), properties: fromStruct(failed.getProperties()!), reasons: failed.getReasonsList() } };
    }
    case "type.googleapis.com/pulumirpc.ConfigureErrorMissingKeys":
      return {
        missingKeys: ConfigureErrorMissingKeys.deserializeBinary(bytes)
          .getMissingkeysList()
          .map((key) => key.getName()),
      };
    default:
      throw new Error(`a detail of the type ${typeUrl}, which the engine does not know`);
  }
}
