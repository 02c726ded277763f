import { UsageError } from '../command-error.ts';
import type { TraccarSource } from './source.ts';
import { openSqlSource } from './sql-source.ts';

/** Where a Traccar is, as on the command line. */
export interface SourceAddress {
  readonly text: string;
  /** What standard input or the prompt has to contain. */
  readonly secret: 'password' | 'token' | null;
  open(secret: string, context: OpenContext): Promise<TraccarSource>;
}

interface OpenContext {
  /** URL of Wakeline's database, which sorts the positions of an export in temporary tables. */
  readonly url: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

type Opener = (url: string, secret: string, context: OpenContext) => Promise<TraccarSource>;

// The drivers are loaded on demand.
const openPostgres: Opener = async (url, password) => {
  const { connectPostgres } = await import('./postgres-connection.ts');
  return openSqlSource(await connectPostgres(url, password));
};

const openMysql: Opener = async (url, password) => {
  const { connectMysql } = await import('./mysql-connection.ts');
  return openSqlSource(await connectMysql(url, password));
};

const openApi: Opener = async (url, token, { now }) => {
  const { openApiSource } = await import('./api-source.ts');
  return openApiSource(url, token, now);
};

async function openExport(path: string, url: string): Promise<TraccarSource> {
  const { loadH2Export } = await import('./h2-export.ts');
  return openSqlSource(await loadH2Export(path, url));
}

const SCHEMES: Readonly<Record<string, { readonly secret: 'password' | 'token'; readonly open: Opener }>> = {
  'postgres:': { secret: 'password', open: openPostgres },
  'postgresql:': { secret: 'password', open: openPostgres },
  'mysql:': { secret: 'password', open: openMysql },
  'mariadb:': { secret: 'password', open: openMysql },
  'http:': { secret: 'token', open: openApi },
  'https:': { secret: 'token', open: openApi },
};

/**
 * Parses the address of a Traccar.
 *
 * @throws UsageError if it is not supported, or contains a password: arguments are visible in the process list
 */
export function parseSource(text: string): SourceAddress {
  if (!text.includes('://')) return { text, secret: null, open: (_, { url }) => openExport(text, url) };
  const url = URL.canParse(text) ? new URL(text) : null;
  const scheme = url === null ? undefined : SCHEMES[url.protocol];
  if (url === null || scheme === undefined)
    throw new UsageError(`${text}: must be a file, or a URL like ${EXAMPLE}`);
  if (url.password !== '' || url.searchParams.has('password') || url.searchParams.has('token')) {
    throw new UsageError(
      'the URL must not contain a password: it is read from standard input, or prompted for',
    );
  }
  return { text, secret: scheme.secret, open: (secret, context) => scheme.open(text, secret, context) };
}

const EXAMPLE = 'postgres://user@host/traccar';
