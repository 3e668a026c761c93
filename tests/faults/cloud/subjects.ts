// The resources of module cloud, each on a service of its own.
import { createCloudEmulator } from "../../emulators/cloud/index";
import { createFaults } from "../../emulators/faults";
import type { CloudSample } from "../../samples/cloud";
import { cloudSamples, prepare } from "../../samples/cloud";
import { cloudKeys } from "../../support/cloud";
import { networkOf } from "../virtual/network";
import type { Fixture, Subject } from "../virtual/test-run";

/** A resource of module cloud. */
export interface CloudSubject extends Subject {
  sample: CloudSample;
}

const domain = "cloud.test";
const env = {
  TENCENTCLOUD_PROTOCOL: "HTTP",
  TENCENTCLOUD_DOMAIN: domain,
  TENCENTCLOUD_REGION: "ap-guangzhou",
  TENCENTCLOUD_SECRET_ID: cloudKeys.secretId,
  TENCENTCLOUD_SECRET_KEY: cloudKeys.secretKey,
};

function open(sample: CloudSample): Fixture {
  const emulator = createCloudEmulator({ domain });
  const prerequisites = prepare(emulator, { domain });
  const faults = createFaults();
  return {
    network: networkOf(emulator.handle, { faults }),
    faults,
    env,
    program: (verb) => (verb === "update" ? sample.news!(prerequisites) : sample.inputs(prerequisites)),
    existing: () => sample.existing(emulator.gateway, prerequisites),
  };
}

/** One subject for each sample. */
export const cloudSubjects: readonly CloudSubject[] = cloudSamples.map((sample) => ({
  sample,
  title: sample.title,
  type: sample.type,
  isNameless: sample.nameless === true,
  verbs: ["create", ...(sample.news ? (["update"] as const) : []), "delete", "refresh"],
  open: () => open(sample),
  callOf: ({ headers }) => headers["x-tc-action"] ?? "",
}));
