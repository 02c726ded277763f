import { type JetStreamClient, jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { ClusterConnection } from '../cluster/device-memory.ts';
import { Lease } from '../cluster/lease.ts';
import { ClusterMember, loadClusterSettings } from '../cluster/members.ts';
import { JETSTREAM_OPTIONS, type NatsConnection } from '../cluster/nats-connection.ts';
import { createSubjects } from '../cluster/subjects.ts';
import type { ClusterConfig, RoleConfig } from '../config/cluster.ts';
import { connect, type Database, type Db } from '../db/database.ts';
import type { ClusterIngestOptions } from '../ingest/cluster-ingest.ts';

export interface ClusterOptions {
  readonly db: Db;
  /** Of the database. */
  readonly url: string;
  readonly nats: NatsConnection;
  readonly config: ClusterConfig;
  readonly roles: RoleConfig['roles'];
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  /** Replaces the client of the streams in tests. @param cluster the name of the cluster */
  readonly replaceClient?: ((client: JetStreamClient, cluster: string) => JetStreamClient) | undefined;
}

type ClusterOfIngest = Pick<
  ClusterIngestOptions,
  | 'openWriter'
  | 'isGateway'
  | 'isEngine'
  | 'partitionCount'
  | 'client'
  | 'manager'
  | 'streams'
  | 'maxPayload'
  | 'members'
  | 'electFeeds'
  | 'memberId'
  | 'countGateways'
>;

export interface ClusterComposition {
  /** For live updates and requests between processes. */
  readonly connection: ClusterConnection;
  /** What ingest needs besides that of a single machine. */
  readonly ingest: ClusterOfIngest;
  /** Whether this process does what only one worker may do. */
  readonly isLeader: () => boolean;
  /** Number of live processes that serve consoles. */
  readonly countApis: () => number;
  /** Notifies the workers that something was stored that is forwarded. */
  readonly onForwarded: () => void;
  /** Calls `wake` when an engine has stored something that is forwarded. */
  followForwarded(wake: () => void): void;
  stop(): Promise<void>;
}

/** Announces this process in the cluster, and elects the worker that does what only one may do. */
export async function createCluster({
  db,
  url,
  nats,
  config,
  roles,
  clock,
  log,
  replaceClient = (client) => client,
}: ClusterOptions): Promise<ClusterComposition> {
  const settings = await loadClusterSettings(db, config.partitions);
  if (settings.partitions !== config.partitions) {
    const stored = settings.partitions;
    log.warn(`WAKELINE_PARTITIONS: ${config.partitions} has no effect, because this cluster has ${stored}`);
  }
  const member = new ClusterMember((name) => connect(url, 1, name), log, roles);
  await member.start(clock);
  const open = (): Database => connect(url, 1, member.applicationName);
  const leader = new Lease(open, 'worker', log);
  if (roles.has('worker')) await leader.start(clock);
  const subjects = createSubjects(settings.name);
  return {
    connection: { nats, subjects },
    ingest: {
      openWriter: open,
      isGateway: roles.has('gateway'),
      isEngine: roles.has('engine'),
      partitionCount: settings.partitions,
      client: replaceClient(jetstream(nats, JETSTREAM_OPTIONS), settings.name),
      manager: await jetstreamManager(nats, JETSTREAM_OPTIONS),
      streams: {
        cluster: settings.name,
        replicas: config.streamReplicas,
        maxBytes: config.streamBytes,
      },
      maxPayload: nats.info?.max_payload ?? 0,
      members: { clock, countEngines: () => member.countEngines(), endLost: () => member.endLost() },
      memberId: member.memberId,
      countGateways: () => member.gateways,
      async electFeeds(start) {
        const lease = new Lease(open, 'feeds', log);
        await lease.start(clock, start);
        return () => lease.release();
      },
    },
    countApis: () => member.apis,
    isLeader: () => leader.isHeld,
    onForwarded: () => nats.publish(subjects.forwarded),
    followForwarded(wake) {
      nats.subscribe(subjects.forwarded, { callback: wake });
    },
    async stop() {
      await leader.release();
      await member.stop();
    },
  };
}
