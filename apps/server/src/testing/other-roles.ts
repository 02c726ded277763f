import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Addresses } from '../app.ts';
import type { Environment } from '../config.ts';
import type { DevicePorts } from './free-ports.ts';
import { sharedNatsUrl } from './is-cluster.ts';
import type { RoleRequest, RoleResponse } from './role-messages.ts';
import { SharedTime } from './shared-time.ts';

const PROGRAM = new URL('./role-process.ts', import.meta.url);

/** Operations and consoles are in the process of the test; the other roles are in another one, with NATS in between. */
const OWN_ROLES = 'api';
const OTHER_ROLES = 'gateway,engine,worker';

let child: ChildProcess | null = null;
let errorOutput = '';
let lastId = 0;
const waiting = new Map<number, (response: RoleResponse) => void>();

/** One process for all servers of this one: it loads the modules once. */
function sharedProcess(): ChildProcess {
  if (child !== null) return child;
  const started = fork(fileURLToPath(PROGRAM), [], { stdio: ['ignore', 'inherit', 'pipe', 'ipc'] });
  started.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errorOutput += text;
  });
  started.on('message', (response: RoleResponse) => {
    waiting.get(response.id)?.(response);
    waiting.delete(response.id);
  });
  started.once('close', () => {
    child = null;
    for (const [id, resolve] of waiting) resolve({ type: 'failed', id, reason: errorOutput });
    waiting.clear();
  });
  started.unref();
  child = started;
  return started;
}

async function request(message: RoleRequest): Promise<RoleResponse> {
  const { channel } = sharedProcess();
  channel?.ref();
  try {
    const response = await new Promise<RoleResponse>((resolve) => {
      waiting.set(message.id, resolve);
      sharedProcess().send(message, () => undefined);
    });
    if (response.type === 'failed') throw new Error(response.reason);
    return response;
  } finally {
    if (waiting.size === 0) channel?.unref();
  }
}

/** Gateway, engine and worker of a server in another process, which has the time of the test's clock. */
export interface OtherRoles {
  readonly addresses: Promise<Addresses>;
  /** Variables of the process of the test. */
  readonly environment: Environment;
  /** Sets the time, and runs what is due. */
  advance(now: number): void;
  /** @param deletesStreams no other server uses the database */
  stop(deletesStreams: boolean): Promise<void>;
}

interface OtherRolesOptions {
  /** Of the server, without those of a cluster. */
  readonly environment: Environment;
  readonly devicePorts: Partial<DevicePorts>;
  readonly folder: string;
  readonly time: number;
}

/** Starts the other roles of a server. Their addresses arrive later, because the roles of a cluster start side by side. */
export function startOtherRoles({
  environment,
  devicePorts,
  folder,
  time: start,
}: OtherRolesOptions): OtherRoles {
  lastId += 1;
  const id = lastId;
  const timeFile = join(folder, `time-${id}`);
  const time = SharedTime.create(timeFile, start);
  const shared = {
    ...environment,
    NATS_URL: sharedNatsUrl(),
    WAKELINE_PARTITIONS: '2',
    WAKELINE_STREAM_REPLICAS: '1',
  };
  const addresses = request({
    type: 'start',
    id,
    environment: { ...shared, WAKELINE_ROLE: OTHER_ROLES },
    devicePorts,
    timeFile,
  }).then((response) => {
    if (response.type !== 'started') throw new Error(`unexpected response: ${response.type}`);
    return response.addresses;
  });
  // Awaited when the process of the test serves.
  addresses.catch(() => undefined);
  return {
    addresses,
    environment: { ...shared, WAKELINE_ROLE: OWN_ROLES },
    advance(now) {
      time.set(now);
      sharedProcess().send({ type: 'advance', id } satisfies RoleRequest, () => undefined);
    },
    async stop(deletesStreams) {
      await addresses.catch(() => undefined);
      await request({ type: 'stop', id, deletesStreams });
      time.close();
    },
  };
}
