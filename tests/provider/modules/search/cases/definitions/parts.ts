/** Definitions with one part each. */

/** A lifecycle policy with these phases. */
export const policy = (phases: object) => ({ name: "logs", phases });
/** A lifecycle policy with these actions in the hot phase. */
export const hot = (actions: object) => policy({ hot: { actions } });
/** A lifecycle policy with these actions in the warm phase. */
export const warm = (actions: object) => policy({ warm: { actions } });
/** A round of downsampling. */
export const round = (after: string, fixedInterval: string) => ({ after, fixedInterval });
/** An index with these settings. */
export const set = (settings: string) => ({ name: "new", settings });
/** An index with these mappings. */
export const mapped = (mappings: string) => ({ name: "new", mappings });
