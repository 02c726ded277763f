import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** What the planes of an account already have: these tail numbers and hex addresses, and all of their trackers. */
export async function readTakenPlanes(
  db: Db,
  accountId: number,
  planes: readonly { readonly tailNumber: string; readonly hexAddress: string | null }[],
) {
  const tailNumbers = planes.map(({ tailNumber }) => tailNumber);
  const hexAddresses = planes.flatMap(({ hexAddress }) => hexAddress ?? []);
  const rows = await db
    .selectFrom('plane')
    .where('account_id', '=', accountId)
    .where(
      sql<boolean>`(tail_number = any (${tailNumbers}::text[]) or hex_address = any (${hexAddresses}::text[])
        or tracker_id is not null)`,
    )
    .select(['tail_number', 'hex_address', 'tracker_id'])
    .execute();
  return {
    tailNumbers: new Set(rows.map((row) => row.tail_number)),
    hexAddresses: new Set(rows.map((row) => row.hex_address)),
    trackerIds: new Set(rows.map((row) => row.tracker_id)),
  };
}
