// An emulator of Fivetran behind a port, for tests that run other processes.
import type { PipelineEmulator, PipelineEmulatorOptions } from "../emulators/datapipeline/index";
import { createPipelineEmulator, exampleKeys } from "../emulators/datapipeline/index";
import { closeServices, openService, type Service } from "./services";
import type { Properties } from "./structs";
import { secret } from "./structs";

const [[apiKey, apiSecret]] = Object.entries(exampleKeys) as [[string, string]];

/** The key and the secret that every emulator has. */
export const pipelineKeys = { apiKey, apiSecret };

/** The emulator, and how providers reach it. */
export interface Pipeline extends Service<PipelineEmulator> {
  /** Leads a provider here by its environment alone. */
  environment: Record<string, string>;
  /** Settings as an engine sends them to Configure. */
  settings: Properties;
}

/** Starts an emulator of the example account. */
export async function openPipeline(options: PipelineEmulatorOptions = {}): Promise<Pipeline> {
  const service = await openService(createPipelineEmulator(options));
  const apiUrl = `${service.url}/v1`;
  const environment = { FIVETRAN_APIKEY: apiKey, FIVETRAN_APISECRET: apiSecret, FIVETRAN_API_URL: apiUrl };
  return Object.assign(service, { environment, settings: { version: "0.1.0", apiKey, apiSecret: secret(apiSecret), apiUrl } });
}

export { closeServices as closePipelines };
