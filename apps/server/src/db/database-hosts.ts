/** Servers of one database: a primary and its standbys, in the order in which they are tried. */
export interface DatabaseHosts {
  /** A URL for each server. */
  readonly urls: readonly string[];
  /** Only the server that accepts writes may be used; another one can become it. */
  readonly mustBePrimary: boolean;
}

const ATTRIBUTES = ['read-write', 'primary'];

/**
 * Splits a connection URL of libpq with several hosts (`postgres://u@one:5432,two:5433/db`, or the parameters `host` and
 * `port`), which the driver does not support. With several hosts, or `target_session_attrs=read-write`, only a server that
 * accepts writes is used.
 *
 * @throws TypeError if it is not such a URL, or `target_session_attrs` has another value
 */
export function parseHosts(url: string): DatabaseHosts {
  const [, scheme, user = '', authority = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/s.exec(url) ?? [];
  if (scheme === undefined) throw new TypeError('not a URL of PostgreSQL');
  const urls = authority
    .split(',')
    .flatMap((host) => splitParameters(new URL(`${scheme}${user}${host}${rest}`)));
  const attributes = new URL(urls[0] ?? '').searchParams.get('target_session_attrs');
  if (attributes !== null && !ATTRIBUTES.includes(attributes))
    throw new TypeError(`target_session_attrs is not ${ATTRIBUTES.join(' or ')}`);
  return { urls, mustBePrimary: urls.length > 1 || attributes !== null };
}

/** A URL for each host of the parameters `host` and `port`; a single port is that of all hosts. */
function splitParameters(url: URL): readonly string[] {
  const hosts = url.searchParams.get('host')?.split(',') ?? [];
  if (hosts.length < 2) return [url.href];
  const ports = url.searchParams.get('port')?.split(',') ?? [];
  if (ports.length > 1 && ports.length !== hosts.length)
    throw new TypeError('has another number of ports than of hosts');
  return hosts.map((host, index) => {
    const single = new URL(url.href);
    single.searchParams.set('host', host);
    const port = ports[index] ?? ports[0];
    if (port !== undefined) single.searchParams.set('port', port);
    return single.href;
  });
}
