import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePorts } from './free-ports.ts';

const START_TIMEOUT_MS = 60_000;
const POLL_MS = 100;

export interface TestZooKeeper {
  readonly port: number;
  close(): Promise<void>;
}

/** Starts Debian's ZooKeeper on a free port of the loopback interface, with its data in a temporary folder. */
export async function startZooKeeper(): Promise<TestZooKeeper> {
  const folder = mkdtempSync(join(tmpdir(), 'wakeline-zookeeper-'));
  const [port = 0] = await freePorts(1);
  writeFileSync(
    join(folder, 'zoo.cfg'),
    `tickTime=1000\ndataDir=${folder}/data\nclientPort=${port}\nclientPortAddress=127.0.0.1\nadmin.enableServer=false\n`,
  );
  const main = 'org.apache.zookeeper.server.ZooKeeperServerMain';
  const server = spawn('java', ['-Xmx128m', '-cp', '/usr/share/java/*', main, join(folder, 'zoo.cfg')], {
    cwd: folder,
    stdio: 'ignore',
  });
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!(await isListening(port))) {
    if (server.exitCode !== null || performance.now() > deadline)
      throw new Error(`ZooKeeper does not start in ${folder}`);
    await delay(POLL_MS);
  }
  return {
    port,
    async close() {
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
