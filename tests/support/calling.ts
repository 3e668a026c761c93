// Calls of methods of the provider resource, as an engine sends them.
import * as pb from "@pulumi/pulumi/proto/provider_pb";
import type { Rpc } from "./rpc";
import type { Properties } from "./structs";
import { fromStruct, reference, toStruct } from "./structs";

/** The provider resource as an argument. */
export const self = reference("urn:pulumi:dev::demo::pulumi:providers:quartet::main", "f2d1");

/** The result of a method. Fails when the response holds failures. */
export async function callMethod(rpc: Rpc, method: string): Promise<Properties> {
  const request = new pb.CallRequest();
  request.setTok(`pulumi:providers:quartet/${method}`);
  request.setArgs(toStruct({ __self__: self }));
  const response = await rpc.call(rpc.stub.call, request);
  const failures = response.getFailuresList().map((failure) => failure.toObject());
  if (failures.length > 0) throw new Error(JSON.stringify(failures));
  return fromStruct(response.getReturn()!);
}
