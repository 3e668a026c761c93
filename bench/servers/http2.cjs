// A server of node:http2 that returns an empty gRPC message for every request: the lower bound of the first response of any gRPC server in Node.
// It loads node:http2 after it has printed its port, as the plugin does.
"use strict";
const { writeSync } = require("node:fs");
const { createServer } = require("node:net");

const accepted = [];
let serve = (socket) => accepted.push(socket);
const listener = createServer({ noDelay: true }, (socket) => serve(socket));

function start() {
  const server = require("node:http2").createServer();
  server.on("stream", (stream) => {
    stream.respond({ ":status": 200, "content-type": "application/grpc+proto" }, { waitForTrailers: true });
    stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
    stream.end(Buffer.alloc(5));
  });
  serve = (socket) => server.emit("connection", socket);
  accepted.forEach(serve);
}

listener.listen(0, "127.0.0.1", () => {
  writeSync(1, `${listener.address().port}\n`);
  setImmediate(start);
});
