import type { Options, PostgresType } from 'postgres';

type Address = Pick<
  Options<Record<string, PostgresType>>,
  'host' | 'port' | 'user' | 'password' | 'database'
>;

/** libpq's parameters that name the server, which the driver would pass to it as settings. */
const LIBPQ_PARAMETERS = ['host', 'port', 'user', 'password', 'dbname'] as const;

/**
 * Takes libpq's address parameters out of a connection URL (`postgres://u@localhost/db?host=/run/socket`), so
 * that the form which psql and pg_dump take works here too: a socket's folder has no other place in a URL.
 *
 * @throws TypeError when `url` is no URL.
 */
export function parseAddress(url: string): { url: string; address: Address } {
  const parsed = new URL(url);
  const found = new Map<string, string>();
  for (const name of LIBPQ_PARAMETERS) {
    const value = parsed.searchParams.get(name);
    if (value === null) continue;
    found.set(name, value);
    parsed.searchParams.delete(name);
  }
  const address: Address = {};
  const host = found.get('host');
  const port = found.get('port');
  const user = found.get('user');
  const password = found.get('password');
  const database = found.get('dbname');
  if (host !== undefined) address.host = host;
  if (port !== undefined) address.port = Number(port);
  if (user !== undefined) address.user = user;
  if (password !== undefined) address.password = password;
  if (database !== undefined) address.database = database;
  return { url: parsed.href, address };
}

/** The URL of another database on the same server. */
export function withDatabase(url: string, database: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${encodeURIComponent(database)}`;
  parsed.searchParams.delete('dbname');
  return parsed.href;
}
