import { NamedError } from '@wakeline/contract/errors';
import { liveConf } from '@wakeline/contract/matches/live-conf';
import type { MatchRow } from '../races/matches.ts';

/** States in which viewers can comment and give. */
const OPEN_STATES: ReadonlySet<string> = new Set(['open', 'running', 'finished']);

/** @throws NamedError `event-closed` */
export function requireOpen({ state }: Pick<MatchRow, 'state'>): void {
  if (!OPEN_STATES.has(state)) throw new NamedError('event-closed');
}

/** Whether the host has not switched comments off. */
export function hasComments(match: Pick<MatchRow, 'live_conf'>): boolean {
  return liveConf.parse(match.live_conf).comments;
}

/** @throws NamedError `comments-off` */
export function requireComments(match: Pick<MatchRow, 'live_conf'>): void {
  if (!hasComments(match)) throw new NamedError('comments-off');
}

/**
 * Checks that the page of a match still has the code of a request. It is part of the transaction that stores something, so that a
 * renewed code ends at once on all servers.
 *
 * @throws NamedError `event-unknown`, `event-closed`
 */
export function requireEvent(match: MatchRow, code: string): void {
  if (match.code !== code || match.state === 'draft') throw new NamedError('event-unknown');
  requireOpen(match);
}
