import { createReader, type ReaderContext, type VariableTable } from './reader.ts';
import { InvalidValueError, integer } from './values.ts';

/** What a process of a cluster does (docs/development/cluster.md#roles). */
export const ROLES = ['gateway', 'engine', 'api', 'worker'] as const;
export type Role = (typeof ROLES)[number];

/** The process does everything and needs no NATS. */
const ALL = 'all';
const NATS_PORT = '4222';

export const CLUSTER_VARIABLES = {
  WAKELINE_ROLE: {
    meaning: `what this process does: ${ALL}, or some of ${ROLES.join(', ')}, separated by commas; all others require NATS_URL and DATABASE_URL. The option --role takes precedence`,
    default: ALL,
    parse: roles,
  },
  NATS_URL: {
    meaning:
      'NATS servers of a cluster: nats://user:password@host:4222, or tls://; several are separated by commas',
    default: null,
    parse: natsUrls,
  },
  WAKELINE_PARTITIONS: {
    meaning:
      'partitions of the trackers of a cluster, the maximum number of engines; only the first start of a cluster uses it',
    default: '8',
    parse: integer('a number of partitions', 1, 256),
  },
  WAKELINE_STREAM_REPLICAS: {
    meaning: 'NATS servers that store each report before its device gets the acknowledgement',
    default: '3',
    parse: integer('a number of servers', 1, 5),
  },
  WAKELINE_STREAM_GB: {
    meaning:
      'gigabytes of reports that each partition stores until the engines have processed them; a full partition accepts no reports',
    default: '10',
    parse: integer('a number of gigabytes', 1, 100_000),
  },
} as const satisfies VariableTable & Record<string, { meaning: string }>;

/** How the processes of a cluster exchange reports and live updates. */
export interface ClusterConfig {
  readonly natsUrls: readonly string[];
  /** Used when the cluster starts for the first time. */
  readonly partitions: number;
  /** Servers that store each report. */
  readonly streamReplicas: number;
  /** Limit of each partition. */
  readonly streamBytes: number;
}

export interface RoleConfig {
  readonly roles: ReadonlySet<Role>;
  /** Null: one process does everything. */
  readonly cluster: ClusterConfig | null;
}

export function readClusterConfig(context: ReaderContext): RoleConfig {
  const { value, optional, requireWith } = createReader(CLUSTER_VARIABLES, context);
  const role = value('WAKELINE_ROLE');
  const urls = optional('NATS_URL');
  if (role === ALL) {
    // Otherwise a process that was meant for a cluster would ingest on its own.
    if (urls !== null) context.problems.push(`NATS_URL: has no effect with the role ${ALL}`);
    requireWith('WAKELINE_STREAM_', 'NATS_URL');
    requireWith('WAKELINE_PARTITIONS', 'NATS_URL');
    return { roles: new Set(ROLES), cluster: null };
  }
  for (const name of ['NATS_URL', 'DATABASE_URL'])
    if (!context.environment[name])
      context.problems.push(`${name}: required with the role ${[...role].join()}`);
  return {
    roles: role,
    cluster: {
      natsUrls: urls ?? [],
      partitions: value('WAKELINE_PARTITIONS'),
      streamReplicas: value('WAKELINE_STREAM_REPLICAS'),
      streamBytes: value('WAKELINE_STREAM_GB') * 1_000_000_000,
    },
  };
}

/** `all`, or a list such as `gateway,api`. */
function roles(text: string): typeof ALL | ReadonlySet<Role> {
  if (text === ALL) return ALL;
  const names = text.split(',').map((name) => name.trim());
  return new Set(
    names.map((name) => {
      const role = ROLES.find((known) => known === name);
      if (role === undefined) throw new InvalidValueError(`is not ${ALL} or a list of ${ROLES.join(', ')}`);
      return role;
    }),
  );
}

/** URLs of NATS servers. @throws InvalidValueError */
function natsUrls(text: string): readonly string[] {
  return text.split(',').map((part) => {
    const url = URL.canParse(part.trim()) ? new URL(part.trim()) : null;
    if (url === null || !['nats:', 'tls:'].includes(url.protocol) || url.hostname === '')
      throw new InvalidValueError('is not a URL such as nats://user:password@host:4222');
    if (url.port === '') url.port = NATS_PORT;
    return url.href;
  });
}
