import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';

/** 2026-05-01 16:00:00 in the account's zone, GMT+8. */
const START = Date.UTC(2026, 4, 1, 8);
const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Fixes every ten seconds along a meridian, with the given step in degrees. */
function northboundFixes(lng: number, lat: number, step: number, from: number, count: number) {
  return Array.from({ length: count }, (_, index) => ({
    lat: Number((lat + index * step).toFixed(4)),
    lng,
    speed: Math.round(Math.abs(step) * 111_195 * 0.36),
    course: step > 0 ? 0 : 180,
    time: from + index * 10 * SECOND,
  }));
}

function address(ids: readonly number[], more = ''): string {
  return `/traceReplaySatellite?trackerId=${ids.join(',')}&start=${START - MINUTE}&end=${START + 20 * MINUTE}${more}`;
}

const ranking = (page: Page) => page.getByRole('list', { name: 'Ranking' }).getByRole('listitem');
/** Names in the order of the list, with their texts. */
const rankingItem = (page: Page, name: RegExp) => ranking(page).filter({ hasText: name });

test.describe('two devices with tracks', () => {
  let slow = 0;
  let fast = 0;

  // The slow one travels 60 segments of 0.0005° (55.6 m) from 16:00:00; the fast one 40 segments of 0.001° from 16:05:00.
  test.beforeEach(async ({ register, connect }) => {
    slow = await register({ name: 'Tortoise', imei: '13900000081' });
    fast = await register({ name: 'Hare', imei: '13900000082' });
    const first = await connect('13900000081');
    const second = await connect('13900000082');
    const tortoise = northboundFixes(120.4, 36, 0.0005, START, 61);
    const hare = northboundFixes(120.42, 36, 0.001, START + 5 * MINUTE, 41);
    await first.report(...tortoise.slice(0, 30));
    await first.report(...tortoise.slice(30));
    await second.report(...hare.slice(0, 30));
    await second.report(...hare.slice(30));
  });

  test('are selected, played in real order, and started together', { tag: '@long' }, async ({
    console,
    page,
  }) => {
    await console.openSignedIn('/traceReplaySatellite');
    await expect(page.getByRole('link', { name: 'Multiple playback' })).toBeVisible();
    await expect(page.getByText('Replay several devices together')).toBeVisible();
    await page.getByRole('textbox', { name: 'Name, number or IMEI' }).fill('13900000081');
    await page.getByRole('checkbox', { name: 'Tortoise' }).check();
    await page.getByRole('textbox', { name: 'Name, number or IMEI' }).fill('hare');
    await page.getByRole('checkbox', { name: 'Hare' }).check();
    await expect(page.getByText('2 of 200 selected')).toBeVisible();
    await page.getByRole('textbox', { name: 'Start' }).fill('2026-05-01 15:59:00');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'End' }).fill('2026-05-01 16:20:00');
    // It also submits the form.
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`trackerId=${slow}%2C${fast}&start=${START - MINUTE}`));
    await expect(ranking(page)).toHaveCount(2);

    // At 16:05 the slow one has travelled 30 segments, 0.015° of a meridian of 111.195 km a degree; the fast one nothing.
    await page.getByRole('textbox', { name: 'Go to a time' }).fill('2026-05-01 16:05:00');
    await page.keyboard.press('Enter');
    await expect(rankingItem(page, /Tortoise/)).toContainText('Rank 1');
    await expect(rankingItem(page, /Tortoise/)).toContainText(/1\.67\s?km/);
    await expect(rankingItem(page, /Hare/)).toContainText('Rank 2');

    // Started together, the fast one leads and ends after 400 s with 40 segments: 4.448 km.
    await page.getByText('Start together').click();
    await expect(page).toHaveURL(/offset=1/);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect(rankingItem(page, /Hare/)).toContainText('Rank 1');
    await expect(rankingItem(page, /Tortoise/)).toContainText('Rank 2');
    await page.getByRole('slider', { name: 'Replay time' }).press('End');
    await expect(rankingItem(page, /Hare/)).toContainText('Finished');
    await expect(rankingItem(page, /Hare/)).toContainText(/4\.45\s?km/);
  });

  test('removes a device from the replay with a message when access to it ends', {
    tag: '@long',
  }, async ({ console, page, server }) => {
    await console.openSignedIn(address([slow, fast]));
    await expect(ranking(page)).toHaveCount(2);
    await server.client.call('removeTracker', { trackerId: fast });
    await expect(page.getByText('Removed because you no longer have access: Hare')).toBeVisible();
    await expect(ranking(page)).toHaveCount(1);
  });

  test('shows the same state by a copied address', { tag: '@long' }, async ({ console, page }) => {
    await console.openSignedIn(address([slow, fast, 999_999], `&time=${START + 8 * MINUTE}&hide=${slow}`));
    await expect(
      page.getByText('1 device does not exist or is not visible to you, and is left out.'),
    ).toBeVisible();
    // 18 segments of 111.2 m against 48 of 55.6 m.
    await expect(rankingItem(page, /Hare/)).toContainText(/2\.00\s?km/);
    await expect(rankingItem(page, /Tortoise/)).toContainText(/2\.67\s?km/);
    await expect(page.getByRole('button', { name: 'Show Tortoise' })).toBeVisible();
    await page.getByRole('button', { name: 'Follow Hare' }).click();
    await expect(page).toHaveURL(new RegExp(`follow=${fast}`));
    await page.getByRole('button', { name: 'Keep all in view' }).click();
    await expect(page).toHaveURL(/keep=all/);
    await expect(page).not.toHaveURL(/follow=/);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Keep all in view' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect(page.getByRole('button', { name: 'Show Tortoise' })).toBeVisible();
  });
});

