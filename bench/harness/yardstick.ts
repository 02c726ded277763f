import pg from 'pg';
import { databaseUrlOf } from './data-folder.ts';
import { percentile } from './measurements.ts';

const TRANSACTIONS = 20;
const ROWS = 2_000;
const COMMITS = 100;

/**
 * The current speed of the machine's database, so that measurements of different days can be compared: rows per second with 2,000
 * per transaction on one connection, and the median milliseconds of a transaction of one row.
 */
export async function measureYardstick(data: string): Promise<Record<string, number>> {
  const client = new pg.Client({ connectionString: databaseUrlOf(data) });
  await client.connect();
  try {
    await client.query(`
      create table yardstick (time bigint, tracker_id int, latitude int, longitude int, packed bytea, primary key (tracker_id, time))`);
    const insert = (start: number, rows: number) =>
      client.query(
        `insert into yardstick select $1::bigint + row, row % 1000, 248000000, 1104000000, '\\x5fd00f901c94110cbe3c09'::bytea
         from generate_series(1, $2::int) as row`,
        [start, rows],
      );
    const startedAt = performance.now();
    for (let at = 0; at < TRANSACTIONS; at++) await insert(at * ROWS, ROWS);
    const seconds = (performance.now() - startedAt) / 1_000;
    const commits: number[] = [];
    for (let at = 0; at < COMMITS; at++) {
      const before = performance.now();
      await insert((TRANSACTIONS + at) * ROWS, 1);
      commits.push(performance.now() - before);
    }
    await client.query('drop table yardstick');
    return {
      'yardstick: rows a second into PostgreSQL': Math.round((TRANSACTIONS * ROWS) / seconds),
      'yardstick: transaction of one row, us': Math.round(
        percentile(
          commits.toSorted((a, b) => a - b),
          0.5,
        ) * 1_000,
      ),
    };
  } finally {
    await client.end();
  }
}
