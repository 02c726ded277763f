import type { Language } from '@wakeline/contract/entities/user-config';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** How long an address is stored, and the maximum number of addresses; the oldest are deleted first. */
const TTL_MS = 90 * 86_400_000;
const MAX_ADDRESSES = 200_000;

/** A position rounded to its cell: ten-thousandths of a degree, about 10 m. */
export interface Cell {
  readonly latitude: number;
  readonly longitude: number;
}

/** The stored addresses of these cells in this language. */
export function readStoredAddresses(db: Db, cells: readonly Cell[], language: Language) {
  return db
    .selectFrom('geocoded')
    .innerJoin(
      sql<Cell>`unnest(${cells.map(({ latitude }) => latitude)}::int[], ${cells.map(({ longitude }) => longitude)}::int[])`.as<'cell'>(
        sql`cell(latitude, longitude)`,
      ),
      (join) =>
        join
          .onRef('cell.latitude', '=', 'geocoded.latitude')
          .onRef('cell.longitude', '=', 'geocoded.longitude'),
    )
    .where('geocoded.language', '=', language)
    .select(['geocoded.latitude', 'geocoded.longitude', 'geocoded.address'])
    .execute();
}

export async function storeAddress(
  db: Db,
  { latitude, longitude }: Cell,
  { language, address, now }: { readonly language: Language; readonly address: string; readonly now: number },
): Promise<void> {
  await db.transaction().execute((tx) =>
    tx
      .insertInto('geocoded')
      .values({ latitude, longitude, language, address, asked_at: new Date(now) })
      .onConflict((conflict) =>
        conflict
          .columns(['latitude', 'longitude', 'language'])
          .doUpdateSet({ address, asked_at: new Date(now) }),
      )
      .execute(),
  );
}

/** Deletes expired addresses, and the oldest beyond the maximum. */
export async function dropOldAddresses(db: Db, now: number, max: number = MAX_ADDRESSES): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .deleteFrom('geocoded')
      .where('asked_at', '<', new Date(now - TTL_MS))
      .execute();
    await sql`
      delete from geocoded where asked_at <= (
        select asked_at from geocoded order by asked_at desc offset ${max} limit 1)`.execute(tx);
  });
}
