// The least that prints a port: a socket server of Node and nothing else. What it takes to start is the floor for everything written in Node.
"use strict";
const server = require("node:net").createServer();
server.listen(0, "127.0.0.1", () => process.stdout.write(`${server.address().port}\n`));
