import { NamedError } from '@wakeline/contract/errors';
import type { Db } from '../db/database.ts';
import { type MatchRow, settingsOf } from './matches.ts';

/**
 * The match of a public page.
 *
 * @throws NamedError `event-unknown`: an unknown or former code, or a draft
 */
export async function openEvent(db: Db, code: string): Promise<MatchRow> {
  const match = await db.selectFrom('match').where('code', '=', code).selectAll().executeTakeFirst();
  if (match === undefined || match.state === 'draft') throw new NamedError('event-unknown');
  return match;
}

/** What decides how much of a match is public. @throws NamedError `event-unknown` if it was deleted */
export async function readEventState(db: Db, matchId: number) {
  const row = await db
    .selectFrom('match')
    .where('match_id', '=', matchId)
    .select(['settings', 'start_at', 'state'])
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('event-unknown');
  return { ...row, settings: settingsOf(row) };
}

/** Whether maps, courses and positions are not public yet. @param now epoch milliseconds */
export function isHidden(
  match: Pick<MatchRow, 'start_at' | 'state'>,
  settings: { readonly hideUntilStart: boolean; readonly delay: number },
  now: number,
): boolean {
  if (match.state === 'finished' || match.state === 'archived') return false;
  return settings.hideUntilStart && now - settings.delay * 1_000 < match.start_at.getTime();
}
