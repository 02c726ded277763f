import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { databaseUrlOf } from './data-folder.ts';
import { type Field, fenceRings } from './fence-field.ts';
import type { BenchServer } from './server.ts';

/** The area of the first thousand devices of `drive`. */
const DRIVEN_FIELD: Field = { west: 110.48, south: 24.77, width: 0.13, height: 1.03 };
const VERTICES = 100;
const SEED = 1;
const POLL_INTERVAL_MS = 20;

/** Creates fences of 100 vertices where the devices drive; resolves when the server evaluates them. */
export async function addFences(server: BenchServer, data: string, count: number): Promise<void> {
  if (count === 0) return;
  const client = new pg.Client({ connectionString: databaseUrlOf(data) });
  await client.connect();
  try {
    const areas = fenceRings(DRIVEN_FIELD, count, VERTICES, SEED).map((ring) =>
      JSON.stringify({ rings: [ring] }),
    );
    await client.query(
      `insert into fence (account_id, name, type, data, color, display, notice, hold_seconds, hold_metres, note)
       select account_id, 'Fence ' || number, 'POLYGON', area::jsonb, '#1677ff', 'SHOW', 'BOTH', 10, 30, ''
       from account, unnest($1::text[]) with ordinality as made (area, number)`,
      [areas],
    );
    await client.query(
      `select pg_notify('wakeline_event', json_build_object('type', 'changed', 'what', 'fences',
         'accountId', account_id, 'userId', null)::text) from account`,
    );
  } finally {
    await client.end();
  }
  while ((await server.metric('wakeline_fences')) < count) await delay(POLL_INTERVAL_MS);
}
