// The client half of gRPC, loaded when the engine's service is first called.
export { Client, credentials } from "@grpc/grpc-js";
