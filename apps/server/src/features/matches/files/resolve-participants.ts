import type { ErrorName } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { ParticipantForm } from '@wakeline/contract/matches/participants';
import type { ParticipantSheetField } from '@wakeline/contract/matches/start-lists';
import { type DeviceUse, deviceWindows } from '@wakeline/domain/races/device-windows';
import { START_TOLERANCE_MS } from '@wakeline/domain/races/fix';
import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { Scope } from '../../../identity/scope.ts';
import { readClasses } from '../../../races/classes.ts';
import type { MatchRow } from '../../../races/matches.ts';
import { readParticipantRows, readStartTimes } from '../../../races/participants.ts';
import type { CellFailure, ResolvedRow, ResolveRows } from '../../../sheet-import/checked-row.ts';
import { firstRow } from '../../../sheet-import/first-row.ts';
import { trackersInScope } from '../../../trackers/in-scope.ts';
import { withoutLeadingZeros } from '../../../trackers/taken-imeis.ts';
import type { EvaluatedParticipant, ParticipantValues } from './evaluate-participant.ts';
import { timeNear } from './time-of-day.ts';

/** A participant to be stored. Of a class that the match does not have, only the name is known. */
export interface ResolvedForm {
  readonly form: ParticipantForm;
  readonly className: string;
  readonly courseName: string;
}

type ResolvedParticipant = ResolvedRow<ParticipantSheetField, ResolvedForm>;

export interface ResolverOptions {
  readonly match: MatchRow;
  /** Of times without one. */
  readonly timeZone: string;
  /** Whether classes that the match does not have are added; otherwise they are errors. */
  readonly addsClasses: boolean;
}

/** Names of classes and courses, and numbers, are the same without case. */
export const nameKey = (name: string) => name.toLowerCase();

/** Prepares the checks of rows against the match. Rows depend on earlier ones by numbers, devices and limits. */
export async function createParticipantResolver(
  db: Db,
  scope: Scope,
  { match, timeZone, addsClasses }: ResolverOptions,
): Promise<ResolveRows<EvaluatedParticipant, ResolvedParticipant>> {
  const { match_id: matchId } = match;
  const stored = await readParticipantRows(db, matchId);
  const classes = new Map(
    (await readClasses(db, matchId)).map(({ className, classId }) => [nameKey(className), classId]),
  );
  const newClasses = new Set<string>();
  const starts = await readStartTimes(db, match);
  const takenNumbers = new Set(stored.map(({ number }) => nameKey(number)));
  const rowByNumber = new Map<string, number>();
  const devices = new DeviceUses(match);
  for (const row of stored)
    devices.add({
      ...{ participantId: row.participant_id, trackerId: row.tracker_id, startTime: starts.of(row) },
      ...{ from: row.tracker_from?.getTime() ?? null, to: row.tracker_to?.getTime() ?? null },
    });
  let capacity = LIMITS.participantsPerMatch - stored.length;

  /** The class of a row, which may not exist yet; an error: it cannot be used. */
  function classOf(className: string): { readonly classId: number | null; readonly error?: ErrorName } {
    const classId = classes.get(nameKey(className)) ?? null;
    if (className === '' || classId !== null) return { classId };
    if (!addsClasses) return { classId, error: 'match-class-unknown' };
    newClasses.add(nameKey(className));
    const isFull = classes.size + newClasses.size > LIMITS.classesPerMatch;
    return isFull ? { classId, error: 'match-class-limit' } : { classId };
  }

  function resolveRow(
    row: EvaluatedParticipant,
    { form, className, courseName, start, tracker }: ParticipantValues,
    trackers: ReadonlyMap<string, number>,
  ): ResolvedParticipant {
    const failures: CellFailure<ParticipantSheetField>[] = [];
    const fail = (field: ParticipantSheetField, error: ErrorName, otherRow: number | null = null) =>
      void failures.push({ field, error, reason: null, otherRow });

    if (form.number !== '') {
      const key = nameKey(form.number);
      const earlier = firstRow(rowByNumber, key, row.row);
      if (earlier !== null) fail('number', 'participant-number-repeated', earlier);
      else if (takenNumbers.has(key)) fail('number', 'participant-number-taken');
    }
    const { classId, error } = classOf(className);
    if (error !== undefined) fail('className', error);
    const startTime = toTime(start);
    if (startTime !== null && startTime >= match.end_at.getTime()) fail('startTime', 'participant-start');
    const trackerId = trackers.get(withoutLeadingZeros(tracker)) ?? null;
    if (tracker !== '' && trackerId === null) fail('tracker', 'tracker-unknown');
    if (failures.length === 0 && capacity <= 0) fail('participantName', 'participant-limit');
    if (failures.length === 0) {
      const start_at = startTime === null ? null : new Date(startTime);
      const startsAt = starts.of({ start_at, class_id: classId });
      const use = { participantId: -row.row, trackerId, startTime: startsAt, from: null, to: null };
      const problem = devices.add(use);
      if (problem !== null) fail('tracker', problem);
    }
    if (failures.length > 0) return { ...row, form: null, failures };
    capacity -= 1;
    const references = { personId: null, classId, courseId: null, trackerId };
    const rest = { startTime, trackerFrom: null, trackerTo: null, color: null };
    return { ...row, form: { form: { ...form, ...references, ...rest }, className, courseName } };
  }

  function toTime(start: ParticipantValues['start']): number | null {
    if (start === null) return null;
    return 'time' in start ? start.time : timeNear(start.ofDay, match.start_at.getTime(), timeZone);
  }

  return async (rows) => {
    const trackers = await findTrackers(
      db,
      scope,
      rows.flatMap(({ values }) => values?.tracker || []),
    );
    return rows.map((row) =>
      row.values === null ? { ...row, form: null } : resolveRow(row, row.values, trackers),
    );
  };
}

/** Visible devices by their numbers without leading zeros. */
async function findTrackers(
  db: Db,
  scope: Scope,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (numbers.length === 0) return new Map();
  const rows = await trackersInScope(db, scope)
    .where(sql<boolean>`ltrim(tracker.imei, '0') = any (${numbers.map(withoutLeadingZeros)}::text[])`)
    .select(['tracker.tracker_id', 'tracker.imei'])
    .execute();
  return new Map(rows.map(({ tracker_id, imei }) => [withoutLeadingZeros(imei), tracker_id]));
}

/** The uses of the devices of a match. */
class DeviceUses {
  readonly #endTime: number;
  readonly #byTracker = new Map<number, DeviceUse[]>();

  constructor({ end_at }: MatchRow) {
    this.#endTime = end_at.getTime();
  }

  /** Returns why a device cannot be used like this; null: it is now. */
  add(use: DeviceUse): 'participant-device-taken' | 'participant-window' | null {
    if (use.trackerId === null) return null;
    const uses = [...(this.#byTracker.get(use.trackerId) ?? []), use];
    const { conflict } = deviceWindows(uses, { endTime: this.#endTime, leadMs: START_TOLERANCE_MS });
    if (conflict !== null)
      return conflict.kind === 'taken' ? 'participant-device-taken' : 'participant-window';
    this.#byTracker.set(use.trackerId, uses);
    return null;
  }
}
