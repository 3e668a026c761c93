/** A sample of each of the 19 resources of module cloud, of keys two. */
import { attached } from "./attached";
import { objects } from "./objects";
import { sampleOf } from "./sample";

export type { CloudSample } from "./sample";
export type { Prerequisites } from "./prerequisites";
export { prepare } from "./prerequisites";

/** All samples. */
export const cloudSamples = [...objects, ...attached].map(sampleOf);
