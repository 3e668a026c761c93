// Virtual time for the tests of one file, as the invariants have it.
export { inVirtualTime, sleep, virtualTimeOfFile as useVirtualTime } from "../../invariants/virtual-time";
