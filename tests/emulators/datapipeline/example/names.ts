/** Ids and times of the example account: the same in every run. */

const first = ["amber", "brisk", "calm", "daring", "eager", "frugal", "gentle", "hollow", "idle", "jolly", "keen", "lively", "mellow"];
const second = ["anchor", "bridge", "canyon", "dune", "engine", "forest", "garden", "harbor", "island", "jungle", "kettle"];

/** An id in two words and a number, as the service makes them up. */
export const idOf = (n: number): string => `${first[n % first.length] ?? ""}_${second[n % second.length] ?? ""}_${n}`;

/** A time with six digits behind the second, later the larger `n` is. */
export const timeOf = (n: number): string => {
  const seconds = new Date(Date.UTC(2023, 0, 1) + n * 3_607_000).toISOString().slice(0, 19);
  return `${seconds}.${String((n * 7919) % 1_000_000).padStart(6, "0")}Z`;
};

/** Ids that records of different kinds refer to. */
export const known = {
  group: "projected_sickle",
  otherGroup: "shadowed_lantern",
  emptyGroup: "quiet_meadow",
  user: "nozzle_eat",
  creator: "concerning_batch",
  team: "brave_owl",
  sheet: "speak_inexpensive",
  database: "mapped_ringlet",
  privateLink: "wispy_harbor",
  proxy: "steady_proxy",
  agent: "canine_extravagant",
} as const;

/** So many of something. */
export const many = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));
