import type { ErrorName } from '@wakeline/contract/errors';
import type { MatchForm } from '@wakeline/contract/matches/matches';
import type { EventMap } from '@wakeline/domain/courses/event';
import type { Dayjs } from 'dayjs';
import { toInstant, toWallTime } from '../../format/zone.ts';

/** Details of a match as a form has them. */
export interface MatchFields {
  readonly matchName: string;
  readonly place: string;
  /** Wall times of the account. */
  readonly startTime: Dayjs | null;
  readonly endTime: Dayjs | null;
  /** The lowest first. */
  readonly maps: readonly EventMap[];
}

const HOUR_MS = 3_600_000;
/** A new match lasts that long until somebody changes it. */
const DEFAULT_HOURS = 4;

/**
 * The fields of a match, or (null) of a new one: from the next full hour.
 *
 * @param now epoch milliseconds
 */
export function toMatchFields(match: MatchForm | null, timeZone: string, now: number): MatchFields {
  if (match !== null) {
    const { matchName, place, startTime, endTime, maps } = match;
    return {
      ...{ matchName, place, maps },
      startTime: toWallTime(startTime, timeZone),
      endTime: toWallTime(endTime, timeZone),
    };
  }
  const start = Math.ceil(now / HOUR_MS) * HOUR_MS;
  return {
    ...{ matchName: '', place: '', maps: [] },
    startTime: toWallTime(start, timeZone),
    endTime: toWallTime(start + DEFAULT_HOURS * HOUR_MS, timeZone),
  };
}

/** The payload of a form whose fields are valid; null: a time is missing. */
export function toMatchForm(fields: MatchFields, timeZone: string): MatchForm | null {
  const { matchName, place, startTime, endTime, maps } = fields;
  if (startTime === null || endTime === null) return null;
  return {
    matchName: matchName.trim(),
    place: place.trim(),
    startTime: toInstant(startTime, timeZone),
    endTime: toInstant(endTime, timeZone),
    maps: [...maps],
  };
}

/** The field that a refusal concerns. */
export const MATCH_ERROR_FIELDS = {
  'match-times': 'endTime',
  'match-map-unknown': 'maps',
} as const satisfies Partial<Record<ErrorName, keyof MatchFields>>;
