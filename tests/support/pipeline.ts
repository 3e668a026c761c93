// An emulator of Fivetran behind a port, for tests that run other processes.
import { createPipelineEmulator, exampleKeys, type PipelineEmulatorOptions } from "../emulators/datapipeline/index";
import { pipelineSettings } from "../emulators/settings";
import { openReached } from "./services";

const [[apiKey, apiSecret]] = Object.entries(exampleKeys) as [[string, string]];

/** The key and the secret that every emulator has. */
export const pipelineKeys = { apiKey, apiSecret };

/** The emulator, and how providers reach it. */
export type Pipeline = Awaited<ReturnType<typeof openPipeline>>;

/** Starts an emulator of the example account. */
export const openPipeline = async (options: PipelineEmulatorOptions = {}) =>
  openReached(createPipelineEmulator(options), ({ url }) => pipelineSettings(url));
