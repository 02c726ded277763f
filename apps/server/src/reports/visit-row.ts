import type { DayOf } from '@wakeline/domain/activity/calendar-days';
import type { FenceVisit } from '@wakeline/domain/fences/visit';
import { packDegrees } from '../db/degrees.ts';
import { EPISODE_NUMBERS, type EpisodeRow } from './episode-row.ts';

/** `episode.data` of a visit. */
export interface VisitData {
  /** Of the fence at that time, with the account that had it: only this one may read the row. */
  readonly name?: string;
  readonly group?: number | null;
  readonly account?: number;
  /** Whether it came in and went out: each of them is an event. */
  readonly entry: boolean;
  readonly exit: boolean;
  readonly passed?: true;
  /** Milliseconds until a crossing counted. */
  readonly entryDelay?: number;
  readonly exitDelay?: number;
  /** Metres of each day, if it has several. */
  readonly days?: readonly (readonly [day: number, metres: number])[];
}

/**
 * @param account of the tracker.
 * @param dayOf the days of the account.
 */
export function toVisitRow(visit: FenceVisit, account: number, dayOf: DayOf): EpisodeRow<VisitData> {
  const { fence, from, to, metres, entryDelay, exitDelay } = visit;
  const days = visit.days.map(([day, length]) => [day ?? dayOf(to.time).day, length] as const);
  const degrees = (value: number | null) => (value === null ? null : packDegrees(value));
  return {
    started_at: Math.trunc(from.time),
    ended_at: Math.trunc(to.time),
    latitude: degrees(from.latitude),
    longitude: degrees(from.longitude),
    end_latitude: degrees(to.latitude),
    end_longitude: degrees(to.longitude),
    kind: EPISODE_NUMBERS.visit,
    ref: fence.fenceId,
    metres,
    ignition: null,
    data: {
      ...(fence.fenceName !== undefined && {
        name: fence.fenceName,
        group: fence.groupId ?? null,
        account,
      }),
      entry: visit.hasEntry,
      exit: visit.hasExit,
      ...(visit.isPassed && { passed: true as const }),
      ...(entryDelay !== null && { entryDelay }),
      ...(exitDelay !== null && { exitDelay }),
      ...(days.length > 0 && { days }),
    },
  };
}
