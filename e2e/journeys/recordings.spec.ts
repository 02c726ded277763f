import { readFileSync } from 'node:fs';
import { createSampleRecording } from '@wakeline/protocols/watch/sample-recording';
import { WatchTerminal } from '@wakeline/protocols/watch/terminal';
import { Device } from '../support/device.ts';
import { expect, test } from '../support/journey.ts';

const WATCH = { name: 'Watch', imei: '860000000004601' };

test('plays the voice message of a watch in the box, in the notice and on its page', {
  tag: '@long',
}, async ({ page, console, register, server }) => {
  await register(WATCH);
  const watch = await Device.connect(WATCH.imei, server.ports.watch ?? 0, 'watch');
  const { list } = await server.client.call('queryAllTrackers', {});
  const { trackerId } = list.find(({ imei }) => imei === WATCH.imei) ?? { trackerId: 0 };

  await console.openSignedIn(`/deviceManger/${trackerId}?section=recordings`);
  await expect(page.getByText('The device has sent no recordings')).toBeVisible();
  watch.write(new WatchTerminal(WATCH.imei).recording(createSampleRecording()).bytes);

  const plays = async (scope: ReturnType<typeof page.locator>) => {
    const audio = scope.locator('audio').first();
    await audio.evaluate((element: HTMLAudioElement) => element.play());
    // 128 frames of 20 ms, as ffprobe counts them.
    await expect.poll(() => audio.evaluate((element: HTMLAudioElement) => element.duration)).toBe(2.56);
    await expect.poll(() => audio.evaluate((element: HTMLAudioElement) => element.ended)).toBe(true);
  };
  const row = page.getByRole('row').filter({ hasText: '0:03' });
  await expect(row).toBeVisible();
  await plays(row);
  await row.getByRole('link', { name: /^Download the recording of / }).focus();
  const downloading = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^recording-\d{8}-\d{6}\.amr$/);
  expect(readFileSync(await download.path())).toEqual(createSampleRecording());

  await page.getByRole('button', { name: /^Notifications/ }).click();
  const box = page.getByRole('listitem').filter({ hasText: 'Voice message' }).filter({ hasText: 'Watch' });
  await plays(box);
  await page.keyboard.press('Escape');

  await page.goto(`${server.url}/notificationRecord`);
  await page.getByRole('button', { name: /^Details of .*Voice message.* of Watch$/ }).click();
  const details = page.getByRole('dialog');
  await plays(details);
  await page.goto(`${server.url}/deviceManger/${trackerId}?section=recordings`);
  await row.getByRole('button', { name: /^Delete the recording of / }).click();
  await page
    .getByRole('dialog', { name: 'Delete the recording?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(page.getByText('The device has sent no recordings')).toBeVisible();
  await page.goto(`${server.url}/notificationRecord`);
  await page.getByRole('button', { name: /^Details of .*Voice message.* of Watch$/ }).click();
  await expect(details.getByText('The recording has been deleted')).toBeVisible();
  watch.disconnect();
});
