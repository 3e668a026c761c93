/** What the emulator does not do, so that no test passes on it. */

/** The request needs something that the emulator does not support. */
export class Unsupported extends Error {}
