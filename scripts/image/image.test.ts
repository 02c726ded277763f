import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROTOCOL_NAMES } from '@wakeline/domain/devices/protocols';
import { expect, test } from 'vitest';
import { buildImage } from './run-image.ts';

test('builds a server with a console from the steps of the image in an empty folder', {
  tags: ['long'],
  timeout: 900_000,
}, async () => {
  const home = mkdtempSync(join(tmpdir(), 'wakeline-image-'));
  // If root runs the tests, PostgreSQL's user needs access.
  chmodSync(home, 0o711);
  try {
    const { folder, environment, command } = await buildImage(
      readFileSync('deploy/Dockerfile', 'utf8'),
      home,
    );
    const [program = '', ...args] = command;
    const server = spawn(program, args, {
      cwd: folder,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // Only on this machine, at free ports.
      env: {
        PATH: process.env.PATH,
        ...environment,
        WAKELINE_HOST: '127.0.0.1',
        WAKELINE_PORT: '0',
        ...Object.fromEntries(
          [...PROTOCOL_NAMES, 'ais'].map((name) => [`WAKELINE_PORT_${name.toUpperCase()}`, '0']),
        ),
      },
    });
    const ended = once(server, 'exit');
    try {
      const [serving] = await Promise.race([
        once(server, 'message'),
        ended.then(([code]) => Promise.reject(new Error(`the server ended with ${code}`))),
      ]);
      const { url } = serving as { url: string };
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      expect((await fetch(`${url}/readyz`)).status).toBe(200);
      expect(await (await fetch(url)).text()).toContain('<div id="root">');
    } finally {
      server.kill('SIGTERM');
    }
    expect(await ended).toEqual([0, null]);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});