test('reports when, where and how closely two devices meet', { tag: '@long' }, async ({
  console,
  page,
  register,
  connect,
}) => {
  const up = await register({ name: 'Upward', imei: '13900000083' });
  const down = await register({ name: 'Downward', imei: '13900000084' });
  const first = await connect('13900000083');
  const second = await connect('13900000084');
  // Towards one another on one meridian from 36.0° and 36.06°, each 0.0005° in ten seconds: they meet after 60 segments at 36.03°.
  const ups = northboundFixes(120.4, 36, 0.0005, START, 101);
  const downs = northboundFixes(120.4, 36.06, -0.0005, START, 101);
  for (let at = 0; at < 101; at += 25) await first.report(...ups.slice(at, at + 25));
  for (let at = 0; at < 101; at += 25) await second.report(...downs.slice(at, at + 25));
  await console.openSignedIn(address([up, down], `&meet=${up},${down}`));
  await page.getByRole('button', { name: /^Encounters/ }).click();
  const encounter = page.getByRole('region', { name: 'Encounters' }).getByRole('listitem');
  await expect(encounter).toHaveCount(1);
  await expect(encounter).toContainText('36.03000, 120.40000');
  await expect(encounter).toContainText(/closest 0\s?m/);
  await encounter.getByRole('button').click();
  await expect(page).toHaveURL(new RegExp(`time=${START + 10 * MINUTE}`));
});

test('reports missing and invalid input at its field', { tag: '@long' }, async ({
  console,
  page,
  register,
}) => {
  const trackerId = await register({ name: 'Lugger', imei: '13900000085' });
  const other = await register({ name: 'Yawl', imei: '13900000086' });
  await console.openSignedIn('/traceReplaySatellite');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByText('Please select a device')).toBeVisible();
  await expect(page.getByText('Please select a time range')).toHaveCount(2);
  const days = (count: number) => `&start=${START}&end=${START + count * 24 * 60 * MINUTE}`;
  await console.open(`/traceReplaySatellite?trackerId=${trackerId},${other}${days(4)}`);
  await expect(page.getByText('With several devices the time range can be up to 3 days')).toBeVisible();
  await console.open(`/threeDPlayback?trackerId=${trackerId}${days(32)}`);
  await expect(page.getByText('The time range can be up to 31 days')).toBeVisible();
  await console.open(`/threeDPlayback?trackerId=${trackerId}${days(31)}`);
  await expect(page.getByText('Temporarily no data')).toBeVisible();
  await console.open(`/traceReplaySatellite?trackerId=${trackerId}${days(-1)}`);
  await expect(page.getByText('The start must be before the end')).toBeVisible();
  await console.open(`/traceReplaySatellite?trackerId=${trackerId}${days(3)}`);
  await expect(page.getByText('Temporarily no data')).toBeVisible();
});
