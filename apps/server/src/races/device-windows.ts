import type { DeviceWindow } from '@wakeline/domain/races/device-windows';
import type { Db } from '../db/database.ts';
import type { MatchRow } from './matches.ts';
import { readParticipantRows, readWindows } from './participants.ts';

function openMatches(db: Db) {
  return db.selectFrom('match').where('state', 'in', ['open', 'running', 'finished']);
}

/** Accounts with a match whose positions matter. */
export async function readAccountsWithMatches(db: Db): Promise<readonly number[]> {
  const rows = await openMatches(db).select('account_id').distinct().execute();
  return rows.map(({ account_id }) => account_id);
}

/** The windows of the devices in the matches of an account that are open, running or finished. By tracker. */
export async function readDeviceWindows(
  db: Db,
  accountId: number,
): Promise<ReadonlyMap<number, readonly DeviceWindow[]>> {
  const matches: MatchRow[] = await openMatches(db).where('account_id', '=', accountId).selectAll().execute();
  const byTracker = new Map<number, DeviceWindow[]>();
  for (const match of matches) {
    const { windows } = await readWindows(db, match);
    for (const { participant_id, tracker_id } of await readParticipantRows(db, match.match_id)) {
      const window = windows.get(participant_id);
      if (tracker_id === null || window === undefined) continue;
      const known = byTracker.get(tracker_id);
      if (known === undefined) byTracker.set(tracker_id, [window]);
      else known.push(window);
    }
  }
  return byTracker;
}
