/** A sample of each of the 19 resources of module cloud, of keys two. */
import { attached } from "./attached";
import { objects } from "./objects";
import type { CloudSample } from "./sample";

export type { CloudSample } from "./sample";
export type { Ground } from "./ground";
export { prepare } from "./ground";

/** All samples. */
export const cloudSamples: readonly CloudSample[] = [...objects, ...attached];
