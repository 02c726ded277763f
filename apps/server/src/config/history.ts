import type { HistoryServers, HistoryShard } from '../clickhouse/servers.ts';
import type { VariableTable } from './reader.ts';
import { InvalidValueError } from './values.ts';

const EXAMPLE = 'http://user:password@host:8123/database';

/**
 * Parses the servers of the history: shards are separated by spaces, the hosts of the replicas of a shard by commas. All replicas of
 * a shard have one user and one database: `http://user:password@a:8123,b:8123/database`.
 */
export function historyUrl(text: string): HistoryServers {
  return text.trim().split(/\s+/).map(parseShard);
}

function parseShard(text: string): HistoryShard {
  const [, scheme, userInfo = '', hosts, database] =
    /^(https?):\/\/(?:([^@/]*)@)?([^@/]+)\/([A-Za-z_]\w*)$/.exec(text) ?? [];
  if (scheme === undefined || hosts === undefined || database === undefined) throw invalid();
  const replicas = hosts.split(',').map((host) => {
    const url = `${scheme}://${host}`;
    if (!URL.canParse(url) || new URL(url).host === '') throw invalid();
    return { url, host: hostWithPort(new URL(url)) };
  });
  if (new Set(replicas.map(({ host }) => host)).size < replicas.length)
    throw new InvalidValueError('names a host twice');
  const [user = '', password = ''] = userInfo.split(':').map(decodeUserInfo);
  return { replicas, database, user: user === '' ? 'default' : user, password };
}

function decodeUserInfo(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid();
  }
}

function hostWithPort({ protocol, hostname, port }: URL): string {
  const defaultPort = protocol === 'https:' ? '443' : '80';
  return `${hostname}:${port === '' ? defaultPort : port}`;
}

function invalid(): InvalidValueError {
  return new InvalidValueError(`is not a URL such as ${EXAMPLE}`);
}

export const HISTORY_VARIABLES = {
  HISTORY_URL: {
    meaning:
      'ClickHouse servers for the positions and old events of devices, for example `http://user:password@host:8123/database`: hosts of replicas are separated by commas, shards by spaces. Without it they are in PostgreSQL',
    default: null,
    parse: historyUrl,
  },
} as const satisfies VariableTable & Record<string, { meaning: string }>;
