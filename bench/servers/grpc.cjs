// A bare gRPC server on the library of both providers: constant responses, without reading the requests. The least that a start and a call cost.
"use strict";
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { Server, ServerCredentials } = require("@grpc/grpc-js");

const bytes = (message) => message;
const responses = {
  GetPluginInfo: () => Buffer.alloc(7),
  GetSchema: () => readFileSync(join(__dirname, "..", "..", "provider", "bin", "schema", "message.bin")),
  Invoke: () => Buffer.alloc(120),
};
const methodOf = (name) => ({
  path: `/pulumirpc.ResourceProvider/${name}`,
  requestStream: false,
  responseStream: false,
  requestDeserialize: bytes,
  responseSerialize: bytes,
});
const handlerOf = (respond) => (_call, callback) => callback(null, respond());
const mapped = (convert) => Object.fromEntries(Object.entries(responses).map(([name, respond]) => [name, convert(name, respond)]));

const server = new Server({ "grpc.max_send_message_length": -1 });
server.addService(
  mapped(methodOf),
  mapped((_name, respond) => handlerOf(respond)),
);
server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  console.log(port);
});
process.on("SIGINT", () => process.exit(0));
