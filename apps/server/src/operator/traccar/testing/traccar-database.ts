import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { createTestDatabase } from '../../../testing/postgres.ts';

export interface TraccarDatabase {
  readonly url: string;
  /** Runs SQL on it, as Traccar would. */
  run(text: string, values?: readonly unknown[]): Promise<pg.QueryResult>;
  drop(): Promise<void>;
}

/** The statements that create the tables of Traccar 6.16 in PostgreSQL. */
export function schemaText(): string {
  return readFileSync(join(import.meta.dirname, 'schema-6.16.sql'), 'utf8');
}

/** A database with the tables of Traccar and its first user. */
export async function createTraccarDatabase(): Promise<TraccarDatabase> {
  const { url, drop } = await createTestDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(schemaText());
  return {
    url,
    run: (text, values) => client.query(text, values === undefined ? undefined : [...values]),
    async drop() {
      await client.end();
      await drop();
    },
  };
}
