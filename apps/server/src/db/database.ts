import { Socket } from 'node:net';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { toConnectionOptions } from './connection-options.ts';
import type { Schema } from './schema.ts';

/** Reads. A `Tx` is one too. */
export type Db = Kysely<Schema>;
/** Reads and writes, all or nothing: only `db.transaction()` gives one. Whatever changes a row asks for it. */
export type Tx = Transaction<Schema>;

export interface Database {
  readonly db: Db;
  /** Ends the connections: when what is being asked has been answered; with `cut`, at once. */
  close(how?: 'cut'): Promise<void>;
}

/**
 * Connects to the PostgreSQL at `url`, when the first question is asked. Who asks on a connection that is lost is told so, and
 * the next question gets a new one. bigint comes as a JavaScript number: every one of ours (epoch milliseconds, log
 * numbers, counts) is below 2^53.
 */
export function connect(url: string, maxConnections: number): Database {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, Number);
  const sockets = new Set<Socket>();
  const pool = new pg.Pool({
    application_name: 'wakeline',
    ...toConnectionOptions(url),
    max: maxConnections,
    // A connection stays as long as it works: the engine's lock lives on one.
    idleTimeoutMillis: 0,
    types,
    stream: openSocket,
  });
  // Between two questions there is nobody to be told; the next one on that connection fails, or gets another.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));

  function openSocket(): Socket {
    const socket = new Socket();
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    return socket;
  }

  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    async close(how) {
      const closed = db.destroy();
      if (how === 'cut') for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** The SQLSTATE of a failure that PostgreSQL told; null for any other. */
export function sqlStateOf(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? (error.code ?? null) : null;
}
