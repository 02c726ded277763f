import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** Half an hour ago, on a full minute: notices exist only for recent reports. */
const START = Math.floor(Date.now() / MINUTE) * MINUTE - 40 * MINUTE;
const SEGMENT_DEGREES = 0.0005;
/** A jump by half a degree to the east, between two fixes that are 20 s apart. */
const JUMP_INDEX = 12;
/** From here on it is stationary for ten minutes and sends an SOS. */
const STOP_INDEX = 60;
const STOP_COUNT = 60;

/** A fix every ten seconds: ten minutes northwards at 20 km/h, ten minutes stationary, ten minutes on. */
const FIXES = Array.from({ length: 181 }, (_, index) => {
  const segments = index <= STOP_INDEX ? index : Math.max(STOP_INDEX, index - STOP_COUNT);
  const isStationary = index > STOP_INDEX && index < STOP_INDEX + STOP_COUNT;
  return {
    lat: Number((36 + segments * SEGMENT_DEGREES).toFixed(4)),
    lng: index === JUMP_INDEX ? 120.9 : 120.4,
    speed: isStationary ? 0 : 20,
    altitude: 100 + segments,
    course: 0,
    time: START + index * 10 * SECOND,
    ...(index === STOP_INDEX + 30 ? { alarms: ['SOS' as const] } : {}),
  };
});

function address(trackerId: number, more = ''): string {
  return `/traceReplaySingle?trackerId=${trackerId}&start=${START - MINUTE}&end=${START + 31 * MINUTE}${more}`;
}

/** Time of the replay in milliseconds since the first fix. */
async function replayTime(page: Page): Promise<number> {
  const line = page.getByRole('slider', { name: 'Replay time' });
  return Number(await line.getAttribute('aria-valuenow')) - START;
}

test.describe('the replay of one device', () => {
  let trackerId = 0;

  test.beforeEach(async ({ register, connect }) => {
    trackerId = await register({ name: 'Lugger', imei: '13900000073' });
    const device = await connect('13900000073');
    for (let at = 0; at < FIXES.length; at += 30) await device.report(...FIXES.slice(at, at + 30));
  });

  test('shows stay points and notices, and jumps to their time', { tag: '@long' }, async ({
    console,
    page,
  }) => {
    await console.openSignedIn(address(trackerId));
    await page.getByText('Stays (1)').click();
    const stay = page.getByRole('list', { name: 'Stay points' }).getByRole('button');
    await expect(stay).toContainText('SOS');
    await expect(stay).toContainText('10 min 0 s');
    await stay.click();
    const card = page.getByRole('dialog', { name: /^SOS for/ });
    await expect(card).toContainText('36.03000, 120.40000');
    // From the first slow fix to the first fast one at another place.
    await expect.poll(() => replayTime(page)).toBe(610 * SECOND);
    await card.getByRole('button', { name: 'Go to departure' }).click();
    await expect.poll(() => replayTime(page)).toBe(1_210 * SECOND);
    await page.keyboard.press('Escape');
    await expect(card).toBeHidden();
  });

  test('has charts that select a time range and jump to a moment', { tag: '@long' }, async ({
    console,
    page,
  }) => {
    await console.openSignedIn(address(trackerId));
    const charts = page.getByRole('region', { name: 'Charts' });
    await expect(
      charts.getByRole('img', { name: /^Speed from .* min 0\.0 km\/h, max 20\.0 km\/h/ }),
    ).toBeVisible();
    await expect(charts).toContainText('No values: Battery, Signal');
    const plots = charts.getByRole('slider');
    const box = await plots.boundingBox();
    if (box === null) throw new Error('no charts');
    const y = box.y + 40;
    // The axis is between the value labels and the right edge.
    const x = (share: number) => box.x + 46 + share * (box.width - 62);
    await page.mouse.click(x(0.5), y);
    await expect.poll(() => replayTime(page)).toBeGreaterThan(895 * SECOND);
    expect(await replayTime(page)).toBeLessThan(905 * SECOND);

    await page.mouse.move(x(0.25), y);
    await page.mouse.down();
    await page.mouse.move(x(0.5), y, { steps: 4 });
    await page.mouse.up();
    const fullTrackButton = charts.getByRole('button', { name: 'Full track' });
    await expect(fullTrackButton).toBeVisible();
    // 7:30 to 15:00 of the 30 minutes, with the middle at 11:15.
    await page.mouse.click(x(0.5), y);
    await expect.poll(() => replayTime(page)).toBeGreaterThan(670 * SECOND);
    expect(await replayTime(page)).toBeLessThan(680 * SECOND);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(fullTrackButton).toBeHidden();

    await charts.getByText('Distance').click();
    await plots.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expect.poll(() => replayTime(page)).toBe(0);
  });

  test('is corrected, and restored to the original', { tag: '@long' }, async ({ console, page }) => {
    await console.openSignedIn(address(trackerId));
    await page.getByText('Display', { exact: true }).click();
    const correction = page.getByRole('region', { name: 'Correction' });
    await correction.getByText('Intelligent').click();
    await expect(correction).toContainText('1 impossible jump removed');
    await expect(page).toHaveURL(/correction=intelligent/);
    await page.getByText('Summary', { exact: true }).click();
    const summary = page.getByRole('region', { name: 'Summary' });
    await expect(summary).toContainText('180');
    await page.getByText('Display', { exact: true }).click();
    await correction.getByText('None').click();
    await expect(correction).not.toContainText('left out');
    await page.getByText('Summary', { exact: true }).click();
    await expect(summary).toContainText('181');
  });
});
