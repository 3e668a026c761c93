// The verbs of the protocol over core and modules, without gRPC.
import type { RpcContext } from "./contract/context";
import type { Change } from "./core/compare/diff";
import type { Failure } from "./core/errors/errors";
import { redactorOf } from "./core/secrets/redact";
import type { ValueMap } from "./core/values/value";
import type { CallRequest } from "./verbs/call";
import { callMethod } from "./verbs/call";
import { check, type CheckRequest } from "./verbs/check";
import { checkConfig, configure, diffConfig } from "./verbs/configure";
import type { CreateRpc, CreateResponse } from "./verbs/create";
import { create } from "./verbs/create";
import type { DeleteRequest } from "./verbs/delete";
import { remove } from "./verbs/delete";
import type { DiffRequest, DiffResponse } from "./verbs/diff";
import { diff } from "./verbs/diff";
import type { InvokeRequest, InvokeResponse } from "./verbs/invoke";
import { invoke } from "./verbs/invoke";
import type { ListPart, ListRequest } from "./verbs/list";
import { list } from "./verbs/list";
import type { ReadRequest, ReadResponse } from "./verbs/read";
import { read } from "./verbs/read";
import type { ProviderOptions } from "./verbs/registry";
import { Runtime } from "./verbs/runtime";
import type { UpdateRpc } from "./verbs/update";
import { update } from "./verbs/update";

/** The provider as a struct of functions, one per RPC. Values keep their secret and unknown marks. */
export interface Provider {
  readonly version: string;
  checkConfig(news: ValueMap): Promise<{ inputs: ValueMap; failures: Failure[] }>;
  diffConfig(old: ValueMap, news: ValueMap, ignore: readonly string[]): Promise<Change[]>;
  configure(args: ValueMap): Promise<void>;
  invoke(request: InvokeRequest, context: RpcContext): Promise<InvokeResponse>;
  call(request: CallRequest, context: RpcContext): Promise<InvokeResponse>;
  check(request: CheckRequest, context: RpcContext): Promise<{ inputs: ValueMap; failures: Failure[] }>;
  diff(request: DiffRequest): Promise<DiffResponse>;
  create(request: CreateRpc, context: RpcContext): Promise<CreateResponse>;
  read(request: ReadRequest, context: RpcContext): Promise<ReadResponse | undefined>;
  update(request: UpdateRpc, context: RpcContext): Promise<ValueMap>;
  delete(request: DeleteRequest, context: RpcContext): Promise<void>;
  list(request: ListRequest, context: RpcContext): AsyncGenerator<ListPart>;
  /** Hides the secrets of the configuration in a text. */
  redact(text: string): string;
}

/** Creates a provider from a schema, the modules of its tokens, and the function that sends requests. */
export function createProvider(options: ProviderOptions): Provider {
  const runtime = new Runtime(options);
  return {
    version: options.schema.version,
    checkConfig: (news) => checkConfig(runtime, news),
    diffConfig: (old, news, ignore) => diffConfig(runtime, old, news, ignore),
    configure: (args) => configure(runtime, args),
    invoke: (request, context) => invoke(runtime, request, context),
    call: (request, context) => callMethod(runtime, request, context),
    check: (request, context) => check(runtime, request, context),
    diff: (request) => diff(runtime, request),
    create: (request, context) => create(runtime, request, context),
    read: (request, context) => read(runtime, request, context),
    update: (request, context) => update(runtime, request, context),
    delete: (request, context) => remove(runtime, request, context),
    list: (request, context) => list(runtime, request, context),
    redact: (text) => redactorOf([runtime.configuration.secrets])?.(text) ?? text,
  };
}
