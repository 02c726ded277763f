import { Socket } from 'node:net';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { toConnectionOptions } from './connection-options.ts';
import { parseHosts } from './database-hosts.ts';
import { sendLargeParametersDirectly } from './large-parameters.ts';
import { createPrimaryClient, HostChoice, tryEachHost } from './primary-client.ts';
import type { Schema } from './schema.ts';

/** For reading. A `Tx` can be used as one. */
export type Db = Kysely<Schema>;
/**
 * For reading and writing in a transaction, which only `db.transaction()` creates. Every function that changes rows
 * requires it.
 */
export type Tx = Transaction<Schema>;

export interface Database {
  readonly db: Db;
  /** A connection of the pool, which the caller releases. */
  connectClient(): Promise<pg.PoolClient>;
  /** Another server can take over: numbers of transactions are not unique then. */
  readonly canFailOver: boolean;
  /** Closes the connections after the running queries, or with `cut` immediately. */
  close(how?: 'cut'): Promise<void>;
}

/**
 * Connects to the PostgreSQL server at `address`, a URL, on the first query. A query on a lost connection fails, and the next one
 * gets a new connection. With several hosts, connections are opened to the server that accepts writes. bigint is returned as a JavaScript number: all values in use (epoch milliseconds, log
 * numbers, counts) are below 2^53.
 *
 * @param applicationName in the list of sessions of PostgreSQL; without one that of the URL, or `wakeline`
 */
export function connect(address: string, maxConnections: number, applicationName?: string): Database {
  const url = applicationName === undefined ? address : withoutApplicationName(address);
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, Number);
  const sockets = new Set<Socket>();
  const hosts = parseHosts(url);
  const choice = new HostChoice(hosts);
  const pool = new pg.Pool({
    ...(hosts.mustBePrimary ? { Client: createPrimaryClient(choice) } : toConnectionOptions(url)),
    application_name: applicationName ?? 'wakeline',
    max: maxConnections,
    // Connections never time out when idle, because one of them holds the engine's lock.
    idleTimeoutMillis: 0,
    types,
    stream: openSocket,
  });
  // Errors of idle connections have no caller; the next query fails or gets another connection.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    sendLargeParametersDirectly(client);
  });

  function openSocket(): Socket {
    const socket = new Socket();
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    return socket;
  }

  const connections = hosts.mustBePrimary
    ? {
        options: pool.options,
        connect: () => tryEachHost(choice, () => pool.connect()),
        end: () => pool.end(),
      }
    : pool;
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: connections }) });
  return {
    db,
    connectClient: () => connections.connect(),
    canFailOver: hosts.mustBePrimary,
    async close(how) {
      const closed = db.destroy();
      if (how === 'cut') for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** The driver prefers parameters of the URL. */
function withoutApplicationName(url: string): string {
  return url.replace(/([?&])application_name=[^&]*(&|$)/, (_, before, after) =>
    after === '&' ? before : '',
  );
}

/** The SQLSTATE of an error that PostgreSQL reported; null for any other error. */
export function sqlStateOf(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? (error.code ?? null) : null;
}
