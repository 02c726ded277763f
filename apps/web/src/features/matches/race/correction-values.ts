import type { CorrectionValue } from '@wakeline/contract/matches/standings';
import type { OfficialStatus } from '@wakeline/domain/races/corrections';
import type { Dayjs } from 'dayjs';
import { toInstant, toWallTime } from '../../../format/zone.ts';
import type { CorrectionSubject } from './correction-form.tsx';

/** A decision as a form has it. */
export interface CorrectionFields {
  readonly decision: 'time' | 'notUntil' | 'missing' | 'detected';
  /** Wall time of the account. */
  readonly time: Dayjs | null;
  readonly status: OfficialStatus | null;
  readonly seconds: number | null;
  readonly points: number | null;
  readonly reason: string;
}

/** @param now epoch milliseconds: the time of a passing that has none */
export function toCorrectionFields(
  subject: CorrectionSubject,
  timeZone: string,
  now: number,
): CorrectionFields {
  const passing = subject.kind === 'passing' ? subject.passing : null;
  const penalty = subject.kind === 'penalty' ? subject : { seconds: 0, points: 0 };
  return {
    decision: 'time',
    time: toWallTime(passing?.time ?? now, timeZone),
    status: null,
    ...{ seconds: penalty.seconds, points: penalty.points, reason: '' },
  };
}

/** The correction of a form whose fields are valid; null: a time is missing. */
export function toCorrection(
  subject: CorrectionSubject,
  fields: CorrectionFields,
  timeZone: string,
): CorrectionValue | null {
  if (subject.kind === 'status') return { kind: 'status', status: fields.status ?? null };
  if (subject.kind === 'penalty')
    return { kind: 'penalty', seconds: fields.seconds ?? 0, points: fields.points ?? 0 };
  const { decision, time } = fields;
  const pointId = subject.point.id;
  if (decision === 'missing') return { kind: 'passing', pointId, passing: 'missing' };
  if (decision === 'detected') return { kind: 'passing', pointId, passing: null };
  if (time === null) return null;
  const instant = toInstant(time, timeZone);
  return {
    kind: 'passing',
    pointId,
    passing: decision === 'time' ? { time: instant } : { notUntil: instant },
  };
}
