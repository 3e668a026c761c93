/** One provider in this process over one emulator without a socket, in virtual time, and the programs of the variants. */
import type { HttpRequest, HttpResponse } from "../../provider/contract/http";
import { isMap, mapMembers, toPlainMap, type PlainMap, type Value, type ValueMap } from "../../provider/core/values/value";
import { onAbort } from "../../provider/core/concurrency/on-abort";
import { graceOf } from "../../provider/http/exchange";
import { abortedError, subjectOfRequest } from "../../provider/http/failures";
import { request } from "../emulators/eventrouting/caller";
import type { EmulatorReply, EmulatorRequest } from "../emulators/exchange";
import { cloudSettings, eventSettings, pipelineSettings } from "../emulators/settings";
import type { Variant } from "../samples/variant";
import { arriving, decoded, implementationOf, isWrite, outcomeOf, responseOf } from "../support/in-process";
import { ProviderProcess, type StoredObject } from "../support/provider-process";
import { propertiesOf } from "../support/services";
import { secret, type Properties } from "../support/structs";
import { inVirtualTime, virtualTimeOfFile } from "../support/virtual-time";
import { endpointPlaceholder, type ModuleName } from "../upgrade/recording";
import type { Backend, RemoteCall } from "../upgrade/remote";
import { services } from "../upgrade/services";
import type { ModuleVariant } from "./variants";

/** Handles a request in place of the emulator; without a response of its own the emulator responds. */
export type Intercept = (request: HttpRequest, respond: () => HttpResponse) => HttpResponse | Promise<HttpResponse>;

// Requests of a fixture take no real time.
virtualTimeOfFile();

/** The address under which the emulator appears; nothing listens there. */
const served = { url: "http://127.0.0.1:9", port: 9 };

export { decoded, schema } from "../support/in-process";
export type { StoredObject } from "../support/provider-process";

/** Settings of all modules, for servers at `localhost:9`; their secrets are this text. */
export function settingsOfAll(text = "secret-key-1"): ValueMap {
  const url = "http://localhost:9";
  const settings = [...cloudSettings(9), ...pipelineSettings(url), ...eventSettings(url)];
  const properties = propertiesOf(settings.map((setting) => (setting.isSecret ? { ...setting, value: text } : setting)));
  return decoded({ ...properties, searchServers: secret([{ endpoints: [`${url}/prefix`], username: "elastic", password: text }]) });
}

/** A provider and the service that it reaches. */
export class Fixture extends ProviderProcess {
  /** Write requests since the list was emptied. */
  readonly writes: RemoteCall[] = [];
  /** The path templates of all requests, which traces contain. */
  readonly templates: string[] = [];
  /** How many requests were sent since the number was reset. */
  sent = 0;
  /** What the requests so far expect, which limits their responses. */
  readonly expected = new Set<HttpRequest["expects"]>();
  private readonly untemplated: string[] = [];
  intercept: Intercept | undefined;
  readonly backend: Backend;

  private constructor(
    readonly module: ModuleName,
    options: Properties,
    backend?: Backend,
  ) {
    const pace = async <T>(work: Promise<T>) => inVirtualTime(work).finally(() => this.expectTemplates());
    super({ send: (request) => this.sendToBackend(request), pace });
    let count = 0;
    const randomBytes = (size: number): Buffer => Buffer.alloc(size, `random ${(count += 1)} `);
    this.backend = backend ?? services[module].createBackend(options, { now: () => new Date(), randomBytes });
  }

  /** A configured provider over a new emulator. */
  static async open(module: ModuleName, options: Properties = {}, settings: Properties = {}): Promise<Fixture> {
    return new Fixture(module, options).configureWith(settings);
  }

  /** Another process over the same service. */
  async next(): Promise<Fixture> {
    return new Fixture(this.module, {}, this.backend).configureWith();
  }

  /** Configures the provider as a new run does, with settings that replace those of the emulator. */
  async configureWith(settings: Properties = {}): Promise<this> {
    const own = services[this.module].settings({ ...served, requests: [], connections: () => 0, stop: async () => undefined });
    return this.configure(decoded({ ...own, ...settings }));
  }

