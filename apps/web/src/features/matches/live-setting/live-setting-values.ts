import type { LiveConf } from '@wakeline/contract/matches/live-conf';
import type { MatchDetails } from '@wakeline/contract/matches/match-details';
import type { MatchForm } from '@wakeline/contract/matches/matches';
import type { EventMap } from '@wakeline/domain/courses/event';
import type { Dayjs } from 'dayjs';
import { toInstant, toWallTime } from '../../../format/zone.ts';

interface EntranceFields {
  readonly entranceName: string;
  readonly classIds: readonly number[];
  readonly courseId: number | null;
  /** `mapKey` of a map of the match; null: all. */
  readonly map: string | null;
}

/** The page of live settings as a form has it. */
export interface LiveSettingFields extends Omit<LiveConf, 'entrances'> {
  readonly matchName: string;
  /** Wall times of the account. */
  readonly startTime: Dayjs | null;
  readonly endTime: Dayjs | null;
  readonly entrances: readonly EntranceFields[];
}

export function mapKey({ kind, id }: Pick<EventMap, 'kind' | 'id'>): string {
  return `${kind} ${id}`;
}

export function toLiveSettingFields(
  { matchName, startTime, endTime }: MatchDetails,
  { entrances, ...conf }: LiveConf,
  timeZone: string,
): LiveSettingFields {
  return {
    ...conf,
    matchName,
    startTime: toWallTime(startTime, timeZone),
    endTime: toWallTime(endTime, timeZone),
    entrances: entrances.map(({ map, ...entrance }) => ({
      ...entrance,
      map: map === null ? null : mapKey(map),
    })),
  };
}

interface LiveSettingPayloads {
  /** Null: name and times stay. */
  readonly match: MatchForm | null;
  readonly conf: LiveConf;
}

/** What is saved of a form whose fields are valid; null: a time is missing. */
export function toLiveSettingPayloads(
  fields: LiveSettingFields,
  match: MatchDetails,
  conf: LiveConf,
  timeZone: string,
): LiveSettingPayloads | null {
  const { matchName, startTime, endTime, entrances, carousel, ...rest } = fields;
  if (startTime === null || endTime === null) return null;
  const { place, maps } = match;
  const form = {
    ...{ matchName: matchName.trim(), place, maps },
    ...{ startTime: toInstant(startTime, timeZone), endTime: toInstant(endTime, timeZone) },
  };
  const isSame =
    form.matchName === match.matchName &&
    form.startTime === match.startTime &&
    form.endTime === match.endTime;
  // A map that is no longer one of the match stays until another is chosen.
  const known = [...maps, ...conf.entrances.flatMap(({ map }) => map ?? [])];
  return {
    match: isSame ? null : form,
    conf: {
      ...rest,
      carousel: carousel.map(({ picture, link }) => ({ picture, link: (link ?? '').trim() })),
      entrances: entrances.map(({ entranceName, classIds, courseId, map }) => ({
        entranceName: entranceName.trim(),
        classIds: [...(classIds ?? [])],
        courseId: courseId ?? null,
        map: known.find((one) => mapKey(one) === map) ?? null,
      })),
    },
  };
}
