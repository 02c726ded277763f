import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { Viewer } from './viewer.ts';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** A viewer over a real connection, whose reader decides when it reads. */
async function connect(isLossless = false): Promise<{ viewer: Viewer; reader: IncomingMessage }> {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const viewer = new Promise<Viewer>((resolve) => {
    server.once('request', (_, response) => {
      response.flushHeaders();
      resolve(new Viewer(response, isLossless));
    });
  });
  const request = get({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
  const [reader] = (await once(request, 'response')) as [IncomingMessage];
  return { viewer: await viewer, reader };
}

const frame = Buffer.alloc(1_000_000, 1);

/** Writes until the reader's buffers are full and the viewer skips. */
function fill(viewer: Viewer): void {
  viewer.start([frame]);
  for (let written = 0; written < 60; written += 1) viewer.write(frame, 'other', 0);
}

test('a viewer that does not read skips frames instead of filling memory, and resumes with a key frame', async () => {
  const { viewer, reader } = await connect();
  fill(viewer);
  const behind = viewer.response.writableLength;
  expect(behind).toBeLessThan(3_000_000);
  viewer.write(frame, 'key', 1_000);
  expect(viewer.response.writableLength).toBe(behind);
  reader.resume();
  if (viewer.response.writableNeedDrain) await once(viewer.response, 'drain');
  viewer.write(frame, 'other', 2_000);
  expect(viewer.response.writableLength).toBe(0);
  const received = once(reader, 'data');
  viewer.write(Buffer.from('key frame'), 'key', 3_000);
  await received;
});

test('a viewer that skips for 20 s is closed', async () => {
  const { viewer } = await connect();
  fill(viewer);
  viewer.write(frame, 'other', 20_000);
  expect(viewer.response.destroyed).toBe(false);
  viewer.write(frame, 'other', 20_001);
  expect(viewer.response.destroyed).toBe(true);
});

test('a reader without losses receives everything until it is 64 MB behind', async () => {
  const { viewer } = await connect(true);
  fill(viewer);
  expect(viewer.response.destroyed).toBe(false);
  for (let written = 0; written < 40; written += 1) viewer.write(frame, 'other', 0);
  expect(viewer.response.destroyed).toBe(true);
});