  private async sendToBackend(request: HttpRequest): Promise<HttpResponse> {
    request.signal.throwIfAborted();
    this.sent += 1;
    if (request.template === undefined) this.untemplated.push(`${request.method} ${request.url}`);
    else this.templates.push(request.template);
    this.expected.add(request.expects);
    const respond = () => responseOf(this.handle(arriving(request)));
    const response = await unlessAborted(request, async () => (this.intercept ? this.intercept(request, respond) : respond()));
    // As the transport marks the outcome of a write that a gateway or the service failed to carry out.
    return isWrite(request) && response.status >= 500 ? { ...response, ambiguous: true } : response;
  }

  /** Passes a request to the emulator. */
  readonly handle = (request: EmulatorRequest) => {
    const call = this.backend.callOf(request);
    if (this.backend.isWrite(call)) this.writes.push(call);
    return this.backend.handle(request);
  };

  /** Sends the emulator of Elasticsearch a request of another writer. */
  call(line: string, body?: object): EmulatorReply {
    return this.handle(request(line, body, { authorization: undefined }));
  }

  /** Whether a program replaces the object. */
  async replaces(type: string, stored: StoredObject, news: ValueMap): Promise<boolean> {
    return (await this.diff(type, stored, news)).changes.some(({ replaces }) => replaces);
  }

  /** Refreshes objects as an engine does that runs this many steps at once: shared requests serve most of the reads. Returns each object, or the error of its read. */
  async refreshAll(type: string, objects: readonly StoredObject[], atOnce = 8): Promise<(StoredObject | undefined | Error)[]> {
    const found: (StoredObject | undefined | Error)[] = [];
    let next = 0;
    const step = async () => {
      for (let at = next++; at < objects.length; at = next++) found[at] = await outcomeOf(this.read(type, objects[at]!));
    };
    await Promise.all(Array.from({ length: atOnce }, step));
    return found;
  }

  /** Returns the objects of a type; `limit` per call, as many calls as there are continuation tokens. */
  async listed(token: string, query: Properties = {}, limit = 0): Promise<{ id: string; name: string }[]> {
    const objects: { id: string; name: string }[] = [];
    let continuation: string | undefined = "";
    while (continuation !== undefined) {
      const parts = await this.list({ token, query: decoded(query), limit, continuation });
      const results = parts.flatMap((part) => (part.kind === "result" ? [{ id: part.id, name: part.name }] : []));
      if (limit > 0 && results.length > limit) throw new Error(`${results.length} objects for a limit of ${limit}`);
      objects.push(...results);
      const last = parts.at(-1);
      continuation = last?.kind === "continuation" ? last.token : undefined;
    }
    return objects;
  }

  /** Returns the result of a function. Fails if its inputs are rejected. */
  async resultOf(token: string, args: ValueMap): Promise<ValueMap> {
    const { result, failures } = await this.invoke(token, args);
    if (result === undefined) throw new Error(`invoke of ${token} failed: ${JSON.stringify(failures)}`);
    return result;
  }

  /** Fails if a trace would contain no path of a request. Errors of single requests may be ignored by a module. */
  private expectTemplates(): void {
    if (this.untemplated.length > 0) throw new Error(`requests without a path template: ${this.untemplated.join(", ")}`);
  }
}

/** Ends with the response or, as in the transport, after an abort: a read at once, a write after its grace. */
function unlessAborted(request: HttpRequest, send: () => Promise<HttpResponse>): Promise<HttpResponse> {
  const { signal } = request;
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const subject = subjectOfRequest(request);
    const abandon = () => reject(abortedError(subject, signal.reason));
    const forget = onAbort(signal, () => {
      const grace = graceOf(signal.reason, { subject, graceMs: 20_000 });
      if (grace > 0) timer = setTimeout(abandon, grace);
      else abandon();
    });
    send()
      .then(resolve, (error: unknown) => (signal.aborted ? abandon() : reject(error)))
      .finally(() => {
        forget();
        clearTimeout(timer);
      });
  });
}

/** The programs of a variant, in a fixture with the objects that they refer to. */
export function programsOf(fixture: Fixture, variant: Variant): { inputs: ValueMap; news?: ValueMap; importId(id: string): string } {
  const { importId = (id: string) => id, ...programs } = variant.program({ handle: fixture.handle, now: () => new Date() });
  const located = JSON.parse(JSON.stringify(programs).replaceAll(endpointPlaceholder, served.url)) as typeof programs;
  return { inputs: decoded(located.inputs), ...(located.news && { news: decoded(located.news) }), importId };
}

/** A fixture with the programs of a variant, which are checked. */
export interface Subject {
  fixture: Fixture;
  type: string;
  inputs: ValueMap;
  news?: ValueMap;
  importId(id: string): string;
}

