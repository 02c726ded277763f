import { Kysely, type Transaction } from 'kysely';
import { PostgresJSDialect } from 'kysely-postgres-js';
import postgres from 'postgres';
import { parseAddress } from './address.ts';
import type { Schema } from './schema.ts';

/** Reads. A `Tx` is one too. */
export type Db = Kysely<Schema>;
/** Reads and writes, all or nothing: only `db.transaction()` gives one. Whatever changes a row asks for it. */
export type Tx = Transaction<Schema>;

export interface Database {
  readonly db: Db;
  /** The driver itself, for the few statements that are built for speed (the batch writer, track reading). */
  readonly sql: postgres.Sql;
  close(): Promise<void>;
}

const BIGINT_OID = 20;
const JSON_OID = 114;
const JSONB_OID = 3802;
const RECONNECT_SECONDS = 0.2;

/**
 * Connects to the PostgreSQL at `url`. bigint comes as a JavaScript number: every one of ours (epoch
 * milliseconds, log numbers, counts) is below 2^53.
 */
export function connect(url: string, maxConnections: number): Database {
  const parsed = parseAddress(url);
  const sql = postgres(parsed.url, {
    ...parsed.address,
    max: maxConnections,
    // The driver would wait for up to 20 s before another try: a database that is back is used at once.
    backoff: () => RECONNECT_SECONDS,
    // The engine's lock lives as long as its connection: the driver would end each after an hour at most.
    max_lifetime: null,
    connection: { application_name: 'wakeline' },
    onnotice: () => undefined,
    types: {
      bigint: {
        to: BIGINT_OID,
        from: [BIGINT_OID],
        serialize: (value: number | bigint) => value.toString(),
        parse: (text: string) => Number(text),
      },
      // A text given for a json column is JSON already; the driver would make a JSON string of it.
      json: {
        to: JSON_OID,
        from: [JSON_OID, JSONB_OID],
        serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
        parse: (text: string): unknown => JSON.parse(text),
      },
    },
  });
  const db = new Kysely<Schema>({ dialect: new PostgresJSDialect({ postgres: sql }) });
  return {
    db,
    sql,
    async close() {
      await db.destroy();
    },
  };
}
