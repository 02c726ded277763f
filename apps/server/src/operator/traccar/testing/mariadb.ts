import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
import { freePorts } from '../../../testing/free-ports.ts';

const PASSWORD = 'harbour-7';
const HERE = import.meta.dirname;

/** Starts a MariaDB with the small Traccar of `README.md` and a user who can only read it. */
export async function startMariaDb() {
  const folder = mkdtempSync(join(tmpdir(), 'wakeline-mariadb-'));
  const user = process.getuid?.() === 0 ? ['--user=root'] : [];
  const options = ['--no-defaults', `--datadir=${join(folder, 'data')}`, ...user];
  execFileSync('mariadb-install-db', [...options, '--auth-root-authentication-method=normal'], {
    stdio: 'ignore',
  });
  const [port] = await freePorts(1);
  const socketPath = join(folder, 'socket');
  const process_ = spawn(
    'mariadbd',
    [...options, `--socket=${socketPath}`, `--port=${port}`, '--bind-address=127.0.0.1'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  await new Promise<void>((resolve, reject) => {
    let log = '';
    process_.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      if (log.includes('ready for connections')) resolve();
    });
    process_.once('exit', () => reject(new Error(`mariadbd ended: ${log}`)));
  });
  async function stop() {
    const exit = once(process_, 'exit');
    process_.kill();
    await exit;
    rmSync(folder, { recursive: true, force: true });
  }
  try {
    await fill(socketPath);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: `mariadb://reader@127.0.0.1:${port}/traccar`,
    password: PASSWORD,
    stop,
  };
}

async function fill(socketPath: string): Promise<void> {
  const root = await mysql.createConnection({
    user: 'root',
    socketPath,
    multipleStatements: true,
    charset: 'utf8mb4',
  });
  await root.query(`create database traccar character set utf8mb4; use traccar; set time_zone = '+00:00'`);
  for (const file of ['schema-6.16.mariadb.sql', 'small-traccar.sql']) {
    await root.query(readFileSync(join(HERE, file), 'utf8'));
  }
  await root.query(
    `create user reader@'127.0.0.1' identified by '${PASSWORD}'; grant select on traccar.* to reader@'127.0.0.1'`,
  );
  await root.end();
}
