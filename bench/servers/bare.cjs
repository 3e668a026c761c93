// A Node socket server that only prints its port: the lower bound of the start time of any Node program.
"use strict";
const server = require("node:net").createServer();
server.listen(0, "127.0.0.1", () => process.stdout.write(`${server.address().port}\n`));
