import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@wakeline/client/client';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passwordDigest } from '../identity/password.ts';
import { devicePortVariables } from '../testing/free-ports.ts';
import { ServerProcess } from '../testing/server-process.ts';

const ADMIN = join(import.meta.dirname, 'admin.ts');

let folder: string;
let environment: Record<string, string>;
let server: ServerProcess | null = null;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'wakeline-operator-'));
  // If root runs the tests, PostgreSQL's user needs access.
  chmodSync(folder, 0o711);
  environment = {
    WAKELINE_DATA: join(folder, 'data'),
    WAKELINE_PORT: '0',
    ...devicePortVariables(),
  };
});
afterAll(async () => {
  await server?.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the command on the data folder. */
async function admin(args: readonly string[], input = ''): Promise<string> {
  const child = spawn(process.execPath, [ADMIN, ...args], {
    env: { PATH: process.env.PATH, ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  child.stdin.end(input);
  const [status] = (await once(child, 'close')) as [number];
  expect({ status, output }).toMatchObject({ status: 0 });
  return output.trim();
}

function postgresRuns(): boolean {
  return existsSync(join(folder, 'data/postgres/cluster/postmaster.pid'));
}

async function start(): Promise<string> {
  server = new ServerProcess(environment);
  return (await server.serving()).url;
}

test('runs commands before the first start, beside the server and after it, and leaves PostgreSQL as it was', {
  tags: ['long'],
  timeout: 240_000,
}, async () => {
  await admin(['create-account', 'ada', '--roles', 'loc_monitor', '--name', 'Harbour'], 'seven seas\n');
  expect(postgresRuns()).toBe(false);

  const url = await start();
  const client = createClient({ baseUrl: url, prefix: '/service', token: () => null });
  const pd = passwordDigest('seven seas');
  const signedIn = await client.call('loginByCodeOrPd', { phone: 'ada', pd });
  expect(signedIn.accountMsg.roles).toEqual([{ name: 'eob_plugin_loc_monitor' }]);

  const logo = join(folder, 'logo.png');
  const red = { width: 600, height: 300, channels: 3, background: '#c00000' } as const;
  writeFileSync(logo, await sharp({ create: red }).png().toBuffer());
  await admin(['brand', '--account', 'ada', '--link-code', 'pier', '--logo', logo]);
  const { logoUrl } = await client.call('loadSysConf', { t: 'pier' });
  const picture = await fetch(new URL(logoUrl ?? '', url));
  expect(picture.headers.get('content-type')).toBe('image/png');
  // Displayed at 269 by 74 at most, and stored for 2x screens: 148 pixels high.
  const { width, height } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata();
  expect([width, height]).toEqual([296, 148]);

  const backup = join(folder, 'backup');
  expect(await admin(['backup', backup])).toContain('1 files');
  await admin(['end-sessions', '--user', 'ada']);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect(await server?.end('SIGTERM')).toBe(0);
  expect(postgresRuns()).toBe(false);

  expect(await admin(['accounts'])).toMatch(/ada .* pier +Harbour$/);
  expect(postgresRuns()).toBe(false);

  environment = { ...environment, WAKELINE_DATA: join(folder, 'restored') };
  expect(await admin(['restore', backup])).toContain('Restored the backup of');
  expect(await admin(['accounts'])).toMatch(/ada .* pier +Harbour$/);
  expect(existsSync(join(folder, 'restored/postgres/cluster/postmaster.pid'))).toBe(false);
});
