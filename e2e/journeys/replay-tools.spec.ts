import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { LOGIN } from '../support/server.ts';

/** 2026-05-01 16:00:00 in the account's zone, GMT+8. */
const START = Date.UTC(2026, 4, 1, 8);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** A fix every ten seconds for 10 minutes, northwards. */
const FIXES = Array.from({ length: 61 }, (_, index) => ({
  lat: Number((36 + index * 0.0005).toFixed(4)),
  lng: 120.4,
  speed: 20,
  course: 0,
  time: START + index * 10 * SECOND,
}));

function address(trackerId: number): string {
  return `/traceReplaySingle?trackerId=${trackerId}&start=${START - MINUTE}&end=${START + 11 * MINUTE}`;
}

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).first().click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Times and coordinates of the points in an exported GPX file. */
function pointsOf(gpx: string): { lat: number; lng: number; time: number }[] {
  return [...gpx.matchAll(/<trkpt lat="([-\d.]+)" lon="([-\d.]+)">[\s\S]*?<time>([^<]+)<\/time>/g)].map(
    ([, lat, lng, time]) => ({ lat: Number(lat), lng: Number(lng), time: Date.parse(time ?? '') }),
  );
}

test('exports a track, deletes a part of it, and restores it from the file', { tag: '@long' }, async ({
  console,
  page,
  register,
  connect,
}) => {
  const trackerId = await register({ name: 'Lugger', imei: '13900000071' });
  const device = await connect('13900000071');
  await device.report(...FIXES.slice(0, 30));
  await device.report(...FIXES.slice(30));
  await console.openSignedIn(address(trackerId));
  const summary = page.getByRole('region', { name: 'Summary' });
  await expect(summary).toContainText('61');

  await choose(page, 'Export track…');
  const dialog = page.getByRole('dialog', { name: 'Export track' });
  await expect(dialog).toContainText('1 device · Lugger');
  await dialog.getByLabel('File name').fill('Leg 1');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  const downloadEvent = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download file' }).click();
  const file = await (await downloadEvent).path();
  const points = pointsOf(await readFile(file, 'utf8'));
  expect(points.length).toBe(61);
  expect(points[6]).toEqual({ lat: 36.003, lng: 120.4, time: START + MINUTE });
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  // From 16:02:00 to 16:03:50 there are twelve fixes.
  await choose(page, 'Delete part of track…');
  const erase = page.getByRole('dialog', { name: 'Delete part of track' });
  await expect(erase.getByRole('button', { name: 'Permanently delete 61 positions' })).toBeEnabled();
  await erase.getByRole('textbox', { name: 'Start' }).fill('2026-05-01 16:02:00');
  await page.keyboard.press('Enter');
  await erase.getByRole('textbox', { name: 'End' }).fill('2026-05-01 16:03:50');
  await page.keyboard.press('Enter');
  await expect(erase).toContainText('This cannot be undone');
  await expect(erase).toContainText('Lugger');
  await erase.getByRole('button', { name: 'Permanently delete 12 positions' }).click();
  await expect(page.getByText('12 positions were deleted')).toBeVisible();
  await expect(summary).toContainText('49');

  await choose(page, 'Import track…');
  const read = page.getByRole('dialog', { name: 'Import track' });
  await read
    .locator('input[type=file]')
    .setInputFiles({ name: 'map.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('x') });
  await expect(read.getByRole('alert')).toHaveText(
    'Only GPX, KML, FIT, CSV and NMEA track files are supported',
  );
  await expect(read.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  await read
    .locator('input[type=file]')
    .setInputFiles({ name: 'leg.gpx', mimeType: 'application/gpx+xml', buffer: await readFile(file) });
  await read.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(read.getByText('The file was imported')).toBeVisible();
  await expect(read.getByRole('link', { name: 'Download import report' })).toBeVisible();
  await expect(summary).toContainText('61');
});

test('shares a replay by a link without sign-in until the link is revoked', {
  tag: '@long',
}, async ({ console, page, browser, server, register, connect }) => {
  const trackerId = await register({ name: 'Lugger', imei: '13900000071' });
  const device = await connect('13900000071');
  await device.report(...FIXES.slice(0, 30));
  await device.report(...FIXES.slice(30));
  await console.openSignedIn(address(trackerId));
  await expect(page.getByRole('slider', { name: 'Replay time' })).toBeVisible();
  await choose(page, 'Share replay…');
  const form = page.getByRole('dialog', { name: 'Share replay' });
  await expect(form).toContainText('The replay from 2026-05-01 15:59:00 to 2026-05-01 16:11:00');
  await form.getByLabel('Name').fill('Leg 1');
  // It is valid for a week.
  await form.getByLabel('Your password').fill(LOGIN.password);
  await form.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByRole('textbox', { name: 'Share link' }).inputValue();
  expect(link).toMatch(/\/traceReplay\?share=[\w-]{22}$/);

  const visitor = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' });
  const shared = await visitor.newPage();
  await shared.addInitScript(() => localStorage.setItem('lang', localStorage.getItem('lang') ?? 'en_US'));
  await shared.goto(link);
  await expect(shared.getByRole('heading', { name: 'Leg 1' }).first()).toBeVisible();
  const slider = shared.getByRole('slider', { name: 'Replay time' });
  await expect(slider).toBeVisible();
  await expect(shared.getByText('Lugger').first()).toBeVisible();
  await slider.press('End');
  await expect.poll(async () => Number(await slider.getAttribute('aria-valuenow'))).toBe(START + 10 * MINUTE);
  expect(await visitor.cookies()).toEqual([]);
  await expect(shared.locator('body')).not.toContainText('13900000071');
  await expect(shared.getByRole('button', { name: 'More actions' })).toHaveCount(0);
  // The watch page redirects it to the replay.
  await shared.goto(link.replace('/traceReplay', '/realTimeTrace'));
  await expect(shared).toHaveURL(/\/traceReplay\?share=/);

  const { list } = await server.client.call('queryShareLinks', {});
  const shareId = list.find(({ shareName }) => shareName === 'Leg 1')?.shareId ?? 0;
  await server.client.call('withdrawShareLink', { shareId });
  await shared.reload();
  await expect(shared.getByRole('heading', { name: 'This share link no longer works' })).toBeVisible();
  await visitor.close();
});

test('watches a device live in the replay, pauses, and resumes live', {
  tag: '@long',
}, async ({ console, page, register, connect }) => {
  const trackerId = await register({ name: 'Lugger', imei: '13900000071' });
  const device = await connect('13900000071');
  const now = Math.floor(Date.now() / SECOND) * SECOND;
  const at = (seconds: number) => ({
    lat: 36 + seconds / 36_000,
    lng: 120.4,
    speed: 20,
    course: 0,
    time: now + seconds * SECOND,
  });
  await device.report(at(-60), at(-50), at(-40), at(-10));
  await console.openSignedIn(
    `/traceReplaySingle?trackerId=${trackerId}&start=${now - 3_600 * SECOND}&end=${now}`,
  );
  await expect(page.getByRole('slider', { name: 'Replay time' })).toBeVisible();
  await page.getByRole('button', { name: 'Watch live' }).click();
  await expect(page.getByRole('status').filter({ hasText: /^Live$/ })).toBeVisible();
  const moment = async () =>
    Number(await page.getByRole('slider', { name: 'Replay time' }).getAttribute('aria-valuenow'));
  await expect.poll(async () => Math.abs((await moment()) - Date.now())).toBeLessThan(3 * SECOND);
  const summary = page.getByRole('region', { name: 'Summary' });
  await expect(summary).toContainText(/(Fixes?|Points)\s*4/);
  // New reports are appended; late ones are inserted at their time.
  await device.report(at(0));
  await expect(summary).toContainText(/(Fixes?|Points)\s*5/);
  await device.report(at(-30), at(-20));
  await expect(summary).toContainText(/(Fixes?|Points)\s*7/, { timeout: 40_000 });

  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(page.getByText('Live view paused')).toBeVisible();
  const paused = await moment();
  // It is now a replay of these minutes, also in the address.
  await expect
    .poll(() => Number(new URL(page.url()).searchParams.get('end')) >= Math.floor(paused / SECOND) * SECOND)
    .toBe(true);
  await device.report({ ...at(20), time: Math.floor(Date.now() / SECOND) * SECOND });
  await expect.poll(moment).toBe(paused);
  await page.getByRole('button', { name: 'Resume live' }).click();
  await expect.poll(async () => Math.abs((await moment()) - Date.now())).toBeLessThan(3 * SECOND);
  await expect(summary).toContainText(/(Fixes?|Points)\s*8/);
});

test('saves a replay as a playable video', { tag: '@long' }, async ({ console, page, register, connect }) => {
  // Recording needs a processor core: it is slow on a busy machine.
  test.slow();
  const trackerId = await register({ name: 'Lugger', imei: '13900000071' });
  await (await connect('13900000071')).report(...FIXES.slice(0, 30));
  await (await connect('13900000071')).report(...FIXES.slice(30));
  await console.openSignedIn(address(trackerId));
  await expect(page.getByRole('slider', { name: 'Replay time' })).toBeVisible();
  await choose(page, 'Save as video…');
  const dialog = page.getByRole('dialog', { name: 'Save as video' });
  // 600 s at 128 times the speed of the world are 4.7 s.
  await dialog.getByRole('combobox', { name: 'Speed' }).click();
  await page.locator('.ant-select-item-option').filter({ hasText: '×128' }).click();
  await expect(dialog).toContainText('about 5 s');
  await dialog.getByRole('button', { name: 'Start recording' }).click();
  await expect(page.getByRole('region', { name: 'Recording' })).toBeVisible();
  await expect(page.getByText(/The video is ready/)).toBeVisible({ timeout: 60_000 });
  const downloadEvent = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save video' }).click();
  const download = await downloadEvent;
  expect(download.suggestedFilename()).toBe('Lugger.webm');
  const bytes = await readFile(await download.path());
  // The ID of EBML (RFC 8794, section 11.2.1), and its document type and codec.
  expect(bytes.subarray(0, 4).toString('hex')).toBe('1a45dfa3');
  expect(bytes.subarray(0, 64).includes('webm')).toBe(true);
  expect(bytes.subarray(0, 1_024).toString('latin1')).toMatch(/V_VP[89]/);
  // The ID of Cues (RFC 9559, section 5.1.5), which players use for seeking.
  expect(bytes.includes(Buffer.from('1c53bb6b', 'hex'))).toBe(true);

  const played = await page.evaluate(play, bytes.toString('base64'));
  expect(played.duration).toBeGreaterThan(4);
  expect(played.duration).toBeLessThan(30);
  expect(played.width).toBeGreaterThan(1_000);
  // The clock alone changes some hundred pixels, the marker more.
  expect(played.changed).toBeGreaterThan(200);
});

/** Runs in the page: plays a video, and counts the pixels in which a later picture differs from the first at most. */
async function play(base64: string) {
  const blob = await (await fetch(`data:video/webm;base64,${base64}`)).blob();
  const video = document.createElement('video');
  video.muted = true;
  video.src = URL.createObjectURL(blob);
  const happened = (name: string) =>
    new Promise((resolve, reject) => {
      video.addEventListener(name, resolve, { once: true });
      video.addEventListener('error', () => reject(video.error), { once: true });
    });
  await happened('loadeddata');
  const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('no canvas');
  const look = () => {
    context.drawImage(video, 0, 0);
    return context.getImageData(0, 0, canvas.width, canvas.height).data;
  };
  const first = look();
  const { duration } = video;
  let changed = 0;
  const ended = happened('ended');
  const compare = () => {
    const now = look();
    let here = 0;
    for (let at = 0; at < first.length; at += 4)
      if (Math.abs((first[at] ?? 0) - (now[at] ?? 0)) > 40) here += 1;
    changed = Math.max(changed, here);
    video.requestVideoFrameCallback(compare);
  };
  video.requestVideoFrameCallback(compare);
  await video.play();
  await ended;
  return { duration, width: video.videoWidth, height: video.videoHeight, changed };
}
