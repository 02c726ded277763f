import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { type Insertable, type Selectable, sql } from 'kysely';
import { type Db, sqlStateOf, type Tx } from '../db/database.ts';
import { lockAccount } from '../db/lock-account.ts';
import type { Schema } from '../db/schema.ts';

/** PostgreSQL, appendix A. */
const UNIQUE_VIOLATION = '23505';

export type LandingPlaceRow = Selectable<Schema['landing_place']>;
export type LandingPlaceColumns = Omit<Insertable<Schema['landing_place']>, 'account_id'>;

/** The landing places of an account, by name: at most `LIMITS.landingPlacesPerAccount`. */
export function readLandingPlaces(db: Db, accountId: number): Promise<readonly LandingPlaceRow[]> {
  return db
    .selectFrom('landing_place')
    .where('account_id', '=', accountId)
    .selectAll()
    .orderBy('name')
    .orderBy('landing_place_id')
    .execute();
}

/** By plane, the landing places of its account. */
export async function readLandingPlacesOfPlanes(
  db: Db,
  planeIds: readonly number[],
): Promise<ReadonlyMap<number, readonly LandingPlaceRow[]>> {
  const rows = await db
    .selectFrom('plane')
    .innerJoin('landing_place', 'landing_place.account_id', 'plane.account_id')
    .where(sql<boolean>`plane.plane_id = any (${[...planeIds]}::int[])`)
    .select('plane.plane_id')
    .selectAll('landing_place')
    .execute();
  return Map.groupBy(rows, ({ plane_id }) => plane_id);
}

/** Locks these landing places. @throws NamedError `landing-place-unknown` unless the account has all of them */
export async function lockLandingPlaces(
  tx: Tx,
  accountId: number,
  ids: readonly number[],
): Promise<readonly LandingPlaceRow[]> {
  const rows = await tx
    .selectFrom('landing_place')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`landing_place_id = any (${[...ids]}::int[])`)
    .selectAll()
    .orderBy('landing_place_id')
    .forUpdate()
    .execute();
  if (rows.length < new Set(ids).size) throw new NamedError('landing-place-unknown');
  return rows;
}

/** @throws NamedError `landing-place-limit`, `landing-place-code-taken` */
export async function insertLandingPlace(
  tx: Tx,
  accountId: number,
  columns: LandingPlaceColumns,
): Promise<number> {
  await lockAccount(tx, accountId);
  const { count } = await tx
    .selectFrom('landing_place')
    .where('account_id', '=', accountId)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= LIMITS.landingPlacesPerAccount)
    throw new NamedError('landing-place-limit', { max: LIMITS.landingPlacesPerAccount });
  const { landing_place_id } = await tx
    .insertInto('landing_place')
    .values({ ...columns, account_id: accountId })
    .returning('landing_place_id')
    .executeTakeFirstOrThrow()
    .catch(toTaken);
  return landing_place_id;
}

/** @throws NamedError `landing-place-code-taken` */
export async function updateLandingPlace(tx: Tx, id: number, columns: LandingPlaceColumns): Promise<void> {
  await tx
    .updateTable('landing_place')
    .set(columns)
    .where('landing_place_id', '=', id)
    .execute()
    .catch(toTaken);
}

export async function removeLandingPlaces(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('landing_place')
    .where(sql<boolean>`landing_place_id = any (${[...ids]}::int[])`)
    .execute();
}

function toTaken(error: unknown): never {
  throw sqlStateOf(error) === UNIQUE_VIOLATION ? new NamedError('landing-place-code-taken') : error;
}
