import type { Page } from '@playwright/test';
import { CLOCK_BAR_WIDTH, CLOCK_BARS, CLOCK_STEP_MS, Encoder, FFMPEG } from '@wakeline/server/testing/ffmpeg';
import { freePorts } from '@wakeline/server/testing/free-ports';
import { Console } from '../support/console.ts';
import { expect, test as journey } from '../support/journey.ts';
import { ServerProcess } from '../support/server.ts';

/** A server that receives video. */
const test = journey.extend<object, { videoServer: ServerProcess }>({
  videoServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const [rtmpPort = 0] = await freePorts(1);
      const server = await ServerProcess.start({ WAKELINE_RTMP_PORT: String(rtmpPort) });
      await server.client.call('editUserLang', { lang: 'en_US' });
      await use(server);
      await server.remove();
    },
    { scope: 'worker' },
  ],
  server: ({ videoServer }, use) => use(videoServer),
});

async function createMatch(server: ServerProcess, matchName = 'Lake run') {
  const { client } = server;
  const startTime = server.now();
  const form = { matchName, startTime, endTime: startTime + 3_600_000 };
  const { matchId } = await client.call('createMatch', form);
  await client.call('editMatchStatus', { matchId, state: 'open' });
  const { code } = await client.call('queryMatchDetail', { matchId });
  return { matchId, code };
}

/** The time in the picture, and the one at which it was read, milliseconds. */
async function readClock(page: Page): Promise<{ visible: number; read: number }> {
  return page.evaluate(
    ([bars, width, step]) => {
      const video = document.querySelector('video');
      const canvas = document.createElement('canvas');
      const context = canvas.getContext('2d');
      if (video === null || context === null) throw new Error('no picture');
      canvas.width = video.videoWidth;
      canvas.height = video.videoHeight;
      context.drawImage(video, 0, 0);
      const read = Date.now();
      const row = context.getImageData(0, canvas.height / 2, canvas.width, 1).data;
      let ticks = 0;
      for (let bar = 0; bar < bars; bar += 1)
        if ((row[Math.round((bar + 0.5) * width) * 4] ?? 0) > 127) ticks += 2 ** bar;
      // The bars have the lower bits of the time.
      const period = 2 ** bars * step;
      const behind = (((read - ticks * step) % period) + period) % period;
      return { visible: read - behind, read };
    },
    [CLOCK_BARS, CLOCK_BAR_WIDTH, CLOCK_STEP_MS] as const,
  );
}

test('creates a stream key for a match, and viewers wait for its stream', async ({
  console,
  page,
  server,
}) => {
  const { matchId, code } = await createMatch(server);
  await console.openSignedIn(`/liveManger/video?match=${matchId}`);
  await expect(page.getByText('Waiting for the stream')).toBeVisible();
  await page.getByRole('button', { name: 'Create stream key' }).click();
  await expect(page.getByText('The key is displayed only now.')).toBeVisible();
  const address = page.locator('code').first();
  await expect(address).toHaveText(/^rtmp:\/\/127\.0\.0\.1:\d+\/live$/);
  await expect(page.locator('code').last()).toHaveText(/^\d+-[\w-]{32}$/);
  await page.getByRole('switch', { name: 'Record streams' }).click();
  await expect(page.getByRole('switch', { name: 'Record streams' })).toBeChecked();
  await page.reload();
  await expect(page.getByText(/^Created /)).toBeVisible();
  await expect(page.locator('code')).toHaveCount(1);

  const viewer = await page.context().browser()?.newPage();
  if (viewer === undefined) throw new Error('no browser');
  await new Console(viewer, server).open(`/flvLive?code=${code}`);
  await expect(viewer.getByRole('heading', { name: 'Lake run' })).toBeVisible();
  await expect(viewer.getByText('The video has not started yet')).toBeVisible();
  await new Console(viewer, server).open(`/flvLive?code=${'A'.repeat(16)}`);
  await expect(viewer.getByText('This event does not exist, or its address has changed')).toBeVisible();
  await new Console(viewer, server).open('/flvLive');
  await expect(viewer.getByText('The address is incomplete')).toBeVisible();
  await viewer.close();
});

