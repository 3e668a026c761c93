/** One stack with a resource of every type: its program, its emulators, and the format of its recording. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { routing } from "../cli/routing";
import type { Json } from "../emulators/exchange";
import { cloudSettings, environmentOf, eventSettings, searchSettings } from "../emulators/settings";
import { cloudSamples, prepare } from "../samples/cloud";
import { autonamedSearch, searchVariants } from "../samples/search/resources";
import type { Preparation } from "../samples/variant";
import type { Program } from "../support/cli";
import { reveal } from "../support/structs";
import { moduleNames, type JournalEntry, type ModuleName } from "./recording";
import { Remote, type OpenRemote } from "./remote";
import { services } from "./services";

/** The project; the URNs of the recorded state contain it. */
export const project = "upgrade";

/** The state that one released version stores of the whole stack, and the writes that create the remote state. */
export interface StackRecording {
  version: string;
  /** The program in Pulumi.yaml. */
  program: Program;
  /** `pulumi stack export --show-secrets`; all secrets are made up for the recording. */
  state: Json;
  journals: Record<ModuleName, JournalEntry[]>;
}

/** The file of a recording. */
export const stackPath = (version: string): string => join(__dirname, version, "stack.json");

/** Reads a recording. */
export const readStack = (version: string): StackRecording => JSON.parse(readFileSync(stackPath(version), "utf8")) as StackRecording;

/** Returns a program with a resource of every kind: the first sample of each, and the objects of eventrouting. Creates what the samples refer to. */
export function wholeProgram({ remotes }: OpenRemotes): Program {
  const preparationOf = ({ remote }: OpenRemote): Preparation => ({ handle: remote.handle, now: () => remote.time });
  const search = preparationOf(remotes.search);
  const cloud = preparationOf(remotes.cloud);
  const prerequisites = prepare({ ...cloud, calls: [] }, cloud);
  const firstVariants = new Map(searchVariants.toReversed().map((variant) => [variant.token, variant]));
  const samples = [
    ...[...firstVariants.values()].map(({ token: type, program }) => {
      const properties = reveal(program(search).inputs);
      // Other samples refer to objects of the same names. That of a data stream has to match its template.
      if (type !== "quartet:search:SearchDataStream") delete properties[autonamedSearch[type]?.property ?? ""];
      return { type, properties };
    }),
    ...cloudSamples.map(({ token: type, inputs }) => ({ type, properties: inputs(prerequisites) })),
  ];
  return { resources: { ...routing.resources, ...Object.fromEntries(samples.map((sample) => [sample.type.split(":")[2]!, sample])) } };
}

/** The remote side of the stack. */
export interface OpenRemotes {
  remotes: Record<ModuleName, OpenRemote>;
  /** Environment variables with the endpoints, so that the state contains no address. */
  environment: Record<string, string>;
  stop(): Promise<void>;
}

/** Starts the three emulators. */
export async function openRemotes(): Promise<OpenRemotes> {
  const opened = await Promise.all(moduleNames.map(async (module) => [module, await Remote.open(services[module])] as const));
  const remotes = Object.fromEntries(opened) as Record<ModuleName, OpenRemote>;
  const { search, cloud, eventrouting } = remotes;
  const cloudPort = Number(new URL(cloud.url).port);
  const environment = environmentOf([...searchSettings(search.url), ...cloudSettings(cloudPort), ...eventSettings(eventrouting.url)]);
  const stop = async (): Promise<void> => void (await Promise.all(Object.values(remotes).map((remote) => remote.stop())));
  return { remotes, environment, stop };
}

/** Sets the clock of each emulator. */
export function setTime({ remotes }: OpenRemotes, time: Date): void {
  for (const { remote } of Object.values(remotes)) remote.time = time;
}
