import { type RawBuilder, sql } from 'kysely';
import type { Tx } from './database.ts';

/** Rows that are fetched together. */
const PAGE_ROWS = 500;

/**
 * All rows of a query in pages, of one moment. The caller's transaction stays open until the last page, and has one such query at
 * a time.
 */
export async function* readPages<Row>(tx: Tx, query: RawBuilder<Row>): AsyncGenerator<readonly Row[]> {
  await sql`declare page_cursor no scroll cursor for ${query}`.execute(tx);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(PAGE_ROWS)} from page_cursor`.execute(tx);
    if (rows.length === 0) break;
    yield rows;
  }
  await sql`close page_cursor`.execute(tx);
}

/** All rows, newest first, in pages that `read` returns: the ones before an id, null for the first page. */
export async function* readPagesBefore<Row>(
  read: (before: number | null) => Promise<readonly Row[]>,
  idOf: (row: Row) => number,
): AsyncGenerator<readonly Row[]> {
  let before: number | null = null;
  for (;;) {
    const rows = await read(before);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    before = idOf(last);
  }
}
