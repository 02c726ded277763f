import type { VariableTable } from './reader.ts';
import { databaseUrl, integer, replicaUrl } from './values.ts';

export const DATABASE_VARIABLES = {
  DATABASE_URL: {
    meaning:
      'URL of an external PostgreSQL (15 or later) to use instead of the embedded one; several hosts for a failover',
    default: null,
    parse: databaseUrl,
  },
  DATABASE_READ_URL: {
    meaning: 'URL of a replica of `DATABASE_URL` for replays and reports',
    default: null,
    parse: replicaUrl,
  },
  WAKELINE_READ_LAG_MS: {
    meaning: 'milliseconds that such a read waits for the replica at most; then it uses the primary',
    default: '500',
    parse: integer('a number of milliseconds', 1, 60_000),
  },
  WAKELINE_DATABASE_CONNECTIONS: {
    meaning: 'maximum connections to the database',
    default: '12',
    parse: integer('a number of connections', 4, 500),
  },
} as const satisfies VariableTable & Record<string, { meaning: string }>;
