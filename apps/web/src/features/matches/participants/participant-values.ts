import type { ErrorName } from '@wakeline/contract/errors';
import type { Participant, ParticipantForm } from '@wakeline/contract/matches/participants';
import type { Dayjs } from 'dayjs';
import { toInstant, toWallTime } from '../../../format/zone.ts';

/** A participant as a form has them. */
export interface ParticipantFields
  extends Omit<ParticipantForm, 'personId' | 'startTime' | 'trackerFrom' | 'trackerTo'> {
  /** Wall times of the account. */
  readonly startTime: Dayjs | null;
  readonly trackerFrom: Dayjs | null;
  readonly trackerTo: Dayjs | null;
}

/** The fields of a participant, or (null) of a new one in a class. */
export function toParticipantFields(
  participant: Participant | null,
  timeZone: string,
  classId: number | null,
): ParticipantFields {
  if (participant === null)
    return {
      ...{ number: '', participantName: '', club: '', nationality: '', gender: 'unspecified' },
      ...{ classId, courseId: null, trackerId: null, color: null },
      ...{ startTime: null, trackerFrom: null, trackerTo: null },
    };
  const { number, participantName, club, nationality, gender, courseId, trackerId, color } = participant;
  const wallTime = (time: number | null) => (time === null ? null : toWallTime(time, timeZone));
  return {
    ...{ number, participantName, club, nationality, gender, courseId, trackerId, color },
    classId: participant.classId,
    startTime: wallTime(participant.startTime),
    trackerFrom: wallTime(participant.trackerFrom),
    trackerTo: wallTime(participant.trackerTo),
  };
}

/** The payload of a form. Fields that are not rendered or were cleared are missing or undefined. */
export function toParticipantForm(
  fields: ParticipantFields,
  personId: number | null,
  timeZone: string,
): ParticipantForm {
  const instant = (time: Dayjs | null | undefined) => (time ? toInstant(time, timeZone) : null);
  const trackerId = fields.trackerId ?? null;
  return {
    personId,
    number: fields.number.trim(),
    participantName: fields.participantName.trim(),
    club: (fields.club ?? '').trim(),
    nationality: fields.nationality ?? '',
    gender: fields.gender,
    classId: fields.classId ?? null,
    courseId: fields.courseId ?? null,
    startTime: instant(fields.startTime),
    trackerId,
    // A time without a device says nothing.
    trackerFrom: trackerId === null ? null : instant(fields.trackerFrom),
    trackerTo: trackerId === null ? null : instant(fields.trackerTo),
    color: fields.color ?? null,
  };
}

/** The field that a refusal concerns. */
export const PARTICIPANT_ERROR_FIELDS = {
  'participant-number-taken': 'number',
  'participant-device-taken': 'trackerId',
  'participant-window': 'trackerTo',
  'participant-start': 'startTime',
  'tracker-unknown': 'trackerId',
  'match-class-unknown': 'classId',
  'match-course-unknown': 'courseId',
} as const satisfies Partial<Record<ErrorName, keyof ParticipantFields>>;
