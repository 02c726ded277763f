import pg from 'pg';
import { TraccarSourceError } from './source.ts';
import type { SqlConnection, SqlRow } from './sql-connection.ts';

const CONNECT_TIMEOUT_MS = 15_000;

/**
 * Connects to a PostgreSQL database of Traccar.
 *
 * @throws TraccarSourceError if it cannot be reached; the message has no password.
 */
export async function connectPostgres(url: string, password: string): Promise<SqlConnection> {
  const client = new pg.Client({
    connectionString: url,
    ...(password !== '' && { password }),
    application_name: 'traccar import',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // Without a listener, the loss of the connection would end the process; the next query fails anyway.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query("set time zone 'UTC'; set default_transaction_read_only = on");
  } catch (error) {
    await client.end().catch(() => undefined);
    throw new TraccarSourceError(`cannot connect to the database of Traccar: ${messageOf(error)}`);
  }
  return { ...connectionOf(client), close: () => client.end() };
}

/** Queries of a client that is connected already. */
export function connectionOf(client: pg.ClientBase): Pick<SqlConnection, 'dialect' | 'query'> {
  return {
    dialect: 'postgres',
    async query(text, values = []) {
      let number = 0;
      const numbered = text.replaceAll('?', () => {
        number += 1;
        return `$${number}`;
      });
      try {
        return (await client.query<SqlRow>(numbered, [...values])).rows;
      } catch (error) {
        throw new TraccarSourceError(`the database of Traccar failed: ${messageOf(error)}`);
      }
    },
  };
}

function messageOf(error: unknown): string {
  const { message, code } = Object(error) as Record<string, unknown>;
  return String(message === '' || message === undefined ? code : message);
}
