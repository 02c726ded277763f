import { UsageError } from '../command-error.ts';
import { connectPostgres } from './postgres-connection.ts';
import type { TraccarSource } from './source.ts';
import { openSqlSource } from './sql-source.ts';

/** Where a Traccar is, as on the command line. */
export interface SourceAddress {
  readonly text: string;
  /** What standard input or the prompt has to contain. */
  readonly secret: 'password' | 'token' | null;
  open(secret: string): Promise<TraccarSource>;
}

type Opener = (url: string, secret: string) => Promise<TraccarSource>;

const openPostgres: Opener = async (url, password) => openSqlSource(await connectPostgres(url, password));

const SCHEMES: Readonly<Record<string, { readonly secret: 'password' | 'token'; readonly open: Opener }>> = {
  'postgres:': { secret: 'password', open: openPostgres },
  'postgresql:': { secret: 'password', open: openPostgres },
};

/**
 * Parses the address of a Traccar.
 *
 * @throws UsageError if it is not supported, or contains a password: arguments are visible in the process list
 */
export function parseSource(text: string): SourceAddress {
  const url = URL.canParse(text) ? new URL(text) : null;
  const scheme = url === null ? undefined : SCHEMES[url.protocol];
  if (url === null || scheme === undefined) throw new UsageError(`${text}: must be a URL like ${EXAMPLE}`);
  if (url.password !== '' || url.searchParams.has('password') || url.searchParams.has('token')) {
    throw new UsageError(
      'the URL must not contain a password: it is read from standard input, or prompted for',
    );
  }
  return { text, secret: scheme.secret, open: (secret) => scheme.open(text, secret) };
}

const EXAMPLE = 'postgres://user@host/traccar';
