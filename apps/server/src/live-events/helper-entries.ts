import { NamedError } from '@wakeline/contract/errors';
import type {
  HelperEntry,
  HelperParticipant,
  HelperPoints,
  ProvisionalResult,
} from '@wakeline/contract/live-events/match-helpers';
import type { CorrectionValue } from '@wakeline/contract/matches/standings';
import type { RaceCourse } from '@wakeline/domain/races/race-course';
import type { Db, Tx } from '../db/database.ts';
import {
  type CorrectionRow,
  correctionKey,
  effectiveCorrections,
  insertCorrection,
  readCorrections,
} from '../races/corrections.ts';
import { type Entry, readEntries } from '../races/event-match.ts';
import { lockMatch, recordMatchChange } from '../races/matches.ts';
import { readStartTimes } from '../races/participants.ts';
import { requireOpen } from './event-access.ts';
import { requireHelper, type SignedInHelper } from './helpers.ts';

/** The clock of a phone may be ahead by this, milliseconds. */
const CLOCK_TOLERANCE_MS = 60_000;

type Corrections = ReadonlyMap<string, CorrectionRow>;

/**
 * The participants of a match as its helpers see them: by number, numbers before texts.
 *
 * @param provisional what positions show, by participant
 */
export async function readHelperParticipants(
  db: Db,
  { match }: SignedInHelper,
  provisional: ReadonlyMap<number, ProvisionalResult>,
): Promise<HelperParticipant[]> {
  const entries = await readEntries(db, match.match_id);
  const starts = await readStartTimes(db, match);
  const corrections = effectiveCorrections(await readCorrections(db, match.match_id));
  const inOrder = new Intl.Collator('en', { numeric: true });
  return entries
    .map((entry) => ({
      ...toHelperParticipant(entry, starts.of(entry.row), corrections),
      provisional: provisional.get(entry.row.participant_id) ?? null,
    }))
    .sort(
      (one, other) => inOrder.compare(one.number, other.number) || one.participantId - other.participantId,
    );
}

function toHelperParticipant(
  { row, className, course }: Entry,
  startTime: number,
  corrections: Corrections,
): Omit<HelperParticipant, 'provisional'> {
  const { participant_id: participantId } = row;
  const status = corrections.get(correctionKey(participantId, { kind: 'status', status: null }))?.data;
  return {
    ...{ participantId, number: row.number, participantName: row.name, className, startTime },
    status: status?.kind === 'status' ? status.status : null,
    startSeen: recordedTime(course, participantId, { kind: 'start', corrections }),
    finishTime: recordedTime(course, participantId, { kind: 'finish', corrections }),
    hasStart: pointOf(course, 'start') !== null,
    hasFinish: pointOf(course, 'finish') !== null,
  };
}

function pointOf(course: RaceCourse | null, kind: 'start' | 'finish'): string | null {
  return course?.points.find((point) => point.kind === kind)?.id ?? null;
}

function recordedTime(
  course: RaceCourse | null,
  participantId: number,
  { kind, corrections }: { readonly kind: 'start' | 'finish'; readonly corrections: Corrections },
): number | null {
  const pointId = pointOf(course, kind);
  if (pointId === null) return null;
  const value = corrections.get(
    correctionKey(participantId, { kind: 'passing', pointId, passing: null }),
  )?.data;
  if (value?.kind !== 'passing' || value.passing === null || value.passing === 'missing') return null;
  return 'time' in value.passing ? value.passing.time : null;
}

/**
 * Records what a helper has seen as a correction in their name. What is in force already is not stored again.
 *
 * @throws NamedError `helper-gone`, `event-closed`, `helper-point`, `participant-unknown`, `race-point-unknown`,
 *   `correction-time`, `correction-limit`
 */
export async function recordHelperEntry(
  tx: Tx,
  {
    token,
    participantId,
    entry,
  }: { readonly token: string; readonly participantId: number; readonly entry: HelperEntry },
  now: number,
): Promise<void> {
  const { helper, match: found } = await requireHelper(tx, token, now);
  const match = await lockMatch(tx, found.account_id, found.match_id);
  requireOpen(match);
  if (!permits(helper.points, entry)) throw new NamedError('helper-point');
  const known = (await readEntries(tx, match.match_id)).find(
    ({ row }) => row.participant_id === participantId,
  );
  if (known === undefined) throw new NamedError('participant-unknown');
  const correction = toCorrection(entry, known.course);
  if (entry.kind !== 'status' && entry.time !== null) {
    const isInMatch = entry.time >= match.start_at.getTime() && entry.time <= match.end_at.getTime();
    if (!isInMatch || entry.time > now + CLOCK_TOLERANCE_MS) throw new NamedError('correction-time');
  }
  const corrections = effectiveCorrections(await readCorrections(tx, match.match_id));
  const before = corrections.get(correctionKey(participantId, correction))?.data ?? null;
  if (before?.kind === 'status' && isByOfficial(before)) throw new NamedError('helper-point');
  if (hasSameValue(before, correction)) return;
  await insertCorrection(tx, {
    ...{ matchId: match.match_id, participantId, correction, reason: '', userName: helper.name, now },
  });
  await recordMatchChange(tx, match, now);
}

function permits(points: HelperPoints, entry: HelperEntry): boolean {
  if (points === 'any') return true;
  if (entry.kind !== 'status') return entry.kind === points;
  if (entry.status === null) return true;
  return entry.status === (points === 'start' ? 'did-not-start' : 'did-not-finish');
}

/** What a helper cannot record, they cannot take back. */
function isByOfficial({ status }: Extract<CorrectionValue, { kind: 'status' }>): boolean {
  return status !== null && status !== 'did-not-start' && status !== 'did-not-finish';
}

function hasSameValue(before: CorrectionValue | null, after: CorrectionValue): boolean {
  return before === null ? isEmpty(after) : comparableOf(before) === comparableOf(after);
}

function isEmpty(value: CorrectionValue): boolean {
  return comparableOf(value) === null;
}

/** Corrections of the same key are equal if this is equal. */
function comparableOf(value: CorrectionValue): number | string | null {
  if (value.kind === 'status') return value.status;
  if (value.kind === 'penalty') return `${value.seconds} ${value.points}`;
  if (value.passing === null || value.passing === 'missing') return value.passing;
  return 'time' in value.passing ? value.passing.time : `until ${value.passing.notUntil}`;
}

function toCorrection(entry: HelperEntry, course: RaceCourse | null): CorrectionValue {
  if (entry.kind === 'status') return { kind: 'status', status: entry.status };
  const pointId = pointOf(course, entry.kind);
  if (pointId === null) throw new NamedError('race-point-unknown');
  return { kind: 'passing', pointId, passing: entry.time === null ? null : { time: entry.time } };
}
