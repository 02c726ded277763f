/**
 * Idle connections are tried after so long, in milliseconds: that the other machine is gone, and not only silent, is then known
 * within half a minute, and not after the system's two hours.
 */
const KEEP_ALIVE_MS = 10_000;

export interface ConnectionOptions {
  readonly connectionString: string;
  readonly keepAlive: true;
  readonly keepAliveInitialDelayMillis: number;
}

/**
 * The driver's options for a connection URL. It understands libpq's parameters that name the server
 * (`postgres://u@localhost/db?host=/run/socket`), as psql and pg_dump do, but for `dbname`.
 *
 * @throws TypeError when `url` is no URL.
 */
export function toConnectionOptions(url: string): ConnectionOptions {
  const database = new URL(url).searchParams.get('dbname');
  return {
    connectionString: database === null ? new URL(url).href : withDatabase(url, database),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  };
}

/** The URL of another database on the same server. */
export function withDatabase(url: string, database: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${encodeURIComponent(database)}`;
  parsed.searchParams.delete('dbname');
  return parsed.href;
}
