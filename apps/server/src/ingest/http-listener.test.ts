import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import { osmand } from '@wakeline/protocols/osmand/osmand';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { IS_CLUSTER } from '../testing/is-cluster.ts';
import { blockCommits, commitIsBlocked } from './testing/blocked-commits.ts';
import { eventually } from './testing/eventually.ts';
import { report } from './testing/reports.ts';
import { startTestEngine, type TestEngine } from './testing/test-engine.ts';

const NOW = Math.floor(Date.now() / 1_000) * 1_000;

let testEngine: TestEngine;
let trackerId: number;

beforeEach(async () => {
  testEngine = await startTestEngine({ limits: { httpRequests: 3 } });
  trackerId = await testEngine.addTracker('phone-1');
});

afterEach(() => testEngine.close());

function urlOf(target: string): string {
  return `http://127.0.0.1:${testEngine.port('osmand')}${target}`;
}

test('stores a position from a single curl request and publishes it', async () => {
  const response = await fetch(
    urlOf(`/?id=phone-1&lat=53.5436&lon=9.9663&timestamp=${NOW / 1_000}&speed=10&batt=80`),
  );
  expect(response.status).toBe(200);
  expect(await response.text()).toBe('');
  expect(await testEngine.storedTimes(trackerId)).toEqual([NOW]);
  // 10 knots are 18.52 km/h.
  expect(testEngine.feed.changes).toMatchObject([
    {
      trackerId,
      status: { latitude: 53.5436, longitude: 9.9663, speed: 18.52, electricity: 80, status: 'RUNNING' },
    },
  ]);
});

test('responds after the commit', async () => {
  await fetch(urlOf(`/?id=phone-1&lat=53&lon=9&timestamp=${NOW / 1_000 - 10}`));
  const release = await blockCommits(testEngine);
  let hasResponse = false;
  const response = fetch(urlOf(`/?id=phone-1&lat=53&lon=9&timestamp=${NOW / 1_000}`)).then((response) => {
    hasResponse = true;
    return response.status;
  });
  await commitIsBlocked(testEngine);
  expect(hasResponse).toBe(false);
  await release();
  expect(await response).toBe(200);
});

test('stores a batch of buffered reports from one request', async () => {
  const reports = Array.from({ length: 500 }, (_, index) => report({ time: NOW - (500 - index) * 1_000 }));
  const { method, target, contentType, body } = osmand.encode('phone-1', reports);
  const response = await fetch(urlOf(target), {
    method,
    headers: contentType === null ? {} : { 'content-type': contentType },
    body: Buffer.from(body),
  });
  expect(response.status).toBe(200);
  expect((await testEngine.storedTimes(trackerId)).length).toBe(500);
});

test.each([
  { name: 'a request without a device', target: '/?lat=1&lon=2', status: 400 },
  { name: 'a latitude that is not a number', target: '/?id=phone-1&lat=north&lon=2', status: 400 },
  { name: 'an unknown device', target: '/?id=phone-2&lat=1&lon=2', status: 404 },
])('responds to $name with $status', async ({ target, status }) => {
  const response = await fetch(urlOf(target));
  expect(response.status).toBe(status);
  expect(await testEngine.storedTimes(trackerId)).toEqual([]);
});

test('sets latitude 91 aside and responds with 200, so that the phone does not repeat it forever', async () => {
  expect((await fetch(urlOf('/?id=phone-1&lat=91&lon=2'))).status).toBe(200);
  const rows = await testEngine.database.db.selectFrom('rejected_report').select(['reason', 'raw']).execute();
  expect(rows.map(({ reason, raw }) => [reason, raw.toString()])).toEqual([
    ['latitude-out-of-range', 'GET /?id=phone-1&lat=91&lon=2\r\n\r\n'],
  ]);
});

test('sets unreadable locations of a batch aside with the bytes, because the phone drops them, too', async () => {
  const location = (second: number, latitude: unknown) => ({
    timestamp: new Date(NOW - second * 1_000).toISOString(),
    coords: { latitude, longitude: 9.9663 },
  });
  const body = JSON.stringify({
    device_id: 'phone-1',
    location: [location(2, 53.5), location(1, 'north'), location(0, 53.6), location(3, 'south')],
  });
  const response = await fetch(urlOf('/'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  expect(response.status).toBe(200);
  expect(await testEngine.storedTimes(trackerId)).toEqual([NOW - 2_000, NOW]);
  const rows = await testEngine.database.db.selectFrom('rejected_report').select(['reason', 'raw']).execute();
  expect(rows.map(({ reason, raw }) => [reason, raw.toString()])).toEqual([
    ['2 x malformed: location[1].coords.latitude: not a number: "north"', `POST /\r\n\r\n${body}`],
  ]);
  expect(await testEngine.metricValue('wakeline_reports_rejected_total', { reason: 'malformed' })).toBe(2);
});

test('refuses a deeply nested body before it is parsed', async () => {
  const nested = '['.repeat(1_000_000);
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(urlOf('/'), { method: 'POST', headers, body: `{"location":${nested}` });
  expect([response.status, await response.text()]).toEqual([400, 'nested too deeply']);
});

test('refuses a body that is too long without reading it to its end', async () => {
  const socket = connectSocket(testEngine.port('osmand'), '127.0.0.1');
  await once(socket, 'connect');
  let responseText = '';
  socket.on('data', (bytes) => {
    responseText += bytes.toString();
  });
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.on('close', resolve));
  const length = 100 * 1024 * 1024;
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n`);
  const write = () => {
    if (!socket.destroyed) socket.write(Buffer.alloc(64 * 1024), () => setImmediate(write));
  };
  write();
  await closed;
  expect(responseText).toMatch(/^HTTP\/1.1 413 /);
  expect(socket.bytesWritten).toBeLessThan(length / 2);
});

test.skipIf(IS_CLUSTER)('responds with 503 and Retry-After while too many requests wait', async () => {
  await fetch(urlOf(`/?id=phone-1&lat=53&lon=9&timestamp=${NOW / 1_000 - 10}`));
  const release = await blockCommits(testEngine);
  const waiting = [1, 2, 3].map((second) =>
    fetch(urlOf(`/?id=phone-1&lat=53&lon=9&timestamp=${NOW / 1_000 - second}`)),
  );
  await eventually('three requests wait', () => testEngine.engine.status().queuedReports === 3);
  const fourth = await fetch(urlOf(`/?id=phone-1&lat=53&lon=9&timestamp=${NOW / 1_000}`));
  expect(fourth.status).toBe(503);
  expect(fourth.headers.get('retry-after')).toBe('5');
  await release();
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200]);
});
