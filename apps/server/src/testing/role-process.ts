import { jetstreamManager } from '@nats-io/jetstream';
import pino from 'pino';
import { type App, createApp } from '../app.ts';
import type { Clock } from '../clock.ts';
import { loadClusterSettings } from '../cluster/members.ts';
import { connectNats, JETSTREAM_OPTIONS } from '../cluster/nats-connection.ts';
import { readConfig } from '../config.ts';
import { connect } from '../db/database.ts';
import { streamOf } from '../ingest/stream/streams.ts';
import { acknowledgeAfterCommit } from './acknowledge-after-commit.ts';
import { RepeatedTasks } from './repeated-tasks.ts';
import type { RoleRequest, RoleResponse } from './role-messages.ts';
import { SharedTime } from './shared-time.ts';
import { fixedDevicePorts } from './world-config.ts';

/** Streams are small: a NATS server reserves their size. */
const STREAM_BYTES = 16_000_000;

interface RoleServer {
  readonly app: App;
  readonly runDueTasks: () => void;
  stop(deletesStreams: boolean): Promise<void>;
}

const servers = new Map<number, RoleServer>();
const log = pino({ level: process.env.WORLD_LOG ?? 'silent' });

function create({ environment, devicePorts, timeFile }: RoleRequest & { type: 'start' }): RoleServer {
  const config = readConfig(environment);
  const { cluster } = config;
  if (cluster === null) throw new Error('these roles require NATS');
  const time = SharedTime.open(timeFile);
  const tasks = new RepeatedTasks();
  const clock: Clock = {
    now: () => time.get(),
    every: (ms, task) => tasks.add(time.get(), ms, task),
  };
  const stopping = new AbortController();
  const database = connect(environment.DATABASE_URL ?? '', 2);
  const app = createApp(
    { ...config, ...fixedDevicePorts(devicePorts), cluster: { ...cluster, streamBytes: STREAM_BYTES } },
    log,
    {
      clock,
      webRoot: null,
      replaceStreamClient: (client, name) =>
        acknowledgeAfterCommit(client, database.db, name, stopping.signal),
    },
  );

  async function deleteStreams(): Promise<void> {
    const settings = await loadClusterSettings(database.db, 1);
    const nats = await connectNats(cluster?.natsUrls ?? [], 'test', log);
    const manager = await jetstreamManager(nats, JETSTREAM_OPTIONS);
    for (let partition = 0; partition < settings.partitions; partition += 1)
      await manager.streams.delete(streamOf({ cluster: settings.name }, partition));
    await nats.close();
  }

  return {
    app,
    runDueTasks: () => tasks.run(time.get()),
    async stop(deletesStreams) {
      stopping.abort();
      await app.stop();
      if (deletesStreams) await deleteStreams();
      await database.close();
      time.close();
    },
  };
}

async function respond(request: RoleRequest): Promise<RoleResponse | null> {
  const { id } = request;
  if (request.type === 'start') {
    const server = create(request);
    servers.set(id, server);
    try {
      return { type: 'started', id, addresses: await server.app.start() };
    } catch (error) {
      servers.delete(id);
      await server.stop(false);
      throw error;
    }
  }
  const server = servers.get(id);
  if (request.type === 'advance') {
    server?.runDueTasks();
    return null;
  }
  servers.delete(id);
  await server?.stop(request.deletesStreams);
  return { type: 'stopped', id };
}

process.on('message', (request: RoleRequest) => {
  respond(request)
    .catch((error: unknown): RoleResponse => {
      const reason = error instanceof Error ? error.message : String(error);
      return { type: 'failed', id: request.id, reason };
    })
    .then((response) => {
      if (response !== null && process.connected) process.send?.(response);
    });
});
// The process of the tests has ended.
process.once('disconnect', () => process.exit());
