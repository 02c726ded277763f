import { setTimeout as delay } from 'node:timers/promises';
import { type JetStreamClient, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { ClusterMember, loadClusterSettings } from '../../cluster/members.ts';
import { connectNats, JETSTREAM_OPTIONS } from '../../cluster/nats-connection.ts';
import type { Role } from '../../config/cluster.ts';
import { connect, type Db } from '../../db/database.ts';
import { NatsServers } from '../../testing/nats-servers.ts';
import { createClusterIngest } from '../cluster-ingest.ts';
import type { Engine, EngineDependencies } from '../engine.ts';
import { subjectOf } from '../stream/streams.ts';

/** Few, so that each has several devices. */
const PARTITIONS = 4;
/** Small streams: a server reserves their size. */
const STREAM_BYTES = 64_000_000;

let shared: Promise<NatsServers> | null = null;

/** One NATS server for all tests of a file, which ends with its process. */
function sharedServers(): Promise<NatsServers> {
  shared ??= NatsServers.start(1).then((servers) => {
    process.once('exit', () => void servers.end(0));
    return servers;
  });
  return shared;
}

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

/**
 * A client whose publications resolve when the engine has stored the message, so that tests of the engine need not know
 * whether a device is acknowledged by the stream or by the database.
 */
function acknowledgeAfterCommit(
  client: JetStreamClient,
  db: Db,
  cluster: string,
  stopping: AbortSignal,
): JetStreamClient {
  const publish: JetStreamClient['publish'] = async (subject, payload, options) => {
    const acknowledged = await client.publish(subject, payload, options);
    const partition = Number(subject.slice(subjectOf({ cluster }, 0).length - 1));
    while (!stopping.aborted && !(await isStored(db, partition, acknowledged.seq))) await delay(2);
    // The engine adopts the states after the commit.
    await delay(2);
    return acknowledged;
  };
  return new Proxy(client, {
    get: (target, name) => (name === 'publish' ? publish : Reflect.get(target, name, target)),
  });
}

async function isStored(db: Db, partition: number, seq: number): Promise<boolean> {
  const row = await db
    .selectFrom('partition_offset')
    .select('seq')
    .where('partition', '=', partition)
    .executeTakeFirst()
    .catch(() => undefined);
  return row !== undefined && row.seq >= seq;
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
  const nats = await connectNats((servers ?? (await sharedServers())).urls, 'test', log);
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
    members: member,
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
