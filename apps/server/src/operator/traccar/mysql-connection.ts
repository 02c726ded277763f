import mysql from 'mysql2/promise';
import { TraccarSourceError } from './source.ts';
import type { SqlConnection, SqlRow } from './sql-connection.ts';

const CONNECT_TIMEOUT_MS = 15_000;

/**
 * Connects to a MySQL or MariaDB database of Traccar.
 *
 * @throws TraccarSourceError if it cannot be reached; the message has no password.
 */
export async function connectMysql(url: string, password: string): Promise<SqlConnection> {
  const connection = await connect(url, password);
  // Without a listener, the loss of the connection would end the process; the next query fails anyway.
  connection.on('error', () => undefined);
  const query = async (text: string, values: readonly (string | number)[] = []) => {
    try {
      const [rows] = await connection.query<mysql.RowDataPacket[]>(text, [...values]);
      return rows as readonly SqlRow[];
    } catch (error) {
      throw new TraccarSourceError(`the database of Traccar failed: ${messageOf(error)}`);
    }
  };
  try {
    await query("set session time_zone = '+00:00'");
    await query('set session transaction read only');
  } catch (error) {
    connection.destroy();
    throw error;
  }
  return { dialect: 'mysql', query, close: () => connection.end() };
}

async function connect(url: string, password: string): Promise<mysql.Connection> {
  try {
    return await mysql.createConnection({
      uri: url.replace(/^mariadb:/, 'mysql:'),
      ...(password !== '' && { password }),
      connectTimeout: CONNECT_TIMEOUT_MS,
      charset: 'utf8mb4',
      timezone: 'Z',
      dateStrings: true,
      // The server cannot request files of this machine, and no parsers are compiled at run time.
      flags: ['-LOCAL_FILES'],
      disableEval: true,
    });
  } catch (error) {
    throw new TraccarSourceError(`cannot connect to the database of Traccar: ${messageOf(error)}`);
  }
}

function messageOf(error: unknown): string {
  const { message, code } = Object(error) as Record<string, unknown>;
  return String(message === '' || message === undefined ? code : message);
}
