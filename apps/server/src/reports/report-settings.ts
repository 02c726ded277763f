import type { ReportSettings } from '@wakeline/contract/settings/account-settings';
import type { Db } from '../db/database.ts';

/** Columns of `account` by their names in the contract. */
export const REPORT_SETTING_COLUMNS = [
  'account.moving_speed as movingSpeed',
  'account.min_trip_metres as minTripMetres',
  'account.min_trip_minutes as minTripMinutes',
  'account.min_stop_minutes as minStopMinutes',
  'account.gap_minutes as gapMinutes',
  'account.night_start as nightStart',
  'account.night_end as nightEnd',
] as const;

/** What the reports and replays of an account count. */
export function readReportSettings(db: Db, accountId: number): Promise<ReportSettings> {
  return db
    .selectFrom('account')
    .where('account_id', '=', accountId)
    .select(REPORT_SETTING_COLUMNS)
    .executeTakeFirstOrThrow();
}
