import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { CorrectionValue } from '@wakeline/contract/matches/standings';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';

export type CorrectionRow = Selectable<Schema['match_correction']>;

/** The decisions of officials of a match, the oldest first. */
export function readCorrections(db: Db, matchId: number): Promise<CorrectionRow[]> {
  return db
    .selectFrom('match_correction')
    .where('match_id', '=', matchId)
    .selectAll()
    .orderBy('correction_id')
    .execute();
}

/** Decisions with the same key replace each other. */
export function correctionKey(participantId: number, value: CorrectionValue): string {
  return `${participantId} ${value.kind} ${value.kind === 'passing' ? value.pointId : ''}`;
}

/** The decision in force of each key, among the ones given, the oldest first. */
export function effectiveCorrections(rows: readonly CorrectionRow[]): ReadonlyMap<string, CorrectionRow> {
  return new Map(rows.map((row) => [correctionKey(row.participant_id, row.data), row]));
}

/** @throws NamedError `correction-limit` */
export async function insertCorrection(
  tx: Tx,
  row: {
    readonly matchId: number;
    readonly participantId: number;
    readonly correction: CorrectionValue;
    readonly reason: string;
    readonly userName: string;
    readonly now: number;
  },
): Promise<void> {
  const { count } = await tx
    .selectFrom('match_correction')
    .where('match_id', '=', row.matchId)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= LIMITS.correctionsPerMatch) throw new NamedError('correction-limit');
  await tx
    .insertInto('match_correction')
    .values({
      match_id: row.matchId,
      participant_id: row.participantId,
      data: JSON.stringify(row.correction),
      reason: row.reason,
      user_name: row.userName,
      created_at: new Date(row.now),
    })
    .execute();
}
