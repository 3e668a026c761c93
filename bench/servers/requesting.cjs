// A bare gRPC server whose Invoke sends one request with the HTTP client of Node.js over a kept connection, and parses the response.
"use strict";
const { Agent, get } = require("node:http");
const { Server, ServerCredentials } = require("@grpc/grpc-js");

const [address] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: 16 });
const bytes = (message) => message;
const method = {
  path: "/pulumirpc.ResourceProvider/Invoke",
  requestStream: false,
  responseStream: false,
  requestDeserialize: bytes,
  responseSerialize: bytes,
};

function invoke(_call, callback) {
  get(address, { agent }, (response) => {
    const parts = [];
    response.on("data", (part) => parts.push(part));
    response.on("end", () => {
      JSON.parse(Buffer.concat(parts).toString("utf8"));
      callback(null, Buffer.alloc(400));
    });
  }).on("error", callback);
}

const server = new Server();
server.addService({ Invoke: method }, { Invoke: invoke });
server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  console.log(port);
});
process.on("SIGINT", () => process.exit(0));