test.describe('with an encoder', { tag: '@long' }, () => {
  test.skip(FFMPEG === null, 'ffmpeg is not installed');

  test('plays a live stream, waits while it is interrupted, and shows its recordings after the end', async ({
    page,
    server,
  }) => {
    test.setTimeout(240_000);
    const { matchId, code } = await createMatch(server, 'Night run');
    await server.client.call('setMatchRecording', { matchId, record: true, publish: true });
    const { address, key } = await server.client.call('renewStreamKey', { matchId });
    await new Console(page, server).open(`/flvLive?code=${code}`);
    await expect(page.getByText('The video has not started yet')).toBeVisible();

    let encoder = new Encoder(`${address}/${key}`);
    const video = page.locator('video');
    const time = () => video.evaluate((element: HTMLVideoElement) => element.currentTime);
    await expect(page.getByText('LIVE', { exact: true })).toHaveAttribute('data-live', 'true');
    await expect.poll(time).toBeGreaterThan(2);
    expect(await video.evaluate((element: HTMLVideoElement) => element.videoWidth)).toBe(640);
    await page.getByRole('button', { name: 'Sound on' }).click();
    await expect(page.getByRole('button', { name: 'Sound off' })).toBeVisible();
    await page.getByRole('button', { name: 'Full screen' }).click();
    await expect(page.getByRole('button', { name: 'Leave full screen' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Picture-in-picture' }).click();
    await expect(page.getByRole('button', { name: 'Leave picture-in-picture' })).toBeVisible();
    await page.getByRole('button', { name: 'Leave picture-in-picture' }).click();

    // The public page has it from its snapshots, and requests nothing else.
    const spectator = await page.context().newPage();
    const requests: string[] = [];
    spectator.on('request', (request) => requests.push(request.url()));
    await new Console(spectator, server).open(`/event/${code}`);
    const player = spectator.getByRole('region', { name: 'Video' });
    await expect(player.getByText('LIVE', { exact: true })).toHaveAttribute('data-live', 'true');

    await encoder.stop();
    await expect(player.getByText('Interrupted', { exact: true })).toBeVisible();
    expect(requests.some((url) => url.includes('/snapshot'))).toBe(true);
    expect(requests.filter((url) => url.includes('queryEventVideo'))).toEqual([]);
    await spectator.close();
    await expect(page.getByText('The stream is interrupted')).toBeVisible();
    await expect(page.getByText('Interrupted', { exact: true })).toBeVisible();
    encoder = new Encoder(`${address}/${key}`);
    await expect(page.getByText('LIVE', { exact: true })).toHaveAttribute('data-live', 'true');
    await expect(page.getByText('The stream is interrupted')).toBeHidden();

    await server.client.call('endVideo', { matchId });
    await encoder.ended();
    await expect(page.getByText('Recording', { exact: true })).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Recording' })).toBeVisible();
    const length = () => video.evaluate((element: HTMLVideoElement) => element.duration);
    await expect.poll(length).toBeGreaterThan(1);
    await video.evaluate((element: HTMLVideoElement) => {
      element.muted = true;
      element.currentTime = element.duration - 0.5;
      return element.play();
    });
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.ended)).toBe(true);
  });

  test('the picture is less than 3 s behind', async ({ page, server }) => {
    test.setTimeout(180_000);
    const { matchId, code } = await createMatch(server, 'Clock');
    const { address, key } = await server.client.call('renewStreamKey', { matchId });
    const encoder = new Encoder(`${address}/${key}`, { clock: true });
    try {
      await new Console(page, server).open(`/flvLive?code=${code}`);
      await expect(page.getByText('LIVE', { exact: true })).toHaveAttribute('data-live', 'true');
      const latency = async () => {
        const { visible, read } = await readClock(page);
        return read - visible;
      };
      await expect.poll(latency, { timeout: 60_000 }).toBeLessThan(3_000);
      // It stays so.
      const latencies: number[] = [];
      await expect
        .poll(async () => latencies.push(await latency()), { intervals: [500], timeout: 60_000 })
        .toBeGreaterThan(20);
      latencies.sort((a, b) => a - b);
      test.info().annotations.push({ type: 'latency', description: latencies.join(', ') });
      expect(latencies[Math.floor(latencies.length / 2)]).toBeLessThan(3_000);
    } finally {
      await encoder.stop();
    }
  });
});
