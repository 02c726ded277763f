import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { ClusterMember, loadClusterSettings } from '../../cluster/members.ts';
import { connectNats, JETSTREAM_OPTIONS } from '../../cluster/nats-connection.ts';
import type { Role } from '../../config/cluster.ts';
import { connect } from '../../db/database.ts';
import { acknowledgeAfterCommit } from '../../testing/acknowledge-after-commit.ts';
import { sharedNatsUrl } from '../../testing/is-cluster.ts';
import type { NatsServers } from '../../testing/nats-servers.ts';
import { createClusterIngest } from '../cluster-ingest.ts';
import type { Engine, EngineDependencies } from '../engine.ts';

/** Few, so that each has several devices. */
const PARTITIONS = 4;
/** Small streams: a server reserves their size. */
const STREAM_BYTES = 64_000_000;

export interface TestCluster {
  readonly ingest: Engine;
  readonly member: ClusterMember;
  stop(): Promise<void>;
}

interface Options {
  /** Of the database. */
  readonly url: string;
  readonly servers?: NatsServers;
  readonly roles?: readonly Role[];
  readonly replicas?: number;
  /** Whether devices are acknowledged only when their reports are in the database. */
  readonly awaitsCommit?: boolean;
}

/** A process withdraws when it stops, so that others count one engine less. */
function withMember(ingest: Engine, member: ClusterMember): Engine {
  return Object.create(ingest, {
    stop: {
      value: async () => {
        await ingest.stop();
        await member.stop();
      },
    },
  });
}

/** A process of a cluster, by default a gateway and an engine, on streams of its own database. */
export async function startTestCluster(
  dependencies: Omit<EngineDependencies, 'writers'>,
  { url, servers, roles = ['gateway', 'engine'], replicas = 1, awaitsCommit = true }: Options,
): Promise<TestCluster> {
  const { database, log, clock } = dependencies;
  const nats = await connectNats(servers?.urls ?? [sharedNatsUrl()], 'test', log);
  const member = new ClusterMember((name) => connect(url, 1, name), log, roles);
  await member.start(clock);
  const stopping = new AbortController();
  const settings = await loadClusterSettings(database.db, PARTITIONS);
  const ingest = createClusterIngest({
    ...dependencies,
    isGateway: roles.includes('gateway'),
    isEngine: roles.includes('engine'),
    partitionCount: settings.partitions,
    client: awaitsCommit
      ? acknowledgeAfterCommit(
          jetstream(nats, JETSTREAM_OPTIONS),
          database.db,
          settings.name,
          stopping.signal,
        )
      : jetstream(nats, JETSTREAM_OPTIONS),
    manager: await jetstreamManager(nats, JETSTREAM_OPTIONS),
    streams: { cluster: settings.name, replicas, maxBytes: STREAM_BYTES },
    maxPayload: nats.info?.max_payload ?? 1_048_576,
    members: { clock, countEngines: () => member.countEngines(), endLost: () => member.endLost() },
    memberId: member.memberId,
    countGateways: () => 1,
    onTakenOver: () => undefined,
    async electFeeds(start) {
      await start();
      return () => Promise.resolve();
    },
  });
  return {
    ingest: withMember(ingest, member),
    member,
    async stop() {
      stopping.abort();
      await nats.close();
    },
  };
}
