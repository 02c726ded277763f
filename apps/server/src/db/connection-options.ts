/**
 * Milliseconds of idle time before TCP keep-alive probes a connection: the loss of the other machine is detected
 * within half a minute instead of the system's two hours.
 */
const KEEP_ALIVE_MS = 10_000;

export interface ConnectionOptions {
  readonly connectionString: string;
  readonly keepAlive: true;
  readonly keepAliveInitialDelayMillis: number;
}

/**
 * The driver's options for a connection URL. The driver supports libpq's parameters that name the server
 * (`postgres://u@localhost/db?host=/run/socket`), like psql and pg_dump, except `dbname`, which is handled here.
 *
 * @throws TypeError when `url` is not a URL.
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
