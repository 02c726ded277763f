import pino from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePorts } from '../testing/free-ports.ts';
import { TestPublisher } from './testing/publisher.ts';
import { VideoProcess } from './video-process.ts';

/** Restarts of a process. */
const TIMEOUT = { timeout: 20_000 };

let video: VideoProcess;
let rtmpPort = 0;
let ends = 0;
beforeAll(async () => {
  [rtmpPort = 0] = await freePorts(1);
  video = new VideoProcess({
    ...{ host: '127.0.0.1', rtmpPort, maxStreams: 1, log: pino({ level: 'silent' }) },
    onReport(report) {
      if (report.type === 'authorize')
        video.send({ type: 'authorized', requestId: report.requestId, matchId: 7, refusal: null });
    },
    onEnd: () => {
      ends += 1;
    },
  });
  await video.start();
});
afterAll(() => video.stop());

async function publish(): Promise<TestPublisher> {
  const publisher = await TestPublisher.connect(rtmpPort);
  expect(await publisher.publish('key')).toMatchObject({ code: 'NetStream.Publish.Start' });
  publisher.sendOpening();
  publisher.sendFrame(true);
  return publisher;
}

test('is started again when it dies, and receives streams again', async () => {
  const publisher = await publish();
  await vi.waitFor(async () => expect(await video.open(7)).not.toBeNull());
  const { pid = 0 } = video;
  process.kill(pid, 'SIGKILL');
  await publisher.closed();
  await vi.waitFor(() => expect(ends).toBe(1), TIMEOUT);
  expect(await video.open(7)).toBeNull();
  await vi.waitFor(async () => (await publish()).end(), TIMEOUT);
  expect(video.pid).not.toBe(pid);
}, 40_000);

test('serves streams only with its token, on the loopback address', async () => {
  const publisher = await vi.waitFor(publish, TIMEOUT);
  const stream = await video.open(7);
  const { remoteAddress, remotePort } = stream?.socket ?? {};
  expect(remoteAddress).toBe('127.0.0.1');
  expect((await fetch(`http://127.0.0.1:${remotePort}/guess/7.flv`)).status).toBe(404);
  stream?.destroy();
  publisher.end();
});

test('a listen address that is taken is the failure of the start', async () => {
  const second = new VideoProcess({
    ...{ host: '127.0.0.1', rtmpPort, maxStreams: 1, log: pino({ level: 'silent' }) },
    onReport: () => undefined,
    onEnd: () => undefined,
  });
  await expect(second.start()).rejects.toThrow(`port ${rtmpPort} (WAKELINE_RTMP_PORT)`);
  await second.stop();
});
