import { GAP_MS } from '@wakeline/domain/activity/activity';
import { ACTIVITY_MINIMUMS } from '@wakeline/domain/activity/minimums';

/** The report settings of a new account, as the engine has them. */
export const REPORT_RULES = {
  gapMs: GAP_MS,
  minimums: ACTIVITY_MINIMUMS,
  nightStart: 22,
  nightEnd: 6,
} as const;
