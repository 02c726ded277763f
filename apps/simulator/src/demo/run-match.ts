import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@wakeline/client/client';
import { NamedError } from '@wakeline/contract/errors';
import { raceTimesAt } from './account-data/race-cycle.ts';
import { MATCH, SHORT_CLASS } from './seed-matches.ts';

/** Milliseconds between two checks whether the race has started again. */
const CHECK_MS = 30_000;

/** The match of the demo while it runs; null: users renamed, finished or deleted it. */
export async function findMatch(client: Client, signal: AbortSignal) {
  const { list } = await client.call(
    'queryMatchMsgByPage',
    { keywords: MATCH, state: 'running' },
    { signal },
  );
  return list.find(({ matchName }) => matchName === MATCH) ?? null;
}

/** Starts the match again with each race of the runners, until stopped. Failures are retried at the next check. */
export async function runMatch(client: Client, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await restart(client, signal);
    } catch (error) {
      if (!(error instanceof NamedError) && !signal.aborted) throw error;
    }
    await delay(CHECK_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function restart(client: Client, signal: AbortSignal): Promise<void> {
  const match = await findMatch(client, signal);
  const { startTime, shortStartTime, endTime } = raceTimesAt(Date.now());
  if (match === null || match.startTime === startTime) return;
  const { matchId, matchName, place, maps } = match;
  await client.call('updateMatchMsg', { matchId, matchName, place, maps, startTime, endTime }, { signal });
  const { classes } = await client.call('queryMatchDetail', { matchId }, { signal });
  const short = classes.find(({ className }) => className === SHORT_CLASS);
  if (short === undefined) return;
  const { classId, className, courseId, startMode } = short;
  const payload = { matchId, classId, className, courseId, startMode, startTime: shortStartTime };
  await client.call('saveMatchClass', payload, { signal });
}
