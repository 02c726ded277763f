import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';

/** 2026-05-01 16:00:00 in the account's zone, GMT+8. */
const START = Date.UTC(2026, 4, 1, 8);
const SECOND = 1000;
/** A fix every ten seconds for 10 minutes, northwards, faster by 1 km/h each minute. */
const FIXES = Array.from({ length: 61 }, (_, index) => ({
  lat: Number((36 + index * 0.0005).toFixed(4)),
  lng: 120.4,
  speed: 20 + Math.floor(index / 6),
  course: 0,
  time: START + index * 10 * SECOND,
}));

function address(trackerId: number, more = ''): string {
  return `/traceReplaySingle?trackerId=${trackerId}&start=${START - 60 * SECOND}&end=${START + 660 * SECOND}${more}`;
}

function slider(page: Page) {
  return page.getByRole('slider', { name: 'Replay time' });
}

/** Time of the replay in milliseconds since the first fix. */
async function replayTime(page: Page): Promise<number> {
  return Number(await slider(page).getAttribute('aria-valuenow')) - START;
}

test.describe('a device with a track', () => {
  let trackerId = 0;

  test.beforeEach(async ({ register, connect }) => {
    trackerId = await register({ name: 'Lugger', imei: '13900000071' });
    const device = await connect('13900000071');
    await device.report(...FIXES.slice(0, 30));
    await device.report(...FIXES.slice(30));
  });

  test('is selected with a time range, and its track is summarized and listed', { tag: '@long' }, async ({
    console,
    page,
  }) => {
    await console.openSignedIn('/traceReplaySingle');
    await expect(page.getByText('Select a device and a time range to see its track.')).toBeVisible();
    await page.getByRole('combobox', { name: 'Device' }).click();
    await page.keyboard.type('lugger');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Start' }).fill('2026-05-01 15:59:00');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'End' }).fill('2026-05-01 16:11:00');
    // It also submits the form.
    await page.keyboard.press('Enter');

    const summary = page.getByRole('region', { name: 'Summary' });
    await expect(summary).toContainText('61');
    await expect(summary).toContainText('10 min 0 s');
    await expect(summary).toContainText('30.0');
    // 60 legs of 0.0005°: 0.03° of a meridian of 111.195 km a degree are 3.336 km.
    await expect(summary).toContainText(/3\.34?\s?km/);
    await expect(page).toHaveURL(new RegExp(`trackerId=${trackerId}&start=${START - 60 * SECOND}`));

    await page.getByRole('button', { name: 'Track points' }).click();
    const table = page.getByRole('table', { name: 'Track points' });
    await expect(table).toHaveAttribute('aria-rowcount', '62');
    await expect(table.getByRole('row').nth(1)).toContainText('2026-05-01 16:00:00');
    await expect(table.getByRole('row').nth(1)).toContainText('36.00000, 120.40000');
    await table.getByRole('row').filter({ hasText: '16:00:50' }).click();
    await expect.poll(() => replayTime(page)).toBe(50 * SECOND);
  });

  test('is played, paused, sped up and scrubbed', async ({ console, page }) => {
    await console.openSignedIn(address(trackerId));
    const play = page.getByRole('button', { name: 'Play', exact: true });
    await expect(play).toBeVisible();
    await expect.poll(() => replayTime(page)).toBe(0);
    await play.click();
    await expect.poll(() => replayTime(page)).toBeGreaterThan(20 * SECOND);
    await page.getByRole('button', { name: 'Pause' }).click();
    const stopped = await replayTime(page);
    await expect(page).toHaveURL(/time=\d+/);
    // Each speed step doubles the rate.
    const rate = page.getByRole('status').filter({ hasText: /^×\d+$/ });
    const before = Number((await rate.textContent())?.slice(1));
    await page.getByRole('button', { name: 'Faster' }).click();
    await expect(rate).toHaveText(`×${before * 2}`);
    await page.getByRole('button', { name: 'Slower' }).click();
    await expect(rate).toHaveText(`×${before}`);
    expect(await replayTime(page)).toBe(stopped);

    const box = await slider(page).boundingBox();
    if (box === null) throw new Error('no timeline');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await expect.poll(() => replayTime(page)).toBeGreaterThan(295 * SECOND);
    expect(await replayTime(page)).toBeLessThan(305 * SECOND);
    await slider(page).press('End');
    await expect.poll(() => replayTime(page)).toBe(600 * SECOND);
    await page.getByRole('button', { name: 'Restart' }).click();
    await expect.poll(() => replayTime(page)).toBeLessThan(600 * SECOND);
  });

  test('is played to its end, where it stops automatically', { tag: '@long' }, async ({ console, page }) => {
    await console.openSignedIn(address(trackerId, `&time=${START + 590 * SECOND}`));
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect.poll(() => replayTime(page)).toBe(600 * SECOND);
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`time=${START + 600 * SECOND}`));
    await page.getByRole('button', { name: 'Restart' }).click();
    await expect(page).not.toHaveURL(new RegExp(`time=${START + 600 * SECOND}`));
  });

  test('can be shared by an address that shows the same moment', { tag: '@long' }, async ({
    console,
    page,
    context,
  }) => {
    await console.openSignedIn(address(trackerId));
    await slider(page).press('Home');
    for (let step = 0; step < 10; step++) await slider(page).press('ArrowRight');
    // Ten hundredths of 600 s.
    await expect.poll(() => replayTime(page)).toBe(60 * SECOND);
    await expect(page).toHaveURL(new RegExp(`time=${START + 60 * SECOND}`));
    const other = await context.newPage();
    await other.goto(page.url());
    await expect(slider(other)).toBeVisible();
    expect(await replayTime(other)).toBe(60 * SECOND);
    await expect(other.getByRole('textbox', { name: 'Go to a time', exact: true })).toHaveValue(
      '2026-05-01 16:01:00',
    );
  });

  test('reports that there is no data for another time range', { tag: '@long' }, async ({
    console,
    page,
  }) => {
    const day = 86_400 * SECOND;
    await console.openSignedIn(
      `/traceReplaySingle?trackerId=${trackerId}&start=${START - 2 * day}&end=${START - day}`,
    );
    await expect(page.getByText('Temporarily no data')).toBeVisible();
  });

  test('is not displayed for an invalid time range', { tag: '@long' }, async ({ console, page }) => {
    const day = 86_400 * SECOND;
    await console.openSignedIn(`/traceReplaySingle?trackerId=${trackerId}&start=${START}&end=${START - day}`);
    await expect(page.getByText('The start must be before the end')).toBeVisible();
    await page.goto(
      `${new URL(page.url()).origin}/traceReplaySingle?trackerId=${trackerId}&start=${START - 32 * day}&end=${START}`,
    );
    await expect(page.getByText('The time range can be up to 31 days')).toBeVisible();
  });
});

test('requires a device and a time range for a search', { tag: '@long' }, async ({ console, page }) => {
  await console.openSignedIn('/traceReplaySingle', 'zh_CN');
  await page.getByRole('button', { name: '查询' }).click();
  await expect(page.getByText('请选择设备')).toBeVisible();
  await expect(page.getByText('请选择时间范围')).toBeVisible();
});