/** Opens a fixture with the objects that the programs of the variant refer to. Fails when a program is rejected. */
export async function openVariant({ module, emulator, ...variant }: ModuleVariant): Promise<Subject> {
  const fixture = await Fixture.open(module, emulator);
  const { token: type } = variant;
  const { inputs, news, importId } = programsOf(fixture, variant);
  const checked = async (program: ValueMap) => fixture.checked(type, program);
  return { fixture, type, inputs: await checked(inputs), ...(news && { news: await checked(news) }), importId };
}

/** Opens a variant, and creates its object. */
export async function createVariant(variant: ModuleVariant): Promise<Subject & { stored: StoredObject }> {
  const subject = await openVariant(variant);
  return { ...subject, stored: await subject.fixture.create(subject.type, subject.inputs) };
}

/** Returns the inputs that determine the ID; undefined where the service assigns it. */
export async function identityOf(type: string): Promise<readonly string[] | undefined> {
  return (await implementationOf(type)).identity?.inputs;
}

const index = (name: string) => `/${name}`;
const stream = (name: string) => `/_data_stream/${name}`;

/** The paths of what has to exist before an object, by its name. */
const holders: Readonly<Record<string, (name: string) => string>> = {
  "quartet:search:SearchDataStreamLifecycle": stream,
  "quartet:search:SearchDataStreamOptions": stream,
  "quartet:search:SearchIndexAliasMember": index,
  "quartet:search:SearchIndexMappings": (name) => (/[02468]$/.test(name) ? stream(name) : index(name)),
  "quartet:search:SearchIndexSettings": index,
};

/** Returns the path of the object that an object with these inputs is a part of. */
export async function holderOf(type: string, inputs: ValueMap): Promise<string | undefined> {
  const key = (await identityOf(type))?.at(-1) ?? "";
  return holders[type]?.(String(inputs[key]));
}

/** Creates the objects that those with these inputs are parts of. */
async function createHolders(fixture: Fixture, type: string, parts: readonly ValueMap[]) {
  const paths = await Promise.all(parts.map((inputs) => holderOf(type, inputs)));
  const streams = paths.filter((path) => path?.startsWith(stream("")));
  const patterns = streams.map((path) => path!.slice(stream("").length));
  if (streams.length > 0) fixture.call("PUT /_index_template/many", { index_patterns: patterns, data_stream: {} });
  for (const path of paths) if (path !== undefined) fixture.call(`PUT ${path}`);
}

/** Returns the inputs of further objects of the kind: with other names, or the same where the service assigns the ID. They may refer to objects that do not exist. */
export async function siblingsOf(fixture: Fixture, type: string, inputs: ValueMap, count: number): Promise<ValueMap[]> {
  const key = (await identityOf(type))?.at(-1);
  const old = String(inputs[key ?? ""]);
  const siblings = Array.from({ length: count }, (_, at) => {
    const name = old.replace(/(@custom)?$/, `${at + 1}$1`);
    return key === undefined ? inputs : { ...(renamed(inputs, old, name) as ValueMap), [key]: name };
  });
  await createHolders(fixture, type, siblings);
  return siblings;
}

/** Opens a variant, and creates different objects of its kind: as many as there can be, up to `count`. */
export async function createSeveral(variant: ModuleVariant, count: number): Promise<Subject & { objects: StoredObject[] }> {
  const { stored, ...subject } = await createVariant(variant);
  const { fixture, type, inputs } = subject;
  const siblings = await siblingsOf(fixture, type, inputs, count - 1);
  const created = await Promise.all(siblings.map((sibling) => fixture.create(type, sibling).catch(() => stored)));
  const objects = new Map([stored, ...created].map((object) => [object.id, object]));
  return { ...subject, objects: [...objects.values()] };
}

/** Replaces the name in full names and in patterns, which may not be those of another object. */
function renamed(value: Value, old: string, name: string): Value {
  if (Array.isArray(value)) return value.map((item) => renamed(item, old, name));
  if (isMap(value)) return mapMembers(value, (item) => renamed(item, old, name));
  const end = [`/${old}`, `${old}-*`].find((one) => typeof value === "string" && value.endsWith(one));
  return end === undefined ? value : String(value).slice(0, -end.length) + end.replace(old, name);
}

/** Plain values without marks. */
export const plain = (values: ValueMap): PlainMap => toPlainMap(values);
