/** Definitions with one part each. */

/** A lifecycle policy with these phases. */
export const policy = (phases: object): object => ({ name: "logs", phases });
/** A lifecycle policy with these actions in the hot phase. */
export const hot = (actions: object): object => policy({ hot: { actions } });
/** A lifecycle policy with these actions in the warm phase. */
export const warm = (actions: object): object => policy({ warm: { actions } });
/** A round of downsampling. */
export const round = (after: string, fixedInterval: string): object => ({ after, fixedInterval });
/** An index with these settings. */
export const set = (settings: string): object => ({ name: "new", settings });
/** An index with these mappings. */
export const mapped = (mappings: string): object => ({ name: "new", mappings });
