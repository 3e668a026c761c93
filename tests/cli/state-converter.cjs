#!/usr/bin/env node
// A stand-in for pulumi-converter-terraform: converts states only, with the request for a mapping that the real one sends for each provider of a state.
const { readFileSync } = require("node:fs");
const { BinaryReader, BinaryWriter } = require("@bufbuild/protobuf/wire");
const { Client, credentials, Server, ServerCredentials, status } = require("@grpc/grpc-js");
const { ConverterService } = require("@pulumi/pulumi/proto/converter_grpc_pb");
const { ConvertStateResponse, ResourceImport } = require("@pulumi/pulumi/proto/converter_pb");

// The messages of `codegen.Mapper/GetMapping`, because the generated classes of the package cannot be loaded. Fields of the request: the provider, and the plugin that
// the CLI tries first. Field of the response: the mapping.
const encodeRequest = (provider) => Buffer.from(new BinaryWriter().uint32(10).string(provider).uint32(18).string(provider).finish());
function decodeResponse(bytes) {
  const reader = new BinaryReader(bytes);
  if (reader.len === 0) return "";
  reader.tag();
  return Buffer.from(reader.bytes()).toString();
}

/** Returns the resource types of a provider; none if no plugin has a mapping. */
function requestTypes(client, provider) {
  return new Promise((resolve, reject) =>
    client.makeUnaryRequest("/codegen.Mapper/GetMapping", encodeRequest, decodeResponse, provider, (error, mapping) =>
      error ? reject(error) : resolve(mapping === "" ? {} : JSON.parse(mapping).resources),
    ),
  );
}

function importOf(token, name, { index_key: key, attributes }) {
  const logicalName = key === undefined ? name : `${name}-${key}`;
  const resource = new ResourceImport();
  resource.setType(token);
  resource.setName(logicalName.replaceAll(/[^\p{L}\p{N}]/gu, "_"));
  resource.setLogicalName(logicalName);
  resource.setId(attributes.id);
  return resource;
}

async function convertState({ request }) {
  const mapper = new Client(request.getMapperTarget(), credentials.createInsecure(), { "grpc.max_receive_message_length": -1 });
  const response = new ConvertStateResponse();
  const types = {};
  for (const { mode, type, name, instances } of JSON.parse(readFileSync(request.getArgsList()[0], "utf8")).resources) {
    if (mode !== "managed") continue;
    const [provider] = type.split("_");
    types[provider] ??= await requestTypes(mapper, provider);
    // Without a mapping the real one derives a token of a package that may not exist, too.
    const token = types[provider][type]?.tok ?? `${provider}:index:${type}`;
    for (const instance of instances) response.addResources(importOf(token, name, instance));
  }
  mapper.close();
  return response;
}

const server = new Server();
server.addService(ConverterService, {
  convertState: (call, respond) =>
    void convertState(call).then(
      (response) => respond(null, response),
      (error) => respond({ code: status.UNKNOWN, message: error.message }),
    ),
  convertProgram: (_call, respond) => respond({ code: status.UNIMPLEMENTED, message: "the stand-in converts states only" }),
});
server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  process.stdout.write(`${port}\n`);
});
