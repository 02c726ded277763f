/** Sums are requested again after this, milliseconds. */
export const FIGURES_INTERVAL_MS = 60_000;
/** Minimum milliseconds between two requests after notices. */
export const NOTICE_INTERVAL_MS = 3_000;
/** States or figures that are older than this are displayed as cut off. */
export const STATES_MAX_AGE_MS = 30_000;
export const FIGURES_MAX_AGE_MS = 150_000;
