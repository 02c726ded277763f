import { aircraftKindOf } from '@wakeline/domain/aviation/aircraft-kind';
import { type FlightProfile, flightProfile } from '@wakeline/domain/aviation/flight-profile';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { PlaneRow } from './planes.ts';

/** A plane that carries a tracker. */
export interface CarryingPlane {
  readonly trackerId: number;
  readonly planeId: number;
  /** Null: a newer version stored its kind, or its limits are not valid. */
  readonly profile: FlightProfile | null;
}

/** The accounts that have planes. */
export async function readAccountsWithPlanes(db: Db): Promise<readonly number[]> {
  const rows = await db.selectFrom('plane').select('account_id').distinct().execute();
  return rows.map(({ account_id }) => account_id);
}

/** The planes of an account that carry a tracker. */
export async function readCarryingPlanes(db: Db, accountId: number): Promise<readonly CarryingPlane[]> {
  const rows = await db
    .selectFrom('plane')
    .select(['plane_id', 'tracker_id', 'kind', 'thresholds'])
    .where('account_id', '=', accountId)
    .where('tracker_id', 'is not', null)
    .execute();
  return rows.flatMap(({ plane_id: planeId, tracker_id: trackerId, kind: number, thresholds }) => {
    if (trackerId === null) return [];
    const kind = aircraftKindOf(number);
    const profile = kind === null ? null : flightProfile(kind, thresholds);
    return [{ trackerId, planeId, profile: typeof profile === 'string' ? null : profile }];
  });
}

/** The tail numbers of the planes that carry these trackers of an account, by tracker. */
export async function readTailNumbers(
  db: Db,
  accountId: number,
  trackerIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('plane')
    .select(['tracker_id', 'tail_number'])
    .where('account_id', '=', accountId)
    .where(sql<boolean>`tracker_id = any (${[...trackerIds]}::int[])`)
    .execute();
  return new Map(rows.map(({ tracker_id, tail_number }) => [Number(tracker_id), tail_number]));
}

/** A plane with a tracker on board, as lists name it. */
export interface PlaneOnBoard {
  readonly planeId: number;
  readonly trackerId: number;
  readonly tailNumber: string;
  readonly icon: PlaneRow['icon'];
}

/** The planes that carry these trackers of an account, by tail number. */
export async function readPlanesOfTrackers(
  db: Db,
  accountId: number,
  trackerIds: readonly number[],
): Promise<readonly PlaneOnBoard[]> {
  const rows = await db
    .selectFrom('plane')
    .select(['plane_id', 'tracker_id', 'tail_number', 'icon'])
    .where('account_id', '=', accountId)
    .where(sql<boolean>`tracker_id = any (${[...trackerIds]}::int[])`)
    .orderBy('tail_number')
    .execute();
  return rows.map(({ plane_id: planeId, tracker_id, tail_number: tailNumber, icon }) => ({
    planeId,
    trackerId: Number(tracker_id),
    tailNumber,
    icon,
  }));
}
