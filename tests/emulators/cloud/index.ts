/**
 * A Tencent Cloud that keeps its state in memory: the API gateway, tags, address templates, anti-DDoS, STS and the instance
 * metadata, behind API 3.0 with its signature. Written from the specification; strict where the real service rejects.
 */
import type { EmulatorReply, EmulatorRequest } from "../exchange";
import { createWindow, type SlidingWindow } from "../window";
import { antiddosActions, exampleAccount } from "./antiddos";
import { createGateway } from "./gateway";
import { createKeyIssuer, createKeys, type Key } from "./keys";
import { createMetadata, isMetadataPath, METADATA_HOST } from "./metadata";
import { createSts } from "./sts";
import { tagActions, Tags } from "./tags";
import { exampleBook, vpcActions } from "./vpc";
import { type CloudService, hostName, isAddress, originForm, type RecordedCall, respondCall, type Retirement } from "./wire";

/** Without a number everything goes through. */
const createFrequency = (perSecond: number | undefined, now: () => Date) => {
  const windows = new Map<string, SlidingWindow>();
  /** How many calls were rejected, by `<service>/<action>`; tests read it. */
  const throttled = new Map<string, number>();
  /** Whether a call may go through. */
  const admit = (service: string, action: string) => {
    const name = `${service}/${action}`;
    const window = windows.get(name) ?? createWindow(perSecond ?? Infinity, 1000);
    windows.set(name, window);
    const isFree = window.admit(now().getTime());
    if (!isFree) throttled.set(name, (throttled.get(name) ?? 0) + 1);
    return isFree;
  };
  return { admit, throttled };
};

export interface CloudEmulatorOptions {
  /** Keys by secret id; default the example pair of the specification (`exampleKeys` in keys.ts). */
  keys?: Readonly<Record<string, Key>>;
  /** Default `tencentcloudapi.com`. */
  domain?: string;
  /** Default some that the vendor has, ap-guangzhou and ap-shanghai among them; any other is rejected with `UnsupportedRegion`. */
  regions?: readonly string[];
  /** More calls of one action than this within a second are rejected with `RequestLimitExceeded`; default: no limit. */
  actionsPerSecond?: number;
  /** The clock; default the real one. */
  now?: () => Date;
  /** The source of the keys and secrets of applications; default `node:crypto`. */
  randomBytes?: (size: number) => Buffer;
  /** Services of the test's own, by the first label of their host. */
  services?: Readonly<Record<string, CloudService>>;
}

const asia = [
  "guangzhou",
  "shanghai",
  "nanjing",
  "beijing",
  "chengdu",
  "chongqing",
  "hongkong",
  "singapore",
  "jakarta",
  "bangkok",
  "tokyo",
];
const defaultRegions = [...asia.map((city) => `ap-${city}`), "na-siliconvalley", "na-ashburn", "sa-saopaulo", "eu-frankfurt"];

const createState = (options: CloudEmulatorOptions) => {
  const regions = options.regions ?? defaultRegions;
  const keys = createKeys(options.keys);
  const issuer = createKeyIssuer(keys);
  const tags = new Tags();
  const sts = createSts(keys, issuer);
  const book = exampleBook();
  const account = exampleAccount();
  const { gateway, actions } = createGateway(tags);
  if (options.randomBytes) gateway.randomBytes = options.randomBytes;
  const services: Record<string, CloudService> = {
    apigateway: { version: "2018-08-08", actions },
    tag: { version: "2018-08-13", regionless: true, actions: tagActions(tags, regions) },
    sts: { version: "2018-08-13", regionless: true, actions: sts.actions },
    vpc: { version: "2017-03-12", actions: vpcActions(book) },
    antiddos: { version: "2020-03-09", regionless: true, actions: antiddosActions(account) },
    ...options.services,
  };
  return {
    keys,
    /** State of the API gateway. */
    gateway,
    tags,
    sts,
    metadata: createMetadata(issuer),
    /** Address templates and their groups. */
    book,
    /** The data of anti-DDoS. */
    account,
    /** Every call whose action is known, in order of arrival; may be emptied. */
    calls: [] as RecordedCall[],
    services,
  };
};

/** Makes an emulator with nothing in it but the example account of vpc and anti-DDoS and the example roles of STS. */
export const createCloudEmulator = (options: CloudEmulatorOptions = {}) => {
  const now = options.now ?? (() => new Date());
  const { services, ...state } = createState(options);
  const { admit, throttled } = createFrequency(options.actionsPerSecond, now);
  const domain = (options.domain ?? "tencentcloudapi.com").toLowerCase();
  const wire = { ...state, services, domain, regions: options.regions ?? defaultRegions, admit, now };
  /** Handles one request. */
  const handle = (sent: EmulatorRequest): EmulatorReply => {
    const request = originForm(sent);
    const host = request.headers.host ?? "";
    const toMetadata = hostName(host) === METADATA_HOST || (isAddress(host) && isMetadataPath(request.path));
    return toMetadata ? state.metadata.handle(request, now()) : respondCall(request, wire);
  };
  /** Takes the API gateway offline: from now on each of its actions is rejected with this code; its state stays. Undefined: online again. */
  const retire = (code: Retirement | undefined): void => void (services.apigateway!.retired = code);
  /** `throttled`: how many calls were rejected as too many, by `<service>/<action>`. */
  return Object.assign(state, { handle, retire, throttled });
};

/** The emulator. Its state is open: what tests change there is a change behind the client's back. */
export type CloudEmulator = ReturnType<typeof createCloudEmulator>;
