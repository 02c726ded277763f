/**
 * The driver's options for a connection URL. It understands libpq's parameters that name the server
 * (`postgres://u@localhost/db?host=/run/socket`), as psql and pg_dump do, but for `dbname`.
 *
 * @throws TypeError when `url` is no URL.
 */
export function connectionOf(url: string): { connectionString: string } {
  const database = new URL(url).searchParams.get('dbname');
  return { connectionString: database === null ? new URL(url).href : withDatabase(url, database) };
}

/** The URL of another database on the same server. */
export function withDatabase(url: string, database: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${encodeURIComponent(database)}`;
  parsed.searchParams.delete('dbname');
  return parsed.href;
}
