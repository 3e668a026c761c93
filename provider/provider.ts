// The verbs of the protocol over core and modules, free of gRPC.
import type { RpcContext } from "./core/contract";
import type { Change } from "./core/diff";
import type { Failure } from "./core/errors";
import { redactorOf } from "./core/redact";
import type { ValueMap } from "./core/value";
import type { CallRequest } from "./verbs/call";
import { callMethod } from "./verbs/call";
import type { Differences, DiffRequest } from "./verbs/check";
import { check, diff } from "./verbs/check";
import { checkConfig, configure, diffConfig } from "./verbs/configure";
import type { Parts } from "./verbs/house";
import { House } from "./verbs/house";
import type { Answer, InvokeRequest } from "./verbs/invoke";
import { invoke } from "./verbs/invoke";
import type { ListPart, ListRequest, ReadAnswer, ReadRequest } from "./verbs/read";
import { list, read } from "./verbs/read";
import { Flights } from "./verbs/share";
import type { CreateRequest, DeleteRequest, Made, UpdateRequest } from "./verbs/write";
import { create, remove, update } from "./verbs/write";

/** The provider as its verbs; values carry their marks in and out. */
export interface Provider {
  readonly version: string;
  checkConfig(news: ValueMap): Promise<{ inputs: ValueMap; failures: Failure[] }>;
  diffConfig(old: ValueMap, news: ValueMap, ignore: readonly string[]): Promise<Change[]>;
  configure(args: ValueMap): Promise<void>;
  invoke(request: InvokeRequest, call: RpcContext): Promise<Answer>;
  call(request: CallRequest, call: RpcContext): Promise<Answer>;
  check(type: string, news: ValueMap, call: RpcContext): Promise<{ inputs: ValueMap; failures: Failure[] }>;
  diff(request: DiffRequest): Promise<Differences>;
  create(request: CreateRequest, call: RpcContext): Promise<Made>;
  read(request: ReadRequest, call: RpcContext): Promise<ReadAnswer | undefined>;
  update(request: UpdateRequest, call: RpcContext): Promise<ValueMap>;
  delete(request: DeleteRequest, call: RpcContext): Promise<void>;
  list(request: ListRequest, call: RpcContext): AsyncGenerator<ListPart>;
  /** The text with the secrets of the configuration hidden. */
  discreet(text: string): string;
}

/** A provider over a schema, the modules behind its tokens, and the way to the outside. */
export function createProvider(parts: Parts): Provider {
  const house = new House(parts);
  const flights = new Flights();
  return {
    version: parts.schema.version,
    checkConfig: (news) => checkConfig(house, news),
    diffConfig: (old, news, ignore) => diffConfig(house, old, news, ignore),
    configure: (args) => configure(house, args),
    invoke: (request, call) => invoke(house, flights, request, call),
    call: (request, call) => callMethod(house, request, call),
    check: (type, news, call) => check(house, type, news, call),
    diff: (request) => diff(house, request),
    create: (request, call) => create(house, request, call),
    read: (request, call) => read(house, request, call),
    update: (request, call) => update(house, request, call),
    delete: (request, call) => remove(house, request, call),
    list: (request, call) => list(house, request, call),
    discreet: (text) => redactorOf([house.secrets])?.(text) ?? text,
  };
}
