// An emulator of Fivetran behind a port, for tests that run other processes.
import type { PipelineEmulator, PipelineEmulatorOptions } from "../emulators/datapipeline/index";
import { createPipelineEmulator, exampleKeys } from "../emulators/datapipeline/index";
import type { Faults } from "../emulators/faults";
import { createFaults } from "../emulators/faults";
import type { Served } from "../emulators/serve";
import { serve } from "../emulators/serve";
import type { Properties } from "./structs";
import { secret } from "./structs";

const [[apiKey, apiSecret]] = Object.entries(exampleKeys) as [[string, string]];

/** The key and the secret that every emulator has. */
export const pipelineKeys = { apiKey, apiSecret };

/** The emulator, the requests that it received, and the switches that make it fail. */
export interface Pipeline extends Served {
  emulator: PipelineEmulator;
  faults: Faults;
  /** Leads a provider here by its environment alone. */
  environment: Record<string, string>;
  /** Settings as an engine sends them to Configure. */
  settings: Properties;
}

const opened = new Set<Pipeline>();

/** Starts an emulator of the example account. */
export async function openPipeline(options: PipelineEmulatorOptions = {}): Promise<Pipeline> {
  const emulator = createPipelineEmulator(options);
  const faults = createFaults();
  const served = await serve(emulator.handle, { faults });
  const apiUrl = `${served.url}/v1`;
  const environment = { FIVETRAN_APIKEY: apiKey, FIVETRAN_APISECRET: apiSecret, FIVETRAN_API_URL: apiUrl };
  const settings = { version: "0.1.0", apiKey, apiSecret: secret(apiSecret), apiUrl };
  const pipeline = Object.assign(served, { emulator, faults, environment, settings });
  opened.add(pipeline);
  return pipeline;
}

/** Stops every emulator of this test. */
export async function closePipelines(): Promise<void> {
  const all = [...opened];
  opened.clear();
  await Promise.all(all.map((pipeline) => pipeline.stop()));
}
